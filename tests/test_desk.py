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
from cardlib.tutor import desk, parting
from cardlib.widget import dispute, kept

every_game = pytest.mark.parametrize("name", GAMES)
every_language = pytest.mark.parametrize("lang", say.LANGUAGES)
OPTIONS = [(name, o, v) for name in GAMES for o, values in kit.choices(load(name)).items() for v in values[1:]]
UNSEEN = {("two-ten-jack", "face_down")}  # changes what is shown of the stock, and nothing of the play
NONSENSE = ["nonsense", 7, ("take", 3)]


def positions(name, n=12, seed=1, tables=None):
    """Positions of a match played at random, by several numbers of players, with the moves that led to them."""
    game = load(name)
    for players in tables or {game.PLAYERS[0], game.PLAYERS[-1]}:
        rng = random.Random(seed)
        s, log = game.new(players, game.Options()), []
        while n > sum(not shuffle(move) for move in log) and s.turn != kit.OVER:
            if s.turn == kit.NOBODY:
                log.append(kit.deal(game, s, rng))
            elif moves := game.legal(s):
                yield game, kit.clone(s), list(log)
                log.append(rng.choice(moves))
                game.play(s, log[-1])
            else:
                break


def shuffle(move):
    return isinstance(move, tuple) and move[0] == "deal"


def cards(game, s):
    """The cards on the table."""
    return sorted(c.n for zone in game.table(s) for c in zone.cards if c)


def first(game, one, other, **how):
    """The first difference that a search finds."""
    return next((p.best for p in parting.search(game, one, other, **how) if p.best), None)


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
    for game, s, log in positions(name):
        for move in [*game.legal(s)[:3], *NONSENSE]:
            found = desk.verdicts(game, s, move, log)
            assert found[0].refusal == game.refuse(s, kit.canon(move))
            own = [v for v in found if v.game == name and v.option]
            assert [(v.option, v.value) for v in own] == [(o, v) for o, vs in choices.items() for v in vs[1:]]
            for v in own:
                options = kit.options(game, **{v.option: v.value})
                same_pack = cards(game, s) == cards(game, kit.start(game, s.players, options))
                assert (v.why and v.why.key) == (None if same_pack else "other-pack")
                if v.why:
                    assert not v.allowed
                else:
                    carried = kit.clone(s)
                    carried.options = options
                    assert v.refusal == game.refuse(carried, kit.canon(move))
            assert not clash & {frozenset(((v.option, v.value),)) for v in own}


@every_game
def test_judging_changes_nothing(name):
    for game, s, log in positions(name, 4):
        before = kit.clone(s)
        desk.verdicts(game, s, game.legal(s)[0], log)
        assert s == before


def test_a_position_without_a_turn_is_not_judged():
    game = load("crazy-eights")
    with pytest.raises(Wrong) as refused:
        desk.verdicts(game, game.new(2, game.Options()), "draw", [])
    assert refused.value.key == "a-shuffle-due"


# Relatives


def judged(name, players):
    """What each relative came to say: `judged`, or why it cannot be."""
    met = {}
    for seed in range(1, 4):
        for game, s, log in positions(name, 40, seed, [players]):
            for v in desk.verdicts(game, s, game.legal(s)[-1], log)[1:]:
                if v.option is None:
                    met.setdefault(v.game, set()).add(v.why.key if v.why else "judged")
    return met


@pytest.mark.parametrize(
    ("name", "players", "says"),
    [
        ("thousand", 3, {"five-hundred-and-one": {"judged"}, "thousand-and-one": {"judged", "other-move"}}),
        ("five-hundred-and-one", 2, {"thousand": {"judged"}, "thousand-and-one": {"other-players"}}),
        ("thousand-and-one", 4, {"five-hundred-and-one": {"other-deal"}, "thousand": {"other-deal"}}),
        ("gin-rummy", 2, {"rummy": {"judged"}}),
        ("rummy", 2, {"gin-rummy": {"judged", "other-move"}}),
        ("rummy", 3, {"gin-rummy": {"other-deal"}}),
        ("stay-away", 4, {"king": {"judged"}}),
        ("king", 4, {"king-three-handed": {"other-players"}, "stay-away": {"judged"}}),
        ("sixty-six", 2, {"sixty-six-three-handed": {"other-players"}}),
        ("sixty-six-three-handed", 3, {"sixty-six": {"other-players"}}),
        ("war", 2, {"war-32": {"other-pack"}}),
        ("war-32", 2, {"war": {"other-pack"}}),
        ("scopa", 2, {}),
    ],
)
def test_a_relative_judges_or_says_why_not(name, players, says):
    assert judged(name, players) == says


KIN = [(name, n) for name in GAMES if desk.relatives(load(name)) for n in load(name).PLAYERS]


@pytest.mark.parametrize(("name", "players"), KIN)
def test_a_relative_is_shown_the_same_position(name, players):
    for game, s, log in positions(name, 40, tables=[players]):
        for other in desk.relatives(game):
            try:
                t = desk.among(other, game, s, log)
            except Wrong:
                continue
            assert (t.turn, t.players) == (s.turn, s.players) and type(t) is type(other.new(players, other.Options()))
            assert {(z.name, z.owner): sorted(c.n for c in z.cards) for z in game.table(s) if z.cards} == {
                (z.name, z.owner): sorted(c.n for c in z.cards) for z in other.table(t) if z.cards
            }


@pytest.mark.parametrize(("name", "players"), KIN)
def test_a_relative_tells_nothing_of_hidden_cards(name, players):
    rng, compared = random.Random(2), 0
    for game, s, log in positions(name, 40, tables=[players]):
        played = {c for move in log if not shuffle(move) for c in kit.atoms(move)}
        view = kit.view(game, s, s.turn)
        seen = {c for zone in view.zones for c in zone.cards}
        hidden = [c for zone in game.table(s) for c in zone.cards if c not in seen | played]
        if len(hidden) < 2:
            continue
        a, b = rng.sample(hidden, 2)
        swapped = [tuple({a: b, b: a}.get(x, x) for x in move) if shuffle(move) else move for move in log]
        t = game.new(players, s.options)
        for move in swapped:
            game.play(t, move)
        if kit.view(game, t, s.turn) != view:
            continue  # who deals was cut with these cards
        for move in game.legal(s)[:3]:
            assert said(game, s, move, log) == said(game, t, move, swapped)
            compared += 1
    assert compared


def said(game, s, move, log):
    """The verdicts of relatives, without what the move brings about."""
    found = desk.verdicts(game, s, move, log)
    return [(v.game, v.refusal, v.why and v.why.key) for v in found if v.game != game.NAME]


@pytest.mark.parametrize("lang", say.LANGUAGES)
def test_why_a_relative_cannot_judge_is_one_sentence(lang):
    for name, players in KIN:
        game, s, log = next(positions(name, tables=[players]))
        for rows in (dispute.rows(game, s, game.legal(s)[0], known, lang) for known in (log, None)):
            kin = rows[-len(desk.relatives(game)) :]
            for row in kin:
                assert row.clause or row.allowed or (row.why.count(".") == 1 and row.why[0].isupper())


# The smallest deal


@pytest.mark.parametrize(("name", "option", "value"), OPTIONS, ids=str)
def test_every_option_has_a_deal_on_which_it_tells(name, option, value):
    game = load(name)
    usual, changed = game.Options(), kit.options(game, **{option: value})
    for one, other in ((usual, changed), (changed, usual)):
        found = first(game, one, other, budget=1_000 if (name, option) in UNSEEN else parting.BUDGET)
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
    found = parting.differ(game, one, other, budget=10_000)
    assert found.size[0] == moves
    again = parting.differ(game, one, other, budget=10_000)
    assert (again.moves, again.move) == (found.moves, found.move)


# Moves of the smallest deal that tells a house rule about whole matches, found in 10,000 moves. A difference after 500
# turns or 300 rounds cannot be shorter than these.
WHOLE = "target", "limit", "deals", "games", "party", "win_back", "king_on_hearts", "stop_early", "losses"
CEILING = {
    "crazy-eights": 60,
    "fifteen": 90,
    "five-hundred-and-one": 80,
    "frogs-in-the-pond": 34,
    "gin-rummy": 40,
    "king": 224,
    "king-three-handed": 210,
    "rolling-stone": 160,
    "rummy": 40,
    "scopa": 144,
    "sixty-one": 24,
    "sixty-six": 40,
    "sixty-six-three-handed": 65,
    "stay-away": 48,
    "ten-of-clubs": 70,
    "thousand": 80,
    "thousand-and-one": 180,
    "twenty-nine": 50,
    "two-handed-hearts": 52,
    "two-ten-jack": 60,
    "war": 20,
    "war-32": 20,
}
LONGER = {
    ("gin-rummy", "limit", 1000): 1010,
    ("rummy", "limit", 1000): 1030,
    ("war", "limit", 300): 800,
    ("war-32", "limit", 100): 230,
}


@pytest.mark.parametrize(("name", "option", "value"), [case for case in OPTIONS if case[1] in WHOLE], ids=str)
def test_a_difference_in_whole_matches_is_shown_in_few_moves(name, option, value):
    game = load(name)
    found = parting.differ(game, game.Options(), kit.options(game, **{option: value}), budget=10_000)
    assert found.size[0] <= LONGER.get((name, option, value), CEILING[name])


def test_a_search_keeps_to_its_budget_and_gets_no_worse():
    game = load("gin-rummy")
    sizes = []
    for progress in parting.search(game, game.Options(), kit.options(game, undercut=20), budget=12_000):
        sizes += [progress.best.size] if progress.best else []
    assert progress.tried < 13_000 and sizes == sorted(sizes, reverse=True)


def test_hardly_shuffled_packs_lose_no_card():
    loose, rng = load("scopa").loose(load("scopa").new(2, load("scopa").Options())), random.Random(1)
    for _ in range(200):
        assert sorted(c.n for c in parting.shuffled(loose, rng)) == sorted(c.n for c in loose)


# In words


@every_game
@every_language
def test_verdicts_are_said_in_both_languages(name, lang):
    for game, s, log in positions(name, 3):
        for move in [*game.legal(s)[:2], "nonsense"]:
            rows = dispute.rows(game, s, move, log, lang)
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
