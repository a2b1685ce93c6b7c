"""Pages of the catalogue: `{catalogue}` lists all games in some order; `{finder}` is the list with a form over it.

A game that has a page is linked; of the others the list says that their rules are not written yet.
"""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any

from docutils import nodes
from pieces import OTHER, both_names, by_players, page, ranges, span
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from ui import UI

from cardlib import say
from cardlib.catalogue import Entry, catalogue, families, maturity, variants

log = logging.getLogger(__name__)
Group = tuple[str, str, Sequence[Entry]]

LABELS: dict[str, dict[str, Any]] = {
    "ru": {
        "many": "На 9 игроков и больше",
        "range": "от {} до {}",
        "see": "см.",
        "to": "Перейти к",
        "count": "В каталоге {all}. Правила с разборами есть для {here}, остальные пока только названы.",
        "games": ("игра", "игры", "игр"),
        "of_games": ("игры", "игр", "игр"),
        "form": "Условия",
        "players": "Сколько вас",
        "pack": "Какая у вас колода",
        "family": "Семейство",
        "gambling": "Азартные игры",
        "children": "Подойдёт детям",
        "here": "Правила уже написаны",
        "any": "всё равно",
        "any_family": "любое",
        "yes": "только азартные",
        "no": "без азартных",
        "clear": "Снять все условия",
        "found": "Подходит игр: {n} из {all}.",
        "none": "Ни одна игра не подходит: снимите какое-нибудь условие.",
        "list": "Игры",
        "is_gambling": "азартная",
        "for_children": "подойдёт детям",
        "packs": {32: "32 карты", 36: "36 карт", 52: "52 карты", 54: "52 карты и 2 джокера",
                  104: "две колоды по 52", 108: "две колоды по 52 и 4 джокера"},
    },
    "en": {
        "many": "For 9 or more",
        "range": "{} to {}",
        "see": "see",
        "to": "Jump to",
        "count": "The catalogue has {all}. Rules and worked deals are there for {here}; the others are only named yet.",
        "games": ("game", "games"),
        "of_games": ("game", "games"),
        "form": "What you want",
        "players": "How many of you",
        "pack": "Which pack you have",
        "family": "Family",
        "gambling": "Gambling games",
        "children": "Suitable for children",
        "here": "Rules already written",
        "any": "any",
        "any_family": "any",
        "yes": "gambling only",
        "no": "no gambling",
        "clear": "Clear all",
        "found": "{n} of {all} games match.",
        "none": "No game matches: drop one of the conditions.",
        "list": "Games",
        "is_gambling": "gambling",
        "for_children": "suitable for children",
        "packs": {32: "32 cards", 36: "36 cards", 52: "52 cards", 54: "52 cards and 2 jokers",
                  104: "two packs of 52", 108: "two packs of 52 and 4 jokers"},
    },
}  # fmt: skip
MANY = 9  # from here on numbers of players share a heading
BANDS = (31, 32, 35, 36, 51, 52, 54, 104, 112, 999)  # sizes of packs up to these share a heading


def key(text: str) -> str:
    """What a name is sorted by: not by ё, a quotation mark or an article."""
    plain = text.casefold().replace("ё", "е").replace("é", "e").lstrip("«")
    return plain.removeprefix("the ").removeprefix("a ")


def by_title(entries: Iterable[Entry], lang: str) -> list[Entry]:
    """Games in the order of the alphabet."""
    return sorted(entries, key=lambda entry: key(entry.title(lang)))


def numbers(found: Sequence[int], lang: str) -> str:
    """2–6; 32, 36; many with gaps are told by the first and the last."""
    drawn = ranges(found)
    return drawn if drawn.count(",") < 4 else str(LABELS[lang]["range"]).format(found[0], found[-1])


def for_how_many(entry: Entry, lang: str) -> str:
    """«2–6 игроков»."""
    return f"{numbers(entry.players, lang)} {say.count(entry.players[-1], UI[lang]['player_nouns'], lang)}"


def with_how_many(entry: Entry, lang: str) -> str:
    """«32, 36 карт»."""
    told = numbers(entry.pack, lang)
    last = entry.pack[-1]
    nouns = UI[lang]["card_nouns"]
    if lang == "ru" and told.startswith("от "):
        return f"{told} {nouns[0] if last % 10 == 1 and last % 100 != 11 else nouns[2]}"
    return f"{told} {say.count(last, nouns, lang)}"


def families_of(lang: str) -> list[Group]:
    """The games of each family."""
    return [
        (family, called[lang], by_title([e for e in catalogue().values() if e.family == family], lang))
        for family, called in families().items()
    ]


def numbers_of_players(lang: str) -> list[Group]:
    """The games for one, for two and so on."""
    entries = by_title(catalogue().values(), lang)
    groups = [(str(n), by_players(n, lang), [e for e in entries if n in e.players]) for n in range(1, MANY)]
    return [*groups, (str(MANY), LABELS[lang]["many"], [e for e in entries if e.players[-1] >= MANY])]


def sizes_of_packs(lang: str) -> list[Group]:
    """The games with few cards, with 32 and so on."""
    entries, groups, low = by_title(catalogue().values(), lang), [], 0
    for high in BANDS:
        found = [e for e in entries if any(low < size <= high for size in e.pack)]
        sizes = sorted({size for e in found for size in e.pack if low < size <= high})
        ends = f"{sizes[0]}–{sizes[-1]}" if len(sizes) > 1 else str(sizes[0])
        groups.append((str(sizes[0]), f"{ends} {say.count(sizes[-1], UI[lang]['card_nouns'], lang)}", found))
        low = high
    return groups


GROUPS: dict[str, Callable[[str], list[Group]]] = {
    "family": families_of,
    "players": numbers_of_players,
    "pack": sizes_of_packs,
}


class Catalogue(SphinxDirective):
    """`{catalogue} family|players|pack|names-ru|names-en|tree` lists all games in this order; `count` counts them."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        how, lang = self.arguments[0], self.config.language
        if how in GROUPS:
            return self.sections(
                (anchor, title, bullets([self.line(entry, how) for entry in entries]))
                for anchor, title, entries in GROUPS[how](lang)
            )
        if how in ("names-ru", "names-en"):
            return self.sections(self.names(how[-2:]), how[-2:])
        if how == "tree":
            return self.sections(self.tree())
        if how == "count":
            return [nodes.paragraph("", self.count())]
        log.warning(
            "%r is no order of the catalogue: expected count, family, players, pack, names-ru, names-en or tree",
            how,
            location=self.get_location(),
        )
        return []

    def sections(self, groups: Iterable[tuple[str, str, nodes.Node]], of: str = "") -> list[nodes.Node]:
        """A section for each group, its title in the language `of`, and a line of links to them before."""
        lang = self.config.language
        jump = nodes.paragraph("", "", classes=["jump"])
        jump += span(f"{LABELS[lang]['to']}:", ["visually-hidden"])
        made: list[nodes.Node] = [jump]
        for short, title, content in groups:
            anchor = f"catalogue-{self.arguments[0]}-{short}"
            part = nodes.section(
                "", nodes.title("", "", foreign(title, of or lang, lang)), content, ids=[anchor], names=[anchor]
            )
            self.state.document.note_explicit_target(part)
            link = nodes.reference("", "", foreign(title, of or lang, lang), refid=anchor, internal=True)
            jump += [nodes.Text(" "), link]
            made.append(part)
        return made

    def called(self, entry: Entry) -> list[nodes.Node]:
        """Both names, linked if the game has a page; a word if it has none."""
        link = page(self.env, entry.slug)
        found = both_names(entry, self.config.language, link)
        return found if link else [*found, nodes.Text(" "), self.unwritten()]

    def unwritten(self) -> nodes.Node:
        return span(UI[self.config.language]["unwritten"], ["unwritten"])

    def line(self, entry: Entry, how: str) -> nodes.list_item:
        """A game; among its family it has an anchor, for the search to lead to."""
        lang = self.config.language
        note = f"{for_how_many(entry, lang)}; {with_how_many(entry, lang)}"
        return nodes.list_item(
            "",
            nodes.paragraph("", "", *self.called(entry), nodes.Text(" "), span(note, ["games-note"])),
            ids=[f"game-{entry.slug}"] if how == "family" else [],
        )

    def names(self, of: str) -> Iterable[tuple[str, str, nodes.Node]]:
        """Every name in a language under its first letter, an other name with the title that it stands for."""
        found = [(called, entry) for entry in catalogue().values() for called in (entry.title(of), *entry.also(of))]
        letters: dict[str, list[nodes.list_item]] = {}
        for called, entry in sorted(found, key=lambda pair: (key(pair[0]), pair[1].slug)):
            first = key(called)[0].upper()
            letter = "0–9" if first.isdigit() else first
            letters.setdefault(letter, []).append(nodes.list_item("", self.indexed(called, entry, of)))
        return [(letter.lower()[0], letter, bullets(items)) for letter, items in letters.items()]

    def indexed(self, called: str, entry: Entry, of: str) -> nodes.paragraph:
        lang = self.config.language
        link, here = page(self.env, entry.slug), entry.title(of) == called
        shown: list[nodes.Node] = [foreign(called, of, lang)]
        if link:
            shown = [nodes.reference("", "", *shown, refuri=link, internal=True)]
        if not here:
            shown += [nodes.Text(f" — {LABELS[lang]['see']} "), foreign(entry.title(of), of, lang)]
        shown += [nodes.Text(" "), span(f"({entry.title(OTHER[of])})", ["other-name"], lang=OTHER[of])]
        if not link and here:
            shown += [nodes.Text(" "), self.unwritten()]
        return nodes.paragraph("", "", *shown)

    def tree(self) -> Iterable[tuple[str, str, nodes.Node]]:
        """Games that others are variants of, with these below them, in families."""
        for anchor, title, entries in families_of(self.config.language):
            roots = [entry for entry in entries if not entry.variant_of and variants(entry.slug)]
            if roots:
                yield anchor, title, bullets([self.branch(entry) for entry in roots], ["games", "variants"])

    def branch(self, entry: Entry) -> nodes.list_item:
        item = nodes.list_item("", nodes.paragraph("", "", *self.called(entry)))
        below = by_title(variants(entry.slug), self.config.language)
        if below:
            item += bullets([self.branch(variant) for variant in below], ["games", "variants"])
        return item

    def count(self) -> str:
        """How many games there are, and how many of them have their rules."""
        lang = self.config.language
        here = sum(bool(page(self.env, slug)) and maturity(slug) == "proven" for slug in catalogue())
        return str(LABELS[lang]["count"]).format(
            all=f"{len(catalogue())} {say.count(len(catalogue()), LABELS[lang]['games'], lang)}",
            here=f"{here} {say.count(here, LABELS[lang]['of_games'], lang)}",
        )


def bullets(items: Sequence[nodes.list_item], classes: Sequence[str] = ("games",)) -> nodes.bullet_list:
    """A list of games."""
    return nodes.bullet_list("", *items, classes=list(classes))


def foreign(text: str, of: str, lang: str) -> nodes.Node:
    """A name, marked with its language if that is not the page's."""
    return nodes.Text(text) if of == lang else span(text, lang=of)


class Finder(SphinxDirective):
    """`{finder}`: all games in a list, and a form that a script on the page shows and heeds."""

    def run(self) -> list[nodes.Node]:
        lang, ui = self.config.language, LABELS[self.config.language]
        entries = by_title(catalogue().values(), lang)
        most = max(entry.players[-1] for entry in entries)
        html = [
            f'<form class="finder" id="finder-form" aria-label="{ui["form"]}" data-found="{ui["found"]}"'
            f' data-none="{ui["none"]}" hidden>',
            choice("players", ui, ui["any"], [(str(n), str(n)) for n in range(1, most + 1)]),
            choice("pack", ui, ui["any"], [(str(size), called) for size, called in ui["packs"].items()]),
            choice("family", ui, ui["any_family"], [(family, called[lang]) for family, called in families().items()]),
            choice("gambling", ui, ui["any"], [("no", ui["no"]), ("yes", ui["yes"])]),
            tick("children", ui),
            tick("here", ui),
            f'<button type="reset">{ui["clear"]}</button>',
            "</form>",
            '<p class="finder-count" id="finder-count" role="status"></p>',
            f'<ul class="games" id="finder-games" aria-label="{ui["list"]}">',
            *(self.item(entry) for entry in entries),
            "</ul>\n",
        ]
        return [nodes.raw("", "\n".join(html), format="html")]

    def item(self, entry: Entry) -> str:
        lang, ui, link = self.config.language, LABELS[self.config.language], page(self.env, entry.slug)
        data = {
            "players": " ".join(map(str, entry.players)),
            "pack": " ".join(map(str, entry.pack)),
            "family": entry.family,
            "gambling": "yes" if entry.gambling else "no",
            "children": "yes" if entry.children else "no",
            "here": "yes" if link else "no",
        }
        note = [families()[entry.family][lang], for_how_many(entry, lang), with_how_many(entry, lang)]
        note += [ui["is_gambling"]] * entry.gambling + [ui["for_children"]] * entry.children
        title = escape(entry.title(lang))
        attributes = "".join(f' data-{name}="{value}"' for name, value in data.items())
        return (
            f"<li{attributes}><p>"
            + (f'<a class="reference internal" href="{link}">{title}</a>' if link else title)
            + f' <span class="other-name" lang="{OTHER[lang]}">({escape(entry.title(OTHER[lang]))})</span>'
            + ("" if link else f' <span class="unwritten">{UI[lang]["unwritten"]}</span>')
            + f' <span class="games-note">{escape("; ".join(note))}</span></p></li>'
        )


def choice(name: str, ui: dict[str, Any], any_of: str, values: Iterable[tuple[str, str]]) -> str:
    """A list to choose from, with its label."""
    options = "".join(f'<option value="{value}">{escape(called)}</option>' for value, called in [("", any_of), *values])
    return (
        f'<p><label for="finder-{name}">{ui[name]}</label>'
        f'<select name="{name}" id="finder-{name}">{options}</select></p>'
    )


def tick(name: str, ui: dict[str, Any]) -> str:
    """A box to tick, with its label."""
    return (
        f'<p class="finder-tick"><input type="checkbox" name="{name}" value="yes" id="finder-{name}">'
        f'<label for="finder-{name}">{ui[name]}</label></p>'
    )


def script(app: Sphinx, name: str, *_: Any) -> None:
    """The finder's script, on its page alone."""
    if name == "catalogue/finder":
        app.add_js_file("finder.js", defer="defer")


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("catalogue", Catalogue)
    app.add_directive("finder", Finder)
    app.connect("html-page-context", script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
