"""The dispute desk in Chromium: a move judged from a link, in both languages; the smallest deal of two rule sets."""

from dataclasses import replace
from urllib.parse import urlencode

import pytest
from built_site import LANGUAGES, SETTINGS, axe

from cardlib import record
from cardlib.games import load
from cardlib.widget import kept
from cardlib.widget.dispute import LAST

ENGINE = 120_000  # milliseconds; a busy machine is not a fault
LINE = "seed=1&moves=deal,deal"
HIDDEN_PART = "tr.desk-may, tr.desk-may-not"


def opened(visit, lang, hash="", **context):
    page = visit(f"{lang}/dispute.html{hash}", **context)
    page.set_default_timeout(ENGINE)
    return page


def verdicts(page):
    page.locator(HIDDEN_PART).first.wait_for()
    return page.eval_on_selector_all(
        HIDDEN_PART, "all => all.map((row) => [row.className, row.querySelector('a')?.textContent ?? ''])"
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_link_gives_the_same_verdicts_in_either_language(visit, lang):
    page = opened(visit, lang, f"#game=crazy-eights&{LINE}&try=draw")
    here = verdicts(page)
    assert [kind for kind, _ in here] == ["desk-may-not", "desk-may-not", "desk-may", "desk-may-not"]
    assert here[0][1] == "crazy-eights.play-it"
    assert page.locator("table.desk-verdicts a").first.get_attribute("href") == (
        "games/crazy-eights.html#crazy-eights.play-it"
    )
    page.locator(".language-switch:visible").click()
    page.wait_for_url(lambda url: f"/{lang}/" not in url)
    assert verdicts(page) == here


def test_the_live_table_takes_its_position_to_the_desk(visit):
    page = visit("en/games/scopa.html#table?seed=9&target=11")
    page.set_default_timeout(ENGINE)
    page.locator(".live-dispute").click()
    page.locator(".desk-picture svg").wait_for()
    assert page.locator(".desk-move select[name=game]").input_value() == "scopa"
    sitting, _ = kept.read("scopa", "seed=9&target=11", "en")
    assert kept.write(sitting).split("&moves")[0] in page.locator("[name=line]").input_value()
    page.locator(".desk-offer").first.click()
    assert verdicts(page)[0][0] == "desk-may"


def test_a_deal_that_ends_in_a_refusal_is_judged_there(visit, tmp_path):
    deal = record.open_deal("crazy-eights", "refusal")
    last = next(n for n, line in enumerate(deal.lines) if line.kind == "refused")
    file = tmp_path / "own.deal"
    file.write_text(record.write(replace(deal, lines=deal.lines[: last + 1])), "utf-8")
    page = opened(visit, "ru")
    page.locator(".desk-move input[type=file]").set_input_files(file)
    assert verdicts(page)[0] == ["desk-may-not", deal.lines[last].clauses[0]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_smallest_deal_is_found_shown_and_saved(visit, lang):
    asked = urlencode({"game": "scopa", "one": "several=True"})
    page = opened(visit, lang, f"#{asked}")
    assert page.locator("fieldset[name=one] select[name=several]").input_value() == "True"
    page.locator(".desk-rules [type=submit]").click()
    page.locator(".desk-save").wait_for()
    page.locator(".desk-rules [type=submit]:enabled").wait_for()
    assert page.locator(".desk-rulings dd").nth(1).locator("a").first.inner_text() == "scopa.one-capture"
    assert page.locator(".desk-steps > li").count() >= 3
    with page.expect_download() as got:
        page.locator(".desk-save").click()
    deal = record.read(got.value.path().read_text("utf-8"))
    assert list(record.replay(deal)) and deal.options.several
    with pytest.raises(record.Fault):
        list(record.replay(replace(deal, options=load("scopa").Options())))


def test_a_search_is_stopped_and_contradictions_are_told(visit):
    page = opened(visit, "en", "#game=gin-rummy&one=limit%3D1000")
    page.locator(".desk-rules [type=submit]").click()
    page.get_by_text("moves tried;").wait_for()
    page.locator("[data-desk=stop]").click()
    page.locator(".desk-rules [type=submit]:enabled").wait_for()
    assert page.locator("[data-desk=stop]").is_disabled()
    page.locator("fieldset[name=one] select[name=knock_limit]").select_option("0")
    page.locator("fieldset[name=one] select[name=undercut]").select_option("25")
    page.locator(".desk-rules [type=submit]").click()
    page.get_by_text("nobody can undercut").wait_for()


def test_a_long_deal_is_folded_up_but_for_its_end(visit):
    page = opened(visit, "en", "#game=war-32&one=limit%3D10")
    page.locator(".desk-rules [type=submit]").click()
    page.get_by_text("the smallest difference yet").wait_for()
    page.locator("[data-desk=stop]").click()
    folded = page.locator(".desk-early li")
    summary = page.locator(".desk-early summary")
    summary.wait_for()
    early = page.locator(".desk-early > ol > li").count()
    assert summary.inner_text() == f"{early} steps before these" and not folded.first.is_visible()
    end = page.locator(".desk-found > ol")
    assert end.get_attribute("start") == str(early + 1) and end.locator("> li").count() == LAST
    summary.click()
    assert folded.first.is_visible()


def test_a_relative_that_cannot_judge_says_why(visit):
    page = opened(visit, "ru", "#game=sixty-six&seed=1&moves=deal,deal&try=pass")
    verdicts(page)
    page.locator("table.desk-verdicts").get_by_text("Игроков должно быть 3, а за этим столом — 2.").wait_for()


def test_what_is_wrong_is_said(visit):
    page = opened(visit, "ru", "#game=crazy-eights&seed=1&target=3&try=draw")
    page.locator(".desk-state").get_by_text("target=3").wait_for()
    page.locator("[name=try]").fill("@@")
    page.locator(".desk-move [type=submit]").click()
    page.locator(".desk-state").get_by_text("@@").wait_for()


@pytest.mark.parametrize(("lang", "scheme", "size"), SETTINGS)
def test_axe_finds_nothing(visit, lang, scheme, size):
    context = {"color_scheme": scheme, "viewport": size}
    page = opened(visit, lang, f"#game=crazy-eights&{LINE}&try=draw&one=draw_freely%3DTrue", **context)
    verdicts(page)
    page.locator(".desk-rules [type=submit]").click()
    page.locator(".desk-save").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(page) == []


def test_without_a_script_the_page_says_how_else(visit):
    page = visit("en/dispute.html", java_script_enabled=False)
    assert page.locator(".desk-none").is_visible() and not page.locator(".desk-move").is_visible()
