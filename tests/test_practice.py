"""The ledger of practice, FSRS behind it, and who keeps it: command line, page, notebook."""

import builtins
import json
from datetime import UTC, datetime, timedelta

import pytest

from cardlib.__main__ import main
from cardlib.faults import Wrong
from cardlib.tutor import shelf
from cardlib.tutor.ledger import Ledger
from cardlib.tutor.session import Session
from cardlib.widget.examiner import Examiner
from cardlib.widget.schedule import Fsrs

NOW = datetime(2026, 5, 1, tzinfo=UTC)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "kartoteka/practice.json"


@pytest.fixture
def typed(monkeypatch, capsys):
    """Runs a command with lines typed at its prompts; returns its status and what it printed."""

    def run(argv, *lines):
        left = iter(lines)

        def answer(_):
            try:
                return next(left)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr(builtins, "input", answer)
        status = main(argv)
        said = capsys.readouterr()
        return status, said.out + said.err

    return run


def practised(n=3):
    ledger = Ledger()
    for subject in ("king.cut", "king.deal", "term:trick")[:n]:
        ledger.review(subject, subject != "king.deal", NOW, Fsrs())
    return ledger


def test_what_was_wrong_comes_back_sooner_and_what_is_right_goes_further_each_time():
    ledger = practised()
    assert ledger.records["king.deal"]["due"] < ledger.records["king.cut"]["due"]
    waits, now = [], NOW
    for _ in range(5):
        ledger.review("king.cut", True, now, Fsrs())
        due = datetime.fromisoformat(ledger.records["king.cut"]["due"])
        waits.append(due - now)
        now = due
    assert waits == sorted(waits)
    assert waits[-1] > timedelta(days=30)
    assert ledger.tally(["king.cut", "king.deal"], now) == (2, 1, 2)


def test_a_lesson_asks_what_is_due_before_what_is_new():
    now = [NOW]
    session = Session(Ledger(), Fsrs(), "king", clock=lambda: now[0])
    first = session.next()
    assert not session.answer((first.right + 1) % len(first.choices))
    second = session.next()
    assert second.subject != first.subject
    session.answer(second.right)
    now[0] += timedelta(minutes=2)
    assert session.next().subject == first.subject


def test_a_ledger_is_read_as_it_was_written_and_the_later_answer_counts():
    old, new = practised(), practised(2)
    assert Ledger.read(old.write()) == old
    new.review("king.cut", False, NOW + timedelta(days=1), Fsrs())
    assert old.merge(new) == 1
    assert old.records["king.cut"]["right"] == 1
    assert new.merge(old) == 1
    assert old == new


DAMAGED = practised(1).write()


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "ledger-unreadable"),
        ("{", "ledger-unreadable"),
        ("[1]", "ledger-other"),
        ('{"form": "kartoteka practice"}', "ledger-other"),
        (DAMAGED.replace('"version": 1', '"version": 9'), "ledger-version"),
        (DAMAGED.replace('"state": 1', '"state": "x"'), "ledger-record"),
        (DAMAGED.replace("2026-05-01", "2026-99-01"), "ledger-record"),
        (DAMAGED.replace("+00:00", ""), "ledger-record"),
    ],
)
def test_a_bad_file_gets_one_sentence_and_loses_nothing(text, key, home, tmp_path, typed):
    shelf.write(practised(), home)
    bad = tmp_path / "bad.json"
    bad.write_text(text, "utf-8")
    with pytest.raises(Wrong) as wrong:
        shelf.read(bad)
    assert wrong.value.key == key
    status, said = typed(["practice", "--import", str(bad), "--lang", "en"])
    assert status == 1
    assert said.count("\n") == 1
    assert Ledger.read(home.read_text("utf-8")) == practised()


def test_the_command_asks_keeps_and_carries_over(home, tmp_path, typed):
    status, said = typed(["practice", "king", "--lang", "en", "--seed", "1", "-n", "2"], "nonsense", "1", "2")
    assert status == 0
    assert "[king.cut]" in said
    assert "of 2." in said
    assert set(Ledger.read(home.read_text("utf-8")).records) == {"king.cut", "king.deal"}
    status, said = typed(["practice", "king", "--known", "--lang", "ru"])
    assert "king.cut" in said
    out = tmp_path / "out.json"
    assert typed(["practice", "--export", str(out), "--lang", "ru"])[0] == 0
    kept = home.read_text("utf-8")
    home.unlink()
    assert typed(["practice", "--import", str(out), "--lang", "ru"])[0] == 0
    assert home.read_text("utf-8") == kept


def test_a_file_that_cannot_be_read_stops_the_command_and_stays(home, typed):
    home.parent.mkdir(parents=True)
    home.write_text("not json", "utf-8")
    status, said = typed(["practice", "king", "--lang", "ru"], "1")
    assert (status, said) == (1, "Файл с вашими ответами не прочитан: это не JSON.\n")
    assert home.read_text("utf-8") == "not json"


def test_without_fsrs_the_command_says_what_to_install(monkeypatch, typed):
    usual = builtins.__import__

    def without(name, *given):
        if name == "fsrs":
            raise ImportError(name)
        return usual(name, *given)

    monkeypatch.setattr(builtins, "__import__", without)
    assert typed(["practice", "king", "--lang", "en"]) == (
        1,
        "Practice needs the package fsrs: pip install fsrs.\n",
    )


def test_the_page_keeps_a_file_that_the_command_reads():
    examiner = Examiner("en", Fsrs())
    examiner.ask(json.dumps({"game": "king", "kept": None, "seed": 1}))
    told = json.loads(examiner.answer(json.dumps({"chosen": 0, "kept": None})))
    kept = json.dumps(told["kept"])
    assert list(Ledger.read(kept).records) == ["king.cut"]
    assert told["why"][0]["url"] == "games/king.html#king.cut"
    merged = json.loads(examiner.merge(json.dumps({"kept": None, "file": kept})))
    assert merged == {"taken": 1, "kept": told["kept"]}


def test_the_panel_of_a_notebook_asks_explains_and_keeps(home):
    from cardlib.widget import Practice  # noqa: PLC0415

    panel = Practice("king", lang="en", seed=1)
    subject, right = panel.question.subject, panel.question.right
    assert "<svg" not in panel.asked.value  # a shuffle has no table yet
    panel.choices.children[(right + 1) % len(panel.choices.children)].click()
    assert "No." in panel.told.value
    assert f"#{subject}" in panel.told.value
    assert Ledger.read(home.read_text("utf-8")).records[subject]["right"] == 0
    panel.answer(right + 1)
    assert panel.ledger.records[subject]["asked"] == 1, "the first answer counts"
    panel.further.click()
    assert panel.question.subject != subject
    other = Practice("king", lang="ru", keep=False)
    assert "1" in other.take(panel.give())
    with pytest.raises(Wrong):
        panel.answer(9)
