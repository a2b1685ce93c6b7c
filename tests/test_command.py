"""The command line in both languages: lists, play, lesson, replay, simulate and bench; a sentence for every mistake."""

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import GAMES

import cardlib
from cardlib import kit, opponent, record, say, terms
from cardlib.__main__ import main
from cardlib.cards import BACK, card, cards
from cardlib.catalogue import catalogue
from cardlib.command import find_game
from cardlib.command.lists import pack_sizes
from cardlib.command.play import Seat, in_sight
from cardlib.games import load
from cardlib.lookup import look_up
from cardlib.tutor import lessons

every_language = pytest.mark.parametrize("lang", say.LANGUAGES)
every_game = pytest.mark.parametrize("name", GAMES)


def run(capsys, *argv):
    """Exit status, what was printed, what was complained of."""
    status = main(argv)
    out, err = capsys.readouterr()
    return status, out, err


def typing(monkeypatch, *lines):
    """A player who types these lines, then closes the terminal."""
    left = list(lines)

    def typed(prompt=""):
        print(prompt)
        if not left:
            raise EOFError
        return left.pop(0)

    monkeypatch.setattr("builtins.input", typed)


# Phrases


def test_both_languages_have_the_same_phrases():
    ru, en = (say.words(lang, "command") for lang in say.LANGUAGES)
    assert {section: set(ru[section]) for section in ru} == {section: set(en[section]) for section in en}


def test_every_phrase_is_used():
    source = "".join(p.read_text("utf-8") for p in [*Path(cardlib.__path__[0], "command").glob("*.py")])
    source += Path(cardlib.__path__[0], "__main__.py").read_text("utf-8")
    for section, phrases in say.words("en", "command").items():
        for name in phrases:
            word = name.removesuffix("-value") if section == "help" else name
            assert f'"{word}"' in source, f"nobody says [{section}] {name}"


@every_language
@pytest.mark.parametrize("command", ["", "games", "play", "lesson", "replay", "term", "simulate", "bench", "duel"])
def test_help_is_in_the_readers_language(capsys, lang, command):
    status, out, err = run(capsys, "--lang", lang, *command.split(), "-h")
    assert (status, err) == (0, "")
    assert out.startswith("Usage: python -m cardlib" if lang == "en" else "Вызов: python -m cardlib")
    assert out.count("sage:") + out.count("ызов:") == 1
    assert bool(re.search("[а-яё]", out)) == (lang == "ru")
    assert not re.search("usage:|options:|positional|show this help message", out)


def test_without_a_command_help_is_printed(capsys, monkeypatch):
    monkeypatch.setenv("CARDLIB_LANG", "ru")
    status, out, _ = run(capsys)
    assert status == 0
    assert "сыграть за столом" in out


def test_the_language_may_stand_after_the_command(capsys):
    assert run(capsys, "games", "--lang", "ru") == run(capsys, "--lang", "ru", "games")


# Mistakes


@pytest.mark.parametrize(
    ("argv", "status", "ru", "en"),
    [
        ("frobnicate", 2, "«frobnicate» не подходит", "'frobnicate' will not do"),
        ("games --nonsense", 2, "Лишнее в командной строке: --nonsense.", "There is no use for this: --nonsense."),
        ("games --players two", 2, "--players: нужно целое число, а не «two».", "--players: a whole number is needed"),
        ("games --players", 2, "--players: не указано значение.", "--players: no value is given."),
        ("games --players 0", 1, "Таких игр нет.", "There are no such games."),
        ("games --pack 5", 1, "Таких игр нет.", "There are no such games."),
        ("games --family sheding", 2, "Семейства «sheding» нет. Есть shed", "There is no family 'sheding'. There are"),
        ("play", 2, "Не хватает аргументов: ИГРА.", "Something is missing: GAME."),
        ("play crazy-aights", 2, "Может быть: crazy-eights", "Perhaps: crazy-eights"),
        ("play полоумные_восмёрки", 2, "Может быть: crazy-eights", "Perhaps: crazy-eights"),
        ("play zzzzzzzz", 2, "Игры «zzzzzzzz» нет. Весь список:", "There is no game 'zzzzzzzz'. For the list:"),
        ("play crazy-eights --players 9", 2, "игроков бывает 2, 3, 4, 5, 6 или 7, а не 9.", "6 or 7 players, not 9."),
        ("play crazy-eights --seat 2", 2, "Места 2 за столом нет: места — от 0 до 1.", "There is no seat 2"),
        ("play crazy-eights --seat -1", 2, "Места -1 за столом нет", "There is no seat -1"),
        ("play crazy-eights --option taget=9", 2, "правила «taget» нет. Есть any_after_pass", "house rule 'taget'"),
        ("play crazy-eights --option target=9", 2, "target=9 не бывает. Можно: 500 или 100.", "from 500 or 100."),
        ("play crazy-eights --option target", 2, "пишите имя=значение, например target=100.", "as in target=100."),
        ("replay nothing", 1, "Нет ни файла «nothing», ни", "neither a file 'nothing' nor"),
        (
            "replay crazy-eights/nothing",
            1,
            "сдачи «nothing» нет. Есть blocked",
            "worked deal 'nothing'. It has blocked",
        ),
        ("replay crazy-aights/ordinary", 2, "Может быть: crazy-eights", "Perhaps: crazy-eights"),
        ("replay ordinar --game crazy-eights", 1, "Есть ordinary.", "It has ordinary."),
        ("replay there/is/none.deal", 1, "Файла «there/is/none.deal» нет.", "There is no file"),
        ("replay / --table", 2, "Игры «» нет.", "There is no game ''."),
        ("simulate crazy-eights -n 0", 2, "-n: нужно не меньше 1.", "-n: it takes 1 at least."),
        ("simulate crazy-eights --workers 0", 2, "--workers: нужно не меньше 1.", "--workers: it takes 1 at least."),
        ("simulate crazy-eights -n ∞", 2, "-n: нужно целое число, а не «∞».", "-n: a whole number is needed"),
        ("bench --seconds nan", 2, "--seconds: нужно не меньше 0.", "--seconds: it takes 0 at least."),
        ("bench --seconds soon", 2, "--seconds: нужно число, а не «soon».", "--seconds: a number is needed"),
        ("bench --games crazy-aights", 2, "Может быть: crazy-eights", "Perhaps: crazy-eights"),
    ],
)
def test_a_mistake_gets_one_sentence(capsys, argv, status, ru, en):
    for lang, expected in (("ru", ru), ("en", en)):
        found, out, err = run(capsys, "--lang", lang, *argv.split())
        assert (found, out) == (status, "")
        assert expected in err
        assert err.count("\n") == 1
        assert err.rstrip()[-1] in ".?"
        assert bool(re.search("[а-яё]", err.replace("полоумные_восмёрки", ""))) == (lang == "ru")


def test_an_unknown_language_is_told_in_the_readers_own(capsys, monkeypatch):
    monkeypatch.setenv("CARDLIB_LANG", "ru")
    status, _, err = run(capsys, "games", "--lang", "fr")
    assert (status, err) == (2, "--lang: «fr» не подходит. Можно: ru, en.\n")


@pytest.mark.parametrize("argv", [["--lang"], ["--", "games"], ["play", "--", "-h"], ["", ""], ["games", "\udcff"]])
def test_odd_words_end_in_a_sentence_too(capsys, argv):
    status, _, err = run(capsys, *argv)
    assert status in (0, 1, 2)
    assert err.count("\n") <= 1


def test_a_game_that_is_only_listed_is_told_apart(capsys):
    listed = next((slug for slug in catalogue() if slug not in GAMES), None)
    if listed is None:
        pytest.skip("every game can be played")
    status, _, err = run(capsys, "--lang", "ru", "play", listed)
    assert status == 2
    assert re.search("Игра «.+» в картотеке есть, но сыграть в неё пока нельзя", err)


def test_nobody_reading_is_no_reason_to_complain():
    argv = [sys.executable, "-m", "cardlib", "replay", "crazy-eights/ordinary", "--table"]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


# games, term


@every_language
def test_every_game_is_listed_with_its_titles(capsys, lang):
    _, out, _ = run(capsys, "--lang", lang, "games")
    lines = out.splitlines()
    assert [line.split()[0] for line in lines[1:-1]] == list(GAMES)
    line = next(line for line in lines if line.startswith("crazy-eights "))
    titles = ["Crazy Eights", "Полоумные восьмёрки"]
    expected = [*(titles if lang == "en" else titles[::-1]), "2–7", "52"]
    assert re.split("  +", line)[1:5] == expected
    starts = {line.index(" 2–7 ") for line in lines if " 2–7 " in line}
    assert len(starts) == 1


@pytest.mark.parametrize(
    ("flags", "there"),
    [
        ("--players 7", True),
        ("--players 8", False),
        ("--pack 52 --players 2", True),
        ("--pack 36", False),
        ("--family shed", True),
        ("--family Shedding_games", True),
        ("--family trick", False),
    ],
)
def test_games_are_chosen(capsys, flags, there):
    _, out, _ = run(capsys, "games", *(word.replace("Shedding_", "Shedding ") for word in flags.split()))
    assert ("crazy-eights" in out) == there


@every_game
def test_the_pack_is_counted_on_the_table(name):
    game = load(name)
    for players in game.PLAYERS:
        s = kit.start(game, players, seed=1)
        assert pack_sizes(game, players) == [sum(c is not None for zone in game.table(s) for c in zone.cards)]


@pytest.mark.parametrize("called", ["crazy-eights", "Crazy Eights", "ПОЛОУМНЫЕ ВОСЬМЕРКИ", "crazy_eights"])
def test_a_game_is_found_by_any_of_its_names(called):
    assert find_game(called, "en").NAME == "crazy-eights"


def test_a_word_is_looked_up_in_any_form(capsys):
    status, out, err = run(capsys, "--lang", "ru", "term", "взятками")
    assert (status, err) == (0, "")
    assert out.startswith("взятка — trick\n")
    status, out, _ = run(capsys, "--lang", "en", "term", "trump", "suit")
    assert (status, out[:11]) == (0, "trump suit ")


@every_language
@pytest.mark.parametrize("word", ["талон", "trick", "беру", "ва-банк", "knocking"])
def test_a_term_is_told_as_in_a_notebook(capsys, lang, word):
    status, out, err = run(capsys, "--lang", lang, "term", word)
    assert (status, err) == (0, "")
    assert out == f"{look_up(word, lang)!r}\n"
    assert out.count("Тема: " if lang == "ru" else "Theme: ") == len(terms.find(word))


def test_a_word_that_is_not_there_is_told_with_the_nearest(capsys):
    assert run(capsys, "--lang", "en", "term", "trik") == (1, "", "The glossary has no 'trik'. Perhaps: trick?\n")
    assert run(capsys, "--lang", "ru", "term", "qqqqqq") == (1, "", "Слова «qqqqqq» в словаре нет.\n")


# play


def start_of(seed):
    """The position that `play crazy-eights --seed` begins with."""
    game, rng = load("crazy-eights"), random.Random(seed)
    s = game.new(2, game.Options())
    while s.turn == kit.NOBODY:
        kit.deal(game, s, rng)
    return game, s


ANSWERS = {
    "ru": ["Не удалось прочесть «%%»", "Так нельзя. Карты ", "подходит к нескольким ходам", "взят назад", "прервана"],
    "en": ["'%%' cannot be read", "You may not do that. You do not hold ", "fits several moves", "back.", "Goodbye!"],
}


@every_language
def test_a_sitting(capsys, monkeypatch, lang):
    unreadable, illegal, ambiguous, undone, bye = ANSWERS[lang]
    game, s = next((game, s) for game, s in map(start_of, range(99)) if s.turn == 0 and _pair(s))
    seed = next(seed for seed in range(99) if start_of(seed)[1] == s)
    rank = _pair(s)
    foreign = next(c for c in cards("AS KS QS JS") if c not in s.hands[0])
    typing(monkeypatch, "", "%%", str(foreign), rank, "?", "u", "h", kit.write(game.legal(s)[0]), "u", "q")
    status, out, err = run(capsys, "--lang", lang, "play", "crazy-eights", "--seed", str(seed))
    assert (status, err) == (0, "")
    prompt = say.words(lang, "command")["play"]["prompt"]
    begun, *answers = out.split(prompt)
    assert len(answers) == 10
    blank, odd, held, either, listed, nothing, helped, moved, back, left = answers
    assert say.say_move(game, s.hands[0][0], lang) in begun
    assert blank.strip() == ""
    assert unreadable in odd
    assert illegal in held
    assert "[crazy-eights.held]" in held
    assert "?" in held
    assert ambiguous in either
    assert either.count("\n") >= 4
    assert all(kit.write(move) in listed for move in game.legal(s))
    assert (phrase := say.words(lang, "command")["play"]["no-undo"]) in nothing
    assert phrase not in back
    assert say.words(lang, "command")["play"]["quit-word"] in helped
    assert say.seat_name(1, 2, lang) in moved
    assert undone in back
    assert begun.strip().splitlines()[-6:] == back.strip().splitlines()[-6:]
    assert bye in left


def _pair(s):
    """A rank of which seat 0 holds two cards, but no eight, as a word."""
    held = [c.text[0] for c in s.hands[0]]
    return next((rank for rank in held if held.count(rank) > 1 and rank != "8"), None)


@pytest.mark.parametrize("ending", [EOFError, KeyboardInterrupt])
def test_leaving_the_terminal_is_no_fault(capsys, monkeypatch, ending):
    def leave(prompt):
        raise ending

    monkeypatch.setattr("builtins.input", leave)
    status, out, err = run(capsys, "--lang", "en", "play", "crazy-eights")
    assert (status, err) == (0, "")
    assert out.endswith("Goodbye!\n")


def test_a_move_may_be_called_by_its_phrase(monkeypatch):
    game = load("crazy-eights")
    s = kit.start(game, 2, seed=1)
    seat = Seat(game, "ru", s.turn, random.Random(1), s)
    s.suit, s.rank = 0, 0
    s.hands[s.turn][:] = cards("7H 6D")
    assert seat.read("Прикупить") == seat.read("draw") == "draw"
    assert seat.read("7ч") == seat.read("♥7") == seat.read("H7") == card("7H")


def test_undo_brings_back_the_same_chances():
    game = load("crazy-eights")
    seat = Seat(game, "en", 0, random.Random(3), game.new(3, game.Options()))
    seat.others()
    begun = seat.state
    went = []
    for _ in range(2):
        seat.news = []
        assert seat.try_move(kit.write(game.legal(begun)[0]))
        seat.others()
        went.append((seat.state, seat.news))
        assert seat.undo()
        assert seat.state == begun
    assert went[0] == went[1]
    assert not seat.undo()


@every_language
@every_game
def test_a_match_is_played_to_its_end(capsys, monkeypatch, name, lang):
    game, rng = load(name), random.Random(1)
    choices = kit.choices(game)
    wanted = "deals" if "deals" in choices else "target"  # the two may contradict each other
    shortest = {wanted: choices[wanted][-1]} if wanted in choices else {}
    players = game.PLAYERS[-1]
    seat = Seat(game, lang, players - 1, rng, game.new(players, kit.options(game, **shortest)), "simple")
    monkeypatch.setattr("builtins.input", lambda prompt: kit.write(rng.choice(game.legal(seat.state))))
    seat.sit()
    out = capsys.readouterr().out
    ending = out.strip().splitlines()[-1]
    phrases = say.words(lang, "command")["play"]
    beginnings = [phrases[key].split("{")[0] for key in ("over", "over-nobody", "patience-out", "patience-stuck")]
    assert ending.startswith(tuple(beginnings))
    assert not re.search(r"None|\{", out)
    assert bool(re.search("[а-яё]", out)) == (lang == "ru")


def seen(*zones):
    return kit.View("crazy-eights", 2, 0, 0, {}, zones)


def test_a_move_with_hidden_cards_is_not_read_out():
    hand, trick = kit.Zone("hand", [BACK, BACK], 1), kit.Zone("trick", cards("7H"))
    c = card("QS")
    given_away = seen(kit.Zone("hand", [BACK], 1), kit.Zone("hand", [BACK], 2))
    assert not in_sight(c, [], seen(hand), given_away)
    assert not in_sight(("give", c, card("KS")), [], seen(hand), seen(kit.Zone("hand", [BACK], 1)))
    assert in_sight(c, [], seen(hand), seen(kit.Zone("discard", [c])))
    assert in_sight("draw", [], seen(hand), seen(hand))
    assert in_sight(("knock", c), [], seen(hand), kit.View("gin-rummy", 2, 0, kit.NOBODY, {}, ()))
    assert in_sight(c, [], seen(hand, trick), seen(kit.Zone("won", [BACK, BACK], 1)))
    assert in_sight(c, [kit.Ruling("crazy-eights.out", {"cards": (c,)})], seen(hand), given_away)


def test_the_opponent_does_not_give_way_while_it_can_lay_a_card():
    rng = random.Random(4)
    for moves in (["draw", card("7H"), card("9H")], ["pass", ("beat", card("7H"))]):
        assert all(opponent.choose(moves, rng) not in opponent.GIVING_WAY for _ in range(50))
    assert opponent.choose(["pass"], rng) == "pass"
    many = [*cards("7H 9H TH"), *((card("8S"), suit) for suit in ("spades", "hearts", "diamonds", "clubs"))]
    eights = sum(isinstance(opponent.choose(many, rng), tuple) for _ in range(400))
    assert 150 < eights < 250


# lesson


@every_language
@every_game
def test_a_lesson_is_taken_to_its_end(capsys, monkeypatch, name, lang):
    steps = lessons.open_lesson(name).steps
    typing(monkeypatch, "?", *(kit.write(step.right[0]) for step in steps))
    status, out, err = run(capsys, "--lang", lang, "lesson", name)
    assert (status, err) == (0, "")
    for step in steps:
        assert step.said[lang]["ask"] in out
        assert step.said[lang]["well"] in out
    assert out.rstrip().endswith(f"play {name}.")


def test_in_a_lesson_one_may_err_ask_pass_over_and_leave(capsys, monkeypatch):
    lesson = lessons.open_lesson("crazy-eights")
    trap = next(step for step in lesson.steps if step.tempting)
    passed = ["n"] * (trap.number - 1)
    typing(monkeypatch, *passed, kit.write(trap.tempting[0]), "%%", "q")
    status, out, err = run(capsys, "--lang", "en", "lesson", "crazy-eights")
    assert (status, err) == (0, "")
    ruling = kit.refuse(lesson.game, lesson.position(trap).state, trap.tempting[0])
    assert f"Not allowed. {say.say(ruling, 'en', refused=True)} [{ruling.clause}]" in out
    assert "“%%” is not a move" in out
    assert out.rstrip().endswith("The lesson is broken off. Goodbye!")


def test_a_game_without_a_lesson_gets_one_sentence(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(lessons, "place", lambda game: tmp_path / f"{game}.toml")
    status, _, err = run(capsys, "--lang", "en", "lesson", "scopa")
    assert (status, err) == (1, "scopa has no lesson: write lessons/scopa.toml.\n")


# replay


@every_language
@pytest.mark.parametrize(("name", "deal"), [(name, d.name) for name in GAMES for d in record.deals(name)])
def test_a_worked_deal_is_told(capsys, name, deal, lang):
    status, out, err = run(capsys, "--lang", lang, "replay", f"{name}/{deal}")
    assert (status, err) == (0, "")
    read = record.open_deal(name, deal)
    assert read.title[lang] in out
    for line in read.lines:
        assert line.comment.get(lang, "") in out
        assert all(f"[{clause}]" in out for clause in line.clauses)
    assert bool(re.search("[а-яё]", out)) == (lang == "ru")
    assert not re.search(r"None|\{", out)


def test_a_deal_is_found_by_file_by_name_and_by_game(capsys, monkeypatch, tmp_path):
    by_name = run(capsys, "replay", "crazy-eights/ordinary")
    assert by_name[0] == 0
    assert run(capsys, "replay", "ordinary", "--game", "Crazy Eights") == by_name
    copy = tmp_path / "mine.deal"
    copy.write_text((record.folder("crazy-eights") / "ordinary.deal").read_text("utf-8"), "utf-8")
    assert run(capsys, "replay", str(copy)) == by_name
    monkeypatch.setattr("cardlib.command.replay.names", lambda: ("crazy-eights",))
    assert run(capsys, "replay", "ordinary") == by_name


def test_a_name_that_several_games_have_needs_the_game(capsys, monkeypatch):
    monkeypatch.setattr("cardlib.command.replay.deal_names", lambda game: ["twin"])
    monkeypatch.setattr("cardlib.command.replay.names", lambda: ("crazy-eights", "other"))
    status, _, err = run(capsys, "--lang", "en", "replay", "twin")
    assert status == 2
    assert err.startswith("Several games have a deal 'twin': crazy-eights and other.")


def test_the_table_is_shown_when_asked(capsys):
    without, plenty = (run(capsys, "--lang", "en", "replay", "crazy-eights/ordinary", *f)[1] for f in ([], ["--table"]))
    assert "Stock: " not in without
    moves = [line for line in record.open_deal("crazy-eights", "ordinary").lines if line.kind in ("deal", "move")]
    assert plenty.count("Stock: ") == len(moves)


@every_language
def test_faults_of_a_file_are_told_with_its_line(capsys, tmp_path, lang):
    text = (record.folder("crazy-eights") / "refusal.deal").read_text("utf-8")
    path = tmp_path / "mine.deal"
    number = text.splitlines().index("0 TD") + 1
    path.write_text(text.replace("\n0 TD\n", "\n0 7D\n"), "utf-8")
    status, out, err = run(capsys, "--lang", lang, "replay", str(path))
    assert status == 1
    said = {"en": "the move breaks crazy-eights.held", "ru": "ход нарушает crazy-eights.held"}
    assert err.startswith(f"{path}:{number}: {said[lang]}")
    assert err.count("\n") == 1
    assert out
    path.write_text("game crazy-eights\nplayers two\n", "utf-8")
    assert run(capsys, "--lang", lang, "replay", str(path))[2].startswith(f"{path}:")
    path.write_bytes("title ru Пример".encode("cp1251"))
    status, _, err = run(capsys, "--lang", lang, "replay", str(path))
    assert status == 1
    assert "UTF-8" in err
    assert str(path) in err


@every_language
def test_a_hint_at_the_prompt(capsys, monkeypatch, lang):
    typing(monkeypatch, "!", say.words(lang, "command")["play"]["hint-word"], "q")
    status, out, err = run(capsys, "--lang", lang, "play", "sixty-one", "--seed", "1", "--level", "strong")
    assert (status, err) == (0, "")
    _, first, second, _ = out.split(say.words(lang, "command")["play"]["prompt"])
    assert first == second
    assert ("Доиграно" if lang == "ru" else "played through") in first


@every_language
def test_a_duel(capsys, lang):
    status, out, err = run(capsys, "--lang", lang, "duel", "sixty-one", "-n", "4", "--seed", "2")
    assert (status, err) == (0, "")
    assert re.search(r"95 ?%", out)
    _, out, _ = run(capsys, "--lang", lang, "duel", "war")
    assert ("выбирать" if lang == "ru" else "nothing to choose") in out
    status, _, err = run(capsys, "--lang", lang, "duel", "scopa", "-n", "1")
    assert status == 2
    assert "2" in err
