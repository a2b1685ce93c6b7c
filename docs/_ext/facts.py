"""`{facts}`: what a game is played with, for how many, how long. What the engine knows is not typed on the page."""

from typing import Any

import playouts
from compare import compared
from docutils import nodes
from pieces import both_names, by_players, packs, page, ranges, rounded
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from ui import UI

from cardlib import kit, say
from cardlib.cards import FACES
from cardlib.catalogue import catalogue, families
from cardlib.command import figure
from cardlib.games import load
from cardlib.simulate import Sizes

log = logging.getLogger(__name__)
LINES = ("players", "pack", "rank-order", "values", "aim", "length", "family", "relatives", "also")
WRITTEN = {"pack", "rank-order", "values", "aim", "length", "relatives", "also"}  # the page may add to these


class Facts(SphinxDirective):
    """The game's facts. Lines of the body, `key: text`, give what the engine does not know or add to what it does;
    a line of length stands instead of the measured one."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        lang = self.config.language
        try:
            game = load(self.arguments[0])
        except ValueError as error:
            log.warning("%s", error, location=self.get_location())
            return []
        self.env.temp_data["game"] = game.NAME
        known = self.computed(game, lang)
        for number, raw in enumerate(self.content):
            key, colon, text = raw.partition(":")
            if not raw.strip():
                continue
            if not colon or key.strip() not in WRITTEN:
                log.warning(
                    "%r begins no line of facts: expected %s",
                    key,
                    ", ".join(sorted(WRITTEN)),
                    location=self.get_location(),
                )
                continue
            parsed, messages = self.parse_inline(text.strip(), lineno=self.lineno + number + 1)
            if key.strip() == "length":  # a program that plays without a plan may be no measure
                known.pop("length", None)
            there = known.setdefault(key.strip(), [])
            there += [*([nodes.Text("; ")] if there else []), *parsed, *messages]
        missing = [key for key in ("rank-order", "values", "aim") if key not in known]
        if missing:
            log.warning(
                "the engine does not know %s: give it in a line of the body", missing[0], location=self.get_location()
            )
        items = [
            nodes.definition_list_item(
                "", nodes.term("", UI[lang][key]), nodes.definition("", nodes.paragraph("", "", *known[key])), fact=key
            )
            for key in LINES
            if known.get(key)
        ]
        return [nodes.definition_list("", *items, compared(game=game.NAME), classes=["facts"])]

    def computed(self, game: kit.Game, lang: str) -> dict[str, list[nodes.Node]]:
        """The lines that follow from the engine and the catalogue."""
        said = {"players": players(game, lang), "pack": pack(game, lang), "length": length(game, lang)}
        if power := _by_rank(game, "POWER"):
            said["rank-order"] = strength(power, lang)
        if value := _by_rank(game, "VALUE"):
            said["values"] = worth(value, game, lang)
        lines: dict[str, list[nodes.Node]] = {key: [nodes.Text(text)] for key, text in said.items()}
        entry = catalogue()[game.NAME]
        index = self.env.app.builder.get_relative_uri(self.env.docname, "games/index")
        lines["family"] = [
            nodes.reference("", families()[entry.family][lang], refuri=f"{index}#family-{entry.family}", internal=True)
        ]
        base = entry.variant_of or entry.slug
        kin = [e for e in catalogue().values() if e is not entry and base in (e.slug, e.variant_of)]
        if kin:
            lines["relatives"] = []
            for n, other in enumerate(kin):
                lines["relatives"] += [nodes.Text(", ")] if n else []
                lines["relatives"] += both_names(other, lang, page(self.env, other.slug))
        return lines


def _by_rank(game: kit.Game, name: str) -> tuple[int, ...]:
    """A module's table by rank, if it has one of that shape."""
    found = getattr(game, name, ())
    return found if isinstance(found, tuple) and len(found) == 14 and all(isinstance(n, int) for n in found) else ()


def players(game: kit.Game, lang: str) -> str:
    """For how many; which of them play in pairs."""
    pairs = [n for n in game.PLAYERS if any(len(side) > 1 for side in kit.sides(game, kit.start(game, n, seed=0)))]
    how = [UI[lang]["in_pairs"].format(how=by_players(n, lang).lower().removeprefix("for ")) for n in pairs]
    return "; ".join([ranges(game.PLAYERS), *how])


def pack(game: kit.Game, lang: str) -> str:
    """How many cards and which, for each number of players if that makes a difference."""
    found = packs(game)
    own = next(iter(found))
    if len(found) > 1 and all(sorted(own * n, key=lambda c: c.n) == list(cards) for cards, (n, *_) in found.items()):
        return str(UI[lang]["own_pack"]).format(pack=_pack(own, lang))
    told = []
    for cards, for_whom in found.items():
        text = _pack(cards, lang)
        who = by_players(for_whom[0], lang).lower() if len(for_whom) == 1 else ranges(for_whom)
        told.append(text if len(found) == 1 else f"{who}: {text}")
    return "; ".join(told)


def _pack(cards: tuple[Any, ...], lang: str) -> str:
    plain = [c for c in cards if c.rank]
    jokers = len(cards) - len(plain)
    copies = max(map(plain.count, plain))
    ranks = {c.rank for c in plain}
    high_ace = len(ranks) < 13 and 1 in ranks
    ordered = sorted(ranks, key=lambda rank: 14 if rank == 1 and high_ace else rank)
    run = ordered[-1] if ordered[-1] != 1 else 14
    parts = [counted(len(cards), UI[lang]["card_nouns"], lang)]
    if len(ranks) == 13:
        full = UI[lang]["full_packs"][copies]
        lacking = [say.card_sign(c, lang) for c in FACES for _ in range(copies - plain.count(c))]
        parts.append(UI[lang]["lacking"].format(full, say.join(lacking, lang)) if lacking else full)
    elif run - ordered[0] + 1 == len(ranks):
        ends = [say.rank_name(rank, lang, "gen") for rank in (ordered[0], ordered[-1])]
        parts.append(UI[lang]["from_to"].format(*ends))
    else:
        parts.append(" ".join(say.rank_letters(rank, lang) for rank in ordered))
    if jokers:
        parts.append(counted(jokers, UI[lang]["joker_nouns"], lang))
    return ", ".join(parts)


def strength(power: tuple[int, ...], lang: str) -> str:
    """Ranks from the strongest down."""
    ranks = sorted((rank for rank in range(1, 14) if power[rank] >= 0), key=lambda rank: -power[rank])
    return " ".join(say.rank_letters(rank, lang) for rank in ranks)


def worth(value: tuple[int, ...], game: kit.Game, lang: str) -> str:
    """What the ranks of the pack are worth: dear ones first, those worth their own number together."""
    there = sorted({c.rank for cards in packs(game) for c in cards if c.rank})
    number = [rank for rank in there if 2 <= rank <= 10 and value[rank] == rank]
    number = number if len(number) > 2 else []
    groups: dict[int, list[int]] = {}
    for rank in (14 - n for n in range(1, 14)):
        if rank in there and rank not in number:
            groups.setdefault(value[rank], []).append(rank)
    told = []
    for points, ranks in sorted(groups.items(), reverse=True):
        if points or len(ranks) < len(there):
            names = ", ".join(say.rank_letters(rank, lang) for rank in ranks)
            each = UI[lang]["each" if len(ranks) > 1 else "is"]
            told.append(f"{names} {each} {say.number(points)}")
    if number:
        told.append(f"{ranges(number)} {UI[lang]['own_number']}")
    return "; ".join(told)


def length(game: kit.Game, lang: str) -> str:
    """How long a deal and a match are, measured on matches that the program plays with itself."""
    ui, first = UI[lang], playouts.figures(game.NAME)[game.PLAYERS[0]]
    text = ui["moves_a_deal"].format(*_mean(first.deal, ui["move_nouns"], lang))
    if first.deals.mean > 1.5:
        text += ui["deals_a_match"].format(*_mean(first.deals, ui["deal_nouns"], lang))
    return text + ui["measured"].format(matches=figure(first.matches, lang, 0), players=first.players)


def _mean(sizes: Sizes, nouns: tuple[str, ...], lang: str) -> tuple[str, str]:
    """A mean with its noun, and its margin."""
    places, margin = rounded(sizes, lang)
    noun = nouns[1] if places else say.count(round(sizes.mean), nouns, lang)  # «5,3 хода», "5.3 moves"
    return f"{figure(sizes.mean, lang, places)} {noun}", UI[lang]["margin"].format(margin) if margin else ""


def counted(n: int, nouns: tuple[str, ...], lang: str) -> str:
    """A number with its noun."""
    return f"{n} {say.count(n, nouns, lang)}"
