"""Tables as text and as pictures: whole, within their frame, and with nothing in them that the viewer may not see."""

import random
from xml.etree import ElementTree

import pytest
from conftest import GAMES

from cardlib import kit, record, say
from cardlib.cards import BACK, CARDS, Card
from cardlib.games import load
from cardlib.show import svg, text
from cardlib.show.cards import HEIGHT, WIDTH, sprite, symbol_id

every_language = pytest.mark.parametrize("lang", say.LANGUAGES)
every_game = pytest.mark.parametrize("name", GAMES)


def positions(name, players):
    """Positions of one match, its first shuffle made, some dozens of moves apart."""
    game, rng = load(name), random.Random(players)
    s = kit.start(game, players, seed=players)
    for n in range(200):
        if s.turn == kit.OVER:
            return
        if s.turn == kit.NOBODY:
            kit.deal(game, s, rng)
        else:
            if n % 9 == 0:
                yield game, kit.clone(s)
            game.play(s, rng.choice(game.legal(s)))


def symbols(lang):
    return {face.get("id") for face in ElementTree.fromstring(sprite(lang)).iter("svg")}


@every_game
@every_language
def test_every_position_of_the_deals_is_drawn_within_its_frame(name, lang):
    known = symbols(lang)
    for deal in record.deals(name):
        for step in record.replay(deal):
            picture = ElementTree.fromstring(svg.table(kit.view(deal.game, step.state, None), lang))
            _, _, width, height = map(float, picture.get("viewBox").split())
            for row in picture.iter("g"):
                left, top = map(float, row.get("transform").removeprefix("translate(").removesuffix(")").split())
                assert 0 <= top <= height - HEIGHT
                for card in row:
                    assert card.tag == "rect" or card.get("href").removeprefix("#") in known
                    assert 0 <= left + float(card.get("x", 0)) <= width - WIDTH
            assert picture.get("aria-label")


@every_game
@every_language
def test_a_seat_is_shown_no_hidden_face(name, lang):
    for players in load(name).PLAYERS:
        for game, s in positions(name, players):
            for seat in range(players):
                view = kit.view(game, s, seat)
                seen = {c for zone in view.zones for c in zone.cards if c and c is not BACK}
                seen |= {value for value in view.public.values() if isinstance(value, Card)}
                hidden = {c for zone in game.table(s) for c in zone.cards if c} - seen
                drawn = svg.table(view, lang)
                assert not [c for c in hidden if f'"#{symbol_id(c, lang)}"' in drawn]
                told = text.table(view, lang).replace("\n", " ").split(" ")
                assert not {say.card_sign(c, lang) for c in hidden} & {word.strip(",;") for word in told}


@every_language
def test_a_picture_is_a_file_of_its_own(lang):
    game = load("crazy-eights")
    picture = ElementTree.fromstring(svg.picture(kit.view(game, kit.start(game, 2, seed=1), 0), lang))
    ids = {element.get("id") for element in picture.iter()}
    wanted = {element.get("href").removeprefix("#") for element in picture.iter() if element.get("href")}
    assert wanted <= ids


@every_language
def test_every_face_has_the_reader_s_letters(lang):
    found = {s.get("id"): s for s in ElementTree.fromstring(sprite(lang)).iter("svg")}
    for c in CARDS.values():
        letters = [t.text for t in found[symbol_id(c, lang)].iter("text")]
        assert letters[0] == (say.rank_letters(c.rank, lang) if c.rank else "★")


def test_seven_at_a_table_stand_in_twos():
    game = load("crazy-eights")
    tall = [svg.table(kit.view(game, kit.start(game, n, seed=1), None), "en") for n in (4, 7)]
    four, seven = (float(ElementTree.fromstring(picture).get("viewBox").split()[3]) for picture in tall)
    assert seven < four * 1.05


@every_language
def test_a_number_below_zero_is_shown_with_its_sign(lang):
    public = {"dealer": kit.NOBODY, "score": [-1, -12]}
    view = kit.View("crazy-eights", 2, None, 0, public, ())
    assert text.facts(view, lang) == []
    assert [fact.split()[0] for seat in (0, 1) for fact in text.seat_facts(view, seat, lang)] == ["−1", "−12"]


@every_language
def test_a_field_that_has_nothing_to_say_leaves_no_gap(lang):
    public = {"losses": [0, 2]}
    view = kit.View("sixty-one", 2, None, 0, public, ())
    assert text.seat_facts(view, 0, lang) == []
    assert [fact.split()[0] for fact in text.seat_facts(view, 1, lang)] == ["2"]
