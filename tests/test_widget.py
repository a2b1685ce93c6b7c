"""The card table as Python sees it: what it shows, what it keeps hidden, and what it answers to anything."""

import json
import random
import re
from itertools import count

import pytest
import traitlets
from conftest import GAMES
from hypothesis import given, settings
from hypothesis import strategies as st
from test_contract import _swap

from cardlib import kit, record, say
from cardlib.cards import BACK, CARDS
from cardlib.games import load
from cardlib.widget import Sitting, Table
from cardlib.widget.scene import aloud, scene
from cardlib.widget.sitting import labels

every_game = pytest.mark.parametrize("name", GAMES)
every_language = pytest.mark.parametrize("lang", say.LANGUAGES)
CODE = re.compile(r"\b(?:[A2-9TJQK][SHDC]|X[RB])\b")


def tables(name):
    """(players, seat): every seat of the smallest and the largest table."""
    for players in {load(name).PLAYERS[0], load(name).PLAYERS[-1]}:
        yield from ((players, seat) for seat in range(players))


def played(name, players, seat, seed, turns=25):
    """A sitting before each of the reader's turns, his moves chosen at random."""
    rng = random.Random(seed)
    sitting = Sitting(name, players=players, seat=seat, seed=seed, level="simple", lang="en")
    for _ in range(turns):
        yield sitting
        if sitting.state.turn == kit.OVER:
            return
        if sitting.deal_is_over():
            sitting.deal_again()
        elif moves := sitting.legal():
            assert sitting.move(kit.write(rng.choice(moves)))
        else:
            return


def hidden(sitting):
    """The cards that the reader may not see: all that lie face down to him and nowhere face up."""
    game, s = sitting.game, sitting.state
    seen = {c for zone in sitting.view_for(sitting.viewer).zones for c in zone.cards}
    return {c for zone in game.table(s) for c in zone.cards if c and c not in seen}


def drawn(shown):
    """All that is drawn of the position: the scene without what was said of earlier moves, and fixed labels."""
    return {key: value for key, value in shown.items() if key not in ("events", "refusal", "labels")}


def walk_values(value):
    if isinstance(value, dict):
        for inner in value.values():
            yield from walk_values(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from walk_values(inner)
    else:
        yield value


@every_game
def test_hidden_cards_are_not_in_the_scene(name):
    for players, seat in tables(name):
        covered = 0
        for sitting in played(name, players, seat, seed=seat):
            if sitting.state.turn < 0:
                continue
            secret = hidden(sitting)
            covered += bool(secret)
            texts = [text for text in walk_values(drawn(scene(sitting))) if isinstance(text, str)]
            codes = {code for text in texts for code in CODE.findall(text.replace("card-en-", ""))}
            assert not codes & {str(c) for c in secret}, (players, seat)
            aloud_names = " ".join(texts)
            assert not [c for c in secret if f"{say.card_name(c, 'en')}" in aloud_names]
        assert covered or not any(zone.cards for zone in sitting.game.table(sitting.state))


@every_game
def test_the_scene_does_not_depend_on_hidden_cards(name):
    rng = random.Random(5)
    swapped = 0
    for players, seat in tables(name):
        for sitting in played(name, players, seat, seed=seat + 10):
            secret = sorted(hidden(sitting), key=lambda c: c.n)
            if sitting.state.turn < 0 or len(secret) < 2:
                continue
            before = drawn(scene(sitting))
            real = sitting._state
            sitting._state = kit.clone(real)
            _swap(sitting._state, *rng.sample(secret, 2))
            assert drawn(scene(sitting)) == before
            sitting._state = real
            swapped += 1
    assert swapped


@every_game
def test_what_was_said_of_the_others_moves_gives_nothing_away(name):
    """A card in the account of a move lies open, or lay open before it, or was won, or is told of by the game."""
    for players, seat in tables(name):
        for sitting in played(name, players, seat, seed=seat + 20):
            if sitting.state.turn < 0:
                continue
            told = {str(c) for event in sitting.events for c in facts_in(event.told)}
            open_before = {str(c) for zone in sitting.view_for(seat).zones for c in zone.cards}
            won = {str(c) for z in sitting.game.table(sitting.state) if z.name == "won" for c in z.cards}
            for event, shown in zip(sitting.events[-40:], scene(sitting)["events"], strict=True):
                if event.seat in (seat, kit.NOBODY):
                    continue
                signs = {c for c in CARDS.values() if say.card_sign(c, "en") in shown["text"] and c.suit < 4}
                later = {str(c) for e in sitting.events for c in atoms(e.move)}
                assert {str(c) for c in signs} <= told | open_before | won | later


def atoms(move):
    return [a for a in kit.atoms(move) if a in CARDS.values()]


def facts_in(told):
    stack = [fact for ruling in told for fact in ruling.facts.values()]
    while stack:
        fact = stack.pop()
        if isinstance(fact, tuple):
            stack += fact
        elif fact in CARDS.values():
            yield fact


@every_game
@every_language
def test_a_scene_is_plain_and_speaks_one_language(name, lang):
    for sitting in played(name, load(name).PLAYERS[0], 0, seed=3, turns=12):
        sitting.lang = lang
        shown = scene(sitting)
        assert json.loads(json.dumps(shown)) == shown
        prose = [shown["status"], shown["label"], shown["position"]]
        prose += [card["label"] for place in shown["places"] for zone in place["zones"] for card in zone["cards"]]
        for text in prose:
            assert bool(re.search("[а-яё]", text.lower())) == (lang == "ru"), text
            assert "None" not in text
            assert not set("{}♠♥♦♣") & set(text)


def test_both_languages_have_the_same_labels():
    assert set(labels("ru")) == set(labels("en"))
    for name, text in labels("ru").items():
        assert re.findall(r"\{(\w+)", text)[:1] == re.findall(r"\{(\w+)", labels("en")[name])[:1], name


@every_game
def test_every_legal_move_can_be_reached(name):
    """A legal move is a button, or each of its cards and places can be clicked and the sizes agree."""
    for players, seat in tables(name):
        for sitting in played(name, players, seat, seed=seat + 30):
            shown = scene(sitting)
            cards = [card for place in shown["places"] for zone in place["zones"] for card in zone["cards"]]
            buttons = {button["text"] for button in shown["buttons"] if button["legal"]}
            for n, move in enumerate(shown["moves"]):
                touching = [card for card in cards if n in card["moves"]]
                assert move["text"] in buttons or len(touching) == move["size"] > 0, move
                named = {atom for atom in move["text"].split() if atom in CARDS}
                if move["text"] not in buttons:
                    assert named <= {card["code"] for card in touching}


@every_game
@every_language
def test_refused_moves_say_why_and_where_the_rule_is(name, lang):
    found = 0
    for deal in record.deals(name):
        for step in record.replay(deal):
            if not step.refusal:
                continue
            sitting = Sitting(
                name,
                seat=step.line.seat,
                state=step.state,
                level="simple",
                lang=lang,
                rules_url="/{lang}/{game}#{clause}",
            )
            before = kit.clone(sitting.state)
            answer = sitting.move(kit.write(step.line.move))
            shown = scene(sitting)["refusal"]
            assert shown["clause"] == step.refusal.clause == step.line.clauses[0]
            assert answer == shown["text"] == say.say(step.refusal, lang, deal.players, refused=True)
            assert shown["url"] == f"/{lang}/{name}#{step.refusal.clause}"
            assert sitting.state == before
            found += 1
    assert found


@every_game
def test_a_worked_deal_is_stepped_through_and_played_on(name):
    for deal in record.deals(name):
        sitting = Sitting(name, deal=deal.name, level="simple", lang="ru")
        while scene(sitting)["can"]["back"]:
            sitting.back()
        states = [sitting.state]
        while scene(sitting)["can"]["next"]:
            before = sitting.at
            said = sitting.next()
            assert sitting.at == before + 1
            assert said == sitting.steps[sitting.at].line.comment.get("ru", "")
            states.append(sitting.state)
        assert sitting.next() == labels("ru")["last-step"]
        assert len(states) == len(sitting.steps) > 1
        for at in range(0, len(sitting.steps), 7):
            sitting.walk()
            sitting.at = at
            here = sitting.state
            kept = kit.clone(here)
            sitting.play_on()
            assert not sitting.walking
            assert sitting.state.turn in (0, kit.OVER) or sitting.deal_is_over()
            for _ in range(5):
                if sitting.legal():
                    sitting.move(kit.write(sitting.legal()[0]))
            assert here == kept, "the worked deal itself was played on"


@every_game
def test_undo_goes_back_to_the_readers_last_turn(name):
    for players, seat in tables(name):
        before = []
        for sitting in played(name, players, seat, seed=seat + 40, turns=8):
            before.append((kit.clone(sitting.state), list(sitting.log), sitting.to_move()))
        turns = [entry[:2] for entry in before if entry[2]]
        for state, log in reversed(turns):
            assert scene(sitting)["can"]["undo"]
            assert sitting.undo() == ""
            assert (sitting.state, sitting.log) == (state, log)
        assert sitting.undo() == labels("en")["no-undo"]


@every_game
def test_the_log_replays(name):
    for sitting in played(name, load(name).PLAYERS[-1], 0, seed=9, turns=25):
        s = sitting.game.new(sitting.players, sitting.options)
        for move in sitting.log:
            s, _ = kit.step(sitting.game, s, move)
        assert s == sitting.state


@every_game
def test_a_seed_fixes_the_match(name):
    one, other, third = (Sitting(name, seed=seed) for seed in (4, 4, 5))
    assert one.state == other.state != third.state
    assert third.new(4) == ""
    assert third.state == one.state


def test_in_a_worked_deal_with_open_hands_the_reader_still_plays_his_own_seat():
    sitting = Sitting("crazy-eights", deal="ordinary", lang="en")
    sitting.open_hands()
    while sitting.state.turn != 1:
        sitting.next()
    assert not [
        c for zone in sitting.view_for(sitting.viewer).zones if zone.name == "hand" for c in zone.cards if c is BACK
    ]
    assert not sitting.legal()
    assert sitting.move("draw") == labels("en")["not-yours"]
    sitting.play_on()
    assert BACK in next(zone.cards for zone in sitting.view_for(sitting.viewer).zones if zone.owner == 1)
    assert sitting.to_move()


@every_game
def test_a_spectator_plays_for_everybody(name):
    sitting = Sitting(name, seat=None, seed=1)
    seats = set()
    for _ in range(30):
        if not sitting.legal():
            break
        seats.add(sitting.state.turn)
        sitting.move(kit.write(sitting.legal()[0]))
        assert not [c for zone in sitting.view_for(None).zones if zone.name == "hand" for c in zone.cards if c is BACK]
    assert len(seats) >= min(2, sitting.players)  # whoever deals may sit out


def numbered(sitting):
    return sitting.number, sitting.refusal, sitting.notice


WORDS = st.sampled_from([*CARDS, "draw", "pass", "hearts", "takes", "8", "♠Т", "дп", "{0}", "10", "Прикупить", ""])


@pytest.mark.parametrize("name", GAMES)
@settings(deadline=None, max_examples=40)
@given(text=st.one_of(st.text(max_size=20), st.lists(WORDS, max_size=4).map(" ".join)), seed=st.integers(0, 20))
def test_anything_typed_is_answered_by_a_sentence(name, text, seed):
    sitting = Sitting(name, seed=seed, level="simple", lang="ru")
    before = kit.clone(sitting.state)
    number = sitting.number
    answer = sitting.move(text)
    shown = scene(sitting)
    assert sitting.number > number
    if shown["refusal"] or shown["notice"]:
        assert sitting.state == before
        assert answer
        assert "\n" not in answer
        assert re.search("[а-яё]", answer.lower())
    else:
        assert len(sitting.past) == 1


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
ACTS = ["move", "try", "undo", "new", "deal", "next", "back", "play-on", "walk", "open", "colours", "x"]


@settings(deadline=None, max_examples=150)
@given(
    messages=st.lists(
        st.one_of(
            JUNK,
            st.fixed_dictionaries({"do": st.sampled_from(ACTS)}, optional={"text": JUNK, "cards": JUNK}),
            st.fixed_dictionaries({"do": st.just("try"), "cards": st.lists(WORDS, max_size=4)}),
        ),
        max_size=8,
    ),
    deal=st.booleans(),
)
def test_any_message_leaves_a_table(messages, deal):
    sitting = Sitting("crazy-eights", seed=1, lang="en", deal="ordinary" if deal else None)
    for message in messages:
        assert isinstance(sitting.do(message), str)
        json.dumps(scene(sitting))


def test_texts_that_cannot_be_read_or_fit_two_moves_are_told_apart():
    sitting = Sitting("crazy-eights", seed=1, lang="en")
    assert "is not a move" in sitting.move("¿?")
    assert sitting.refusal is None
    assert "wrote nothing" in sitting.move("  ")
    for seed in count():
        sitting = Sitting("crazy-eights", seed=seed, lang="en")
        ranks = [move.rank for move in sitting.legal() if move in CARDS.values()]
        if twins := {rank for rank in ranks if ranks.count(rank) > 1 and rank < 10}:
            break
    answer = sitting.move(str(twins.pop()).replace("1", "A"))
    assert "fits several moves" in answer
    offered = scene(sitting)["choices"]
    assert len(offered) >= 2
    sitting.move(offered[0]["text"])
    assert len(sitting.past) == 1


def test_a_phrase_on_a_button_can_be_typed():
    sitting = Sitting("crazy-eights", seed=1, lang="ru")
    assert sitting.move("пас") == sitting.why(sitting.refusal)
    assert sitting.refusal.clause == "crazy-eights.draw"


def test_cards_chosen_together_are_tried_in_the_shape_of_a_move():
    sitting = Sitting("scopa", seed=1, lang="en")
    hand, lying = sitting.state.hands[0], sitting.state.table
    c, other = next((c, t) for c in hand for t in lying if c.rank != t.rank)
    sitting.do({"do": "try", "cards": [str(c), str(other)]})
    assert sitting.refusal
    assert sitting.refusal.clause in ("scopa.equal", "scopa.court")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"game": "crazy-seights"}, "there is no game"),
        ({"players": 9}, "for 2, 3, 4, 5, 6 or 7 players, not 9"),
        ({"seat": 2}, "there is no seat 2"),
        ({"options": {"target": 3}}, "has no target=3"),
        ({"deal": "nothing"}, "has no worked deal 'nothing'"),
        ({"deal": "ordinary", "options": {"target": 100}}, "brings its own"),
        ({"lang": "de"}, "ru and en, not de"),
    ],
)
def test_a_table_that_cannot_be_set_says_so(wrong, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        Table(**({"game": "crazy-eights"} | wrong))


# The widget


def test_the_widget_shows_what_the_cells_do():
    table = Table("crazy-eights", seed=1, lang="en")
    assert table.view["lang"] == "en"
    assert "card-en-7H" in table.sprite
    answer = table.move("pass")
    assert table.view["refusal"]["text"] == answer
    assert table.refusal.clause == "crazy-eights.draw"
    move = table.legal()[0]
    table.move(move)
    assert table.refusal is None
    assert move in table.log
    assert table.view["can"]["undo"]
    table.undo()
    assert not table.view["can"]["undo"]
    table.new(seed=3)
    assert table.state == Sitting("crazy-eights", seed=3).state
    assert table.view_for(1).zones[0].cards[0] is BACK


def test_the_widget_hears_the_browser():
    table = Table("crazy-eights", deal="ordinary", lang="ru")
    at = table.sitting.at
    table._handle_custom_msg({"do": "next"}, [])
    assert table.sitting.at == at + 1
    assert table.view["walk"]["comment"]
    table._handle_custom_msg({"do": "colours"}, [])
    assert table.four_colours
    assert table.view["four"]
    table._handle_custom_msg("nonsense", [])
    assert table.view["notice"] == labels("ru")["unknown"]


def test_language_and_colours_change_live():
    table = Table("crazy-eights", seed=1, lang="ru")
    assert table.view["status"] == "Ваш ход."
    table.lang = "en"
    assert table.view["status"] == "Your turn."
    assert "card-en-7H" in table.sprite
    with pytest.raises(traitlets.TraitError):
        table.lang = "de"
    table.four_colours = True
    assert table.view["four"]


def test_house_rules_change_the_ruling():
    table = Table("crazy-eights", deal="refusal", lang="en")
    while table.state.turn != 0 or not table.state.heap:
        table.next()
    assert table.move("draw") == table.sitting.why(table.refusal)
    assert table.refusal.clause == "crazy-eights.play-it"
    other = table.under(draw_freely=True)
    assert other.state.hands == table.state.hands
    other.move("draw")
    assert other.refusal is None
    assert other.log[0] == "draw"


def test_cards_are_named_for_the_ear():
    assert aloud("♠10, ♥Т — 2", "ru") == "десятка пик, туз червей — 2"
    assert aloud("lay ♦8", "en") == "lay eight of diamonds"


def test_a_click_on_a_stack_of_one_s_own_does_the_one_thing_there_is_to_do():
    sitting = Sitting("war", seed=1)
    drawn = scene(sitting)
    mine = next(place for place in drawn["places"] if place["mine"])
    (top,) = next(zone for zone in mine["zones"] if zone["shape"] == "pile")["cards"]
    (move,) = top["moves"]
    assert drawn["moves"][move]["text"] == "turn"
    others = next(place for place in drawn["places"] if not place["mine"])
    assert next(zone for zone in others["zones"] if zone["shape"] == "pile")["cards"][0]["moves"] == []


@every_language
@pytest.mark.parametrize("name", ["crazy-eights", "two-handed-hearts", "ten-of-clubs"])
def test_a_hint_is_said_and_moves_nothing(name, lang):
    sitting = Sitting(name, seed=2, level="simple", lang=lang)
    before, number = kit.clone(sitting.state), sitting.number
    assert scene(sitting)["can"]["hint"]
    answer = sitting.do({"do": "hint"})
    shown = scene(sitting)
    assert answer == shown["notice"]
    assert any(sitting.phrase(move) in answer for move in sitting.legal())
    assert not set("♠♥♦♣") & set(shown["heard"])
    assert sitting.state == before
    assert sitting.number > number
    assert sitting.hint() == answer
    assert bool(re.search("[а-яё]", answer)) == (lang == "ru")


def test_a_hint_is_given_in_a_worked_deal_and_from_a_position():
    walking = Sitting("crazy-eights", deal="ordinary", lang="en")
    while not walking.legal():
        walking.next()
    said = walking.hint()
    assert any(said.startswith(walking.phrase(move)) for move in walking.legal())
    position = Sitting("scopa", state=kit.start(load("scopa"), seed=3), seat=None, lang="en")
    assert position.hint()
    position.move(kit.write(position.legal()[0]))
    assert position.hint()


def test_opponents_of_every_level_sit_down():
    for level in ("simple", "careful", "strong"):
        sitting = Sitting("two-handed-hearts", seed=1, level=level)
        for _ in range(3):
            sitting.move(kit.write(sitting.legal()[0]))
        assert len(sitting.log) >= 6
    with pytest.raises(ValueError, match="opponents are simple, careful or strong, not perfect"):
        Sitting("scopa", level="perfect")
