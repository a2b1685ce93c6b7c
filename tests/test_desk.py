"""The dispute desk: verdicts by every rule, and the smallest deal on which two sets of rules differ."""

import json
import random
from dataclasses import replace

import pytest
from conftest import GAMES

from cardlib import kit, record, say
from cardlib.__main__ import main
from cardlib.faults import Wrong
from cardlib.games import load
from cardlib.house import contradictions
from cardlib.tutor import desk
from cardlib.widget import dispute, kept

every_game = pytest.mark.parametrize("name", GAMES)
every_language = pytest.mark.parametrize("lang", say.LANGUAGES)
OPTIONS = [(name, o, v) for name in GAMES for o, values in kit.choices(load(name)).items() for v in values[1:]]
UNSEEN = {("two-ten-jack", "face_down")}  # changes what is shown of the stock, and nothing of the play
NONSENSE = ["nonsense", 7, ("take", 3)]


def positions(name, n=12, seed=1):
    """Positions of a match played at random, by several numbers of players."""
    game = load(name)
    for players in {game.PLAYERS[0], game.PLAYERS[-1]}:
        rng = random.Random(seed)
        s = kit.start(game, players, seed=seed)
        for _ in range(n):
            if s.turn < 0 or not (moves := game.legal(s)):
                break
            yield game, s
            s, _ = kit.step(game, s, rng.choice(moves))


def first(game, one, other, **how):
    """The first difference that a search finds."""
    return next((p.best for p in desk.search(game, one, other, **how) if p.best), None)


def replays(text, options):
    """Whether a deal comes true by these options."""
    try:
        list(record.replay(replace(record.read(text), options=options)))
    except record.Fault:
        return False
    return True


# Verdicts


@every_game
def test_a_verdict_is_what_the_engine_rules(name):
    choices = kit.choices(load(name))
    clash = {frozenset((c.one, c.other)) for c in contradictions(load(name))}
    for game, s in positions(name):
        for move in [*game.legal(s)[:3], *NONSENSE]:
            found = desk.verdicts(game, s, move)
            assert found[0].refusal == game.refuse(s, kit.canon(move))
            own = [v for v in found if v.game == name and v.option]
            assert [(v.option, v.value) for v in own] == [(o, v) for o, vs in choices.items() for v in vs[1:]]
            for v in own:
                options = kit.options(game, **{v.option: v.value})
                if v.why:
                    assert v.why.key == "other-pack" and not v.allowed
                else:
                    carried = kit.clone(s)
                    carried.options = options
                    assert v.refusal == game.refuse(carried, kit.canon(move))
            assert not clash & {frozenset(((v.option, v.value),)) for v in own}


@every_game
def test_judging_changes_nothing(name):
    for game, s in positions(name, 4):
        before = kit.clone(s)
        desk.verdicts(game, s, game.legal(s)[0])
        assert s == before


def test_a_relative_judges_what_its_rules_know_of():
    met = {(name, v.game) for name in GAMES for game, s in positions(name, 40) for v in desk.verdicts(game, s, "pass")}
    assert ("thousand", "five-hundred-and-one") in met and ("five-hundred-and-one", "thousand") in met
    assert all(type(load(a).new(load(a).PLAYERS[0], load(a).Options())) for a, _ in met)
    families = {frozenset(pair) for pair in met if pair[0] != pair[1]}
    assert all("war" not in pair for pair in families), "its State is another's"


def test_a_position_without_a_turn_is_not_judged():
    game = load("crazy-eights")
    with pytest.raises(Wrong) as refused:
        desk.verdicts(game, game.new(2, game.Options()), "draw")
    assert refused.value.key == "a-shuffle-due"


# The smallest deal


@pytest.mark.parametrize(("name", "option", "value"), OPTIONS, ids=str)
def test_every_option_has_a_deal_on_which_it_tells(name, option, value):
    game = load(name)
    usual, changed = game.Options(), kit.options(game, **{option: value})
    for one, other in ((usual, changed), (changed, usual)):
        found = first(game, one, other, budget=1_000 if (name, option) in UNSEEN else desk.BUDGET)
        if (name, option) in UNSEEN:
            assert found is None
            continue
        text = record.write(dispute.deal(found))
        assert record.write(record.read(text)) == text
        assert replays(text, one)
        assert not replays(text, other)


@pytest.mark.parametrize(
    ("name", "house", "moves"),
    [
        ("crazy-eights", {"draw_freely": True}, 1),
        ("gin-rummy", {"knock_limit": 0}, 2),
        ("gin-rummy", {"undercut": 25}, 3),
        ("scopa", {"several": True}, 1),
        ("thousand", {"pack": 32}, 0),
        ("stay-away", {"revoke": True}, 2),
    ],
)
def test_the_smallest_is_small_and_always_the_same(name, house, moves):
    game = load(name)
    one, other = game.Options(), kit.options(game, **house)
    found = desk.differ(game, one, other)
    assert found.size[0] == moves
    again = desk.differ(game, one, other)
    assert (again.moves, again.move) == (found.moves, found.move)


def test_a_search_keeps_to_its_budget_and_gets_no_worse():
    game = load("gin-rummy")
    sizes = []
    for progress in desk.search(game, game.Options(), kit.options(game, undercut=20), budget=12_000):
        sizes += [progress.best.size] if progress.best else []
    assert progress.tried < 13_000 and sizes == sorted(sizes, reverse=True)


def test_hardly_shuffled_packs_lose_no_card():
    loose, rng = load("scopa").loose(load("scopa").new(2, load("scopa").Options())), random.Random(1)
    for _ in range(200):
        assert sorted(c.n for c in desk.shuffled(loose, rng)) == sorted(c.n for c in loose)


# In words


@every_game
@every_language
def test_verdicts_are_said_in_both_languages(name, lang):
    for game, s in positions(name, 3):
        for move in [*game.legal(s)[:2], "nonsense"]:
            rows = dispute.rows(game, s, move, lang)
            assert len({row.rule for row in rows}) == len(rows)
            for row in rows:
                assert row.verdict and "{" not in row.rule + row.why
                assert bool(row.why) or row.allowed


@pytest.mark.parametrize("lang", say.LANGUAGES)
def test_the_desk_of_a_page_judges_and_searches(lang):
    at = dispute.Dispute(lang)
    answer = json.loads(at.judge("crazy-eights", "seed=1&moves=deal,deal", "draw"))
    assert [row["allowed"] for row in answer["rows"]] == [False, False, True, False]
    assert answer["rows"][0]["clause"] == answer["rows"][2]["clause"] == "crazy-eights.play-it"
    assert answer["trouble"] == "" and answer["legal"]
    assert json.loads(at.judge("crazy-eights", "seed=1&moves=deal,deal", "@@"))["said"]
    assert json.loads(at.judge("crazy-eights", "seed=1&target=3", "draw"))["trouble"]
    assert json.loads(at.begin("crazy-eights", "{}", "{}"))["said"]
    assert json.loads(at.begin("gin-rummy", '{"knock_limit": "0", "undercut": "25"}', "{}"))["said"]
    assert json.loads(at.begin("crazy-eights", "{}", '{"draw_freely": "True"}')) == {}
    while not (found := json.loads(at.go_on()))["over"]:
        assert found["said"]
    assert len(found["rulings"]) == 2 and "[crazy-eights.play-it]" in found["rulings"][0][1]
    assert replays(found["deal"], load("crazy-eights").Options())


@every_language
def test_both_languages_have_the_same_phrases(lang):
    assert set(say.words(lang, "dispute")) == set(say.words("en", "dispute"))
    source = dispute.__file__
    with open(source, encoding="utf-8") as file:
        text = file.read()
    assert all(f'"{name}"' in text for name in say.words(lang, "dispute"))


@every_language
def test_a_notebook_shows_verdicts(lang):
    sitting = kept.read("crazy-eights", "seed=1&moves=deal,deal", lang)[0]
    shown = dispute.verdicts(sitting, "draw")
    assert repr(shown).count("\n") == 3 and shown._repr_html_().count("<tr>") == 4
    with pytest.raises(ValueError, match="@@"):
        dispute.verdicts(sitting, "@@")


# The command


def run(capsys, *argv):
    status = main(argv)
    out, err = capsys.readouterr()
    return status, out, err


@every_language
def test_the_command_judges_the_move_that_a_deal_refuses(capsys, lang):
    status, out, err = run(capsys, "--lang", lang, "dispute", "crazy-eights", "--position", "refusal")
    assert (status, err) == (0, "") and out.count("[crazy-eights.") == 4


def test_the_command_judges_at_the_position_of_a_link(capsys):
    line = kept.write(kept.read("crazy-eights", "seed=1&moves=deal,deal", "en")[0])
    status, out, _ = run(
        capsys, "--lang", "en", "dispute", "crazy-eights", "--position", f"x#table?{line}", "--try", "draw"
    )
    assert status == 0 and "  allowed [crazy-eights.play-it]" in out


@every_language
def test_the_command_finds_a_deal_and_writes_it(capsys, lang, tmp_path):
    file = tmp_path / "found.deal"
    argv = ["--lang", lang, "dispute", "scopa", "--option", "several=True", "--out", str(file)]
    status, out, err = run(capsys, *argv)
    assert (status, err) == (0, "") and "[scopa.one-capture]" in out
    assert run(capsys, "--lang", lang, "replay", str(file))[0] == 0


@every_language
@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["--option", "target=500"],
        ["--option", "target=1"],
        ["--option", "target=100", "--budget", "0"],
        ["--option", "target=100", "--budget", "3"],
        ["--option", "target=100", "--players", "99"],
        ["--option", "target=100", "--out", "/nowhere/at/all.deal"],
        ["--position", "ordinary"],
        ["--position", "refusal", "--try", "@@"],
        ["--position", "nowhere"],
        ["--position", "seed=x"],
    ],
)
def test_what_the_command_cannot_do_it_says_in_one_sentence(capsys, lang, argv):
    status, _, err = run(capsys, "--lang", lang, "dispute", "crazy-eights", *argv)
    assert status in (1, 2) and err.count("\n") == 1 and "Traceback" not in err
