"""`{figures}`: what playouts of the game add up to: how long it is, who wins, how often each clause comes up."""

from collections.abc import Sequence
from html import escape
from typing import Any

import playouts
from clauses import clause
from docutils import nodes
from pieces import about, by_players, percent, percents, span, table
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from ui import UI

from cardlib import kit, say
from cardlib.command import figure
from cardlib.games import load
from cardlib.simulate import Summary, interval

log = logging.getLogger(__name__)
ALWAYS = 0.95  # of the deals: a clause that comes up so often needs no mention
LONG = 54  # letters of a clause that stand for it
HEIGHT, ABOVE, BELOW, LEFT, LEAST = 84, 6, 36, 38, 60  # of a chart; LEAST is the room of all its bars
BAR, PAIR = 17, 28  # the room of one


class Often(nodes.General, nodes.Element):
    """Where the table of clauses will stand, when all of the page has been read."""


class Figures(SphinxDirective):
    """`{figures}`: the figures of the page's game. The body, if there is one, says what they are worth."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        lang = self.config.language
        name = self.env.temp_data.get("game")
        if name is None:
            log.warning("figures of which game? begin with {facts}", location=self.get_location())
            return []
        game, found = load(name), playouts.figures(name)
        first = found[game.PLAYERS[0]]
        return [
            *self.parse_content_to_nodes(),
            nodes.paragraph("", said(first, lang)),
            lengths(found, lang),
            *wins(game, found, lang),
            Often(game=name),
            nodes.paragraph("", UI[lang]["how_measured"].format(seed=playouts.SEED), classes=["measured"]),
        ]


class Heard(SphinxTransform):
    """Fills in how often each clause comes up: in the figures, and under the clause itself."""

    default_priority = 830

    def apply(self, **_: Any) -> None:
        lang = self.config.language
        for place in list(self.document.findall(Often)):
            stated = {node["clause"]: node for node in self.document.findall(clause)}
            found = [row for row in heard(place["game"], lang) if row[0] in stated]
            usual = UI[lang]["of_deals"] if any(row[-1] == UI[lang]["of_deals"] for row in found) else ""
            rows = []
            for name, hits, n, who, of in sorted(found, key=lambda row: -row[1] / row[2]):
                share = percent(hits / n, lang)
                if hits:
                    often = UI[lang]["comes_up"].format(who=who, share=share, of=of)
                    stated[name]["heard"] = (f"#{place['game']}-figures", often.replace("  ", " ").strip())
                link = nodes.reference("", "", nodes.Text(short(stated[name])), refuri=f"#{name}", internal=True)
                unusual = UI[lang]["share_of"].format(of=of) if hits and usual and of != usual else ""
                note = ", ".join(filter(None, [who, unusual.lower()]))
                label = [link, nodes.Text(" "), span(note, ["note"])] if note else [link]
                rows.append([label, bar(hits, n, lang)])
            head = [UI[lang]["why"], UI[lang]["share_of"].format(of=usual or UI[lang]["of_matches"])]
            place.replace_self(table(head, rows, ["often"]) if rows else [])


def bar(hits: int, n: int, lang: str) -> list[nodes.Node]:
    """A share as a bar with its interval, then in words."""
    low, high = interval(hits, n)
    drawn = (
        '<svg class="share" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">'
        f'<path class="rest" d="M0 0h100v10H0z"/><path d="M0 0h{100 * hits / n:.1f}v10H0z"/>'
        f'<path class="range" d="M{100 * low:.1f} 5H{100 * high:.1f}"/></svg>'
    )
    told = percent(hits / n, lang) if hits else UI[lang]["never"]
    ends = f" ({percents(low, high, lang)})"
    return [nodes.raw("", drawn, format="html"), span(told, ["percent"]), span(ends, ["visually-hidden"])]


def heard(name: str, lang: str) -> list[tuple[str, int, int, str, str]]:
    """The clauses that are told, but not in every deal or match: id, hits, of how many, with whom, of what.

    They are counted with the fewest players that they come up with. What comes up once a match is counted by matches.
    A clause that a house rule changes and that never comes up needs the house rule: it is left out.
    """
    game, found, ui = load(name), playouts.figures(name), UI[lang]
    told = say.words(lang, name)["told"]
    rows = []
    for c in kit.clauses(game):
        summary = next((s for s in found.values() if s.seen[c]), found[game.PLAYERS[0]])
        by_match = summary.deals.mean <= 1.5 or summary.heard[c] == summary.seen[c]
        hits, n = (summary.seen[c], summary.matches) if by_match else (summary.heard[c], summary.deal.n)
        if c.partition(".")[2] in told and hits / n < ALWAYS and (hits or c not in kit.bends(game).values()):
            who = by_players(summary.players, lang).lower() if summary.players != game.PLAYERS[0] else ""
            rows.append((c, hits, n, who, ui["of_matches" if by_match else "of_deals"]))
    return rows


def short(node: clause) -> str:
    """A clause by its first words."""
    text = " ".join(node.children[0].astext().split())
    first = text.partition(". ")[0].rstrip(".")
    if len(first) <= LONG:
        return first
    return first[:LONG].rpartition(" ")[0].rstrip(" ,;:—–(«") + "…"


def said(first: Summary, lang: str) -> str:
    """How the lengths spread; of a patience, how often it comes out; how many matches nobody won."""
    ui = UI[lang]
    low, high = first.deal.quantile(0.25), first.deal.quantile(0.75)
    if low == high:
        key = "always_so_long" if first.deal.least == first.deal.most else "mostly_so_long"
    else:
        key = "half_the_deals" if first.deals.mean > 1.5 else "half_the_matches"
    text = ui[key].format(low=low, high=high, moves=say.count(high, ui["move_nouns"], lang))
    several = len(load(first.game).PLAYERS) > 1
    parts = [
        ui["with_so_many"].format(by_players(first.players, lang), text) if several else text[0].upper() + text[1:]
    ]
    if first.players == 1:
        parts.append(ui["comes_out"].format(*_share(first.places[0], first.matches, lang)))
    elif first.nobody:
        parts.append(ui["nobody_wins"].format(*_share(first.nobody, first.matches, lang)))
    return " ".join(parts)


def _share(hits: int, n: int, lang: str) -> tuple[str, str]:
    return percent(hits / n, lang), percents(*interval(hits, n), lang)


def lengths(found: dict[int, Summary], lang: str) -> nodes.table:
    """How long a deal and a match are, for each number of players."""
    deals = any(summary.deals.mean > 1.5 for summary in found.values())
    keys = ["in_a_deal", "deals_in_a_match"] if deals else ["in_a_match"]
    rows = []
    for players, summary in found.items():
        sizes = [summary.deal, summary.deals] if deals else [summary.match]
        cells = [str(players), *(about(size, lang) for size in sizes), figure(summary.matches, lang, 0)]
        rows.append([[nodes.Text(cell)] for cell in cells])
    return table([UI[lang][key] for key in ("players", *keys, "matches")], rows, ["lengths"])


def wins(game: kit.Game, found: dict[int, Summary], lang: str) -> list[nodes.Node]:
    """A chart for each number of players: who wins how often, by the order of play."""
    ui, several = UI[lang], [summary for summary in found.values() if summary.players > 1]
    if not several:
        return []
    charts = "".join(chart(summary.players, places(game, summary), lang) for summary in several)
    html = f'<figure class="wins"><div>{charts}</div><figcaption>{ui["wins"]}</figcaption></figure>\n'
    return [nodes.raw("", html, format="html")]


def places(game: kit.Game, summary: Summary) -> list[tuple[str, float, tuple[float, float]]]:
    """The bars of a chart: a place in the order of play, or a pair of them; the share that it won, and its interval."""
    n = summary.players
    sides = kit.sides(game, kit.start(game, n, seed=0))
    moved = {tuple(sorted((seat + 1) % n for seat in side)) for side in sides}
    won = [[summary.places[seat] for seat in side] for side in sides]
    if moved != {tuple(sorted(side)) for side in sides} or any(len(set(side)) > 1 for side in won):
        sides = [(seat,) for seat in range(n)]  # the pairs do not sit alike for everybody, or do not win together
    bars = []
    for side in sorted(map(sorted, sides)):
        hits = summary.places[side[0]]
        bars.append(("+".join(str(seat + 1) for seat in side), hits / summary.matches, interval(hits, summary.matches)))
    return bars


def chart(players: int, bars: Sequence[tuple[str, float, tuple[float, float]]], lang: str) -> str:
    """Bars with their intervals, and a line where all would end if the place made no difference."""
    pitch = PAIR if "+" in bars[0][0] else BAR
    room, ground = max(LEAST, pitch * len(bars)), ABOVE + HEIGHT
    width, height = LEFT + room, ground + BELOW
    even = sum(share for _, share, _ in bars) / len(bars)
    top = max(min(1, 1.5 * even), *(high for *_, (_, high) in bars))

    def y(share: float) -> float:
        return round(ground - HEIGHT * share / top, 1)

    drawn = []
    x = LEFT + (room - pitch * len(bars)) / 2
    for label, share, (low, high) in bars:
        drawn.append(
            f'<path class="bar" d="M{x + 2.5} {ground}V{y(share)}h{pitch - 5}V{ground}z"/>'
            f'<path class="range" d="M{x + pitch / 2 - 2.5} {y(low)}h5m-2.5 0V{y(high)}m-2.5 0h5"/>'
            f'<text x="{x + pitch / 2}" y="{ground + 14}">{label}</text>'
        )
        x += pitch
    who = by_players(players, lang).lower()
    spoken = f"{UI[lang]['wins_of']} {who}: " + ", ".join(
        f"{label} — {percent(share, lang)} ({percents(*ends, lang)})" for label, share, ends in bars
    )
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'aria-label="{escape(spoken)}">{"".join(drawn)}'
        f'<path class="even" d="M{LEFT} {y(even)}h{room}"/>'
        f'<text class="even" x="{LEFT - 4}" y="{y(even) + 4:.1f}">{percent(even, lang)}</text>'
        f'<path class="ground" d="M{LEFT} {ground}h{room}"/>'
        f'<text class="who" x="{LEFT + room / 2}" y="{ground + 31}">{escape(who)}</text></svg>'
    )
