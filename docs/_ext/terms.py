"""The glossary on the site: the role `term`; the directives `glossary-theme`, `glossary-index` and `glossary-phrases`.

{term}`взяткой` links the word, as it is typed, to the entry it means; {term}`ходом <lead>` names the entry, by its id
or by an unmistakable word. A word that means nothing, or two things, is a warning. Every entry stands on one page,
under the anchor `term-<id>`; beside the page stands a JSON file with the tips of its entries, for `tips.js`.
"""

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from pieces import OTHER, page
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole
from sphinx.util.nodes import make_refnode

from cardlib.catalogue import catalogue
from cardlib.lookup import MANY
from cardlib.phrases import MOMENTS, Phrase, phrases, quoted
from cardlib.terms import (
    LANGUAGES,
    Term,
    alphabetical,
    folder,
    games,
    meanings,
    suggest,
    terms,
    theme_names,
    themes,
)

logger = logging.getLogger(__name__)
LABELS: dict[str, dict[str, str]] = {
    "ru": {"also": "Также: ", "false": "Ложный друг: ", "see": "См. также: ", "games": "Игры: ", "more": "и ещё {}",
           "words": "Слова: ", "same": "см.", "to": "Перейти к"},
    "en": {"also": "Also: ", "false": "False friend: ", "see": "See also: ", "games": "Games: ", "more": "and {} more",
           "words": "Words: ", "same": "see", "to": "Jump to"},
}  # fmt: skip


def language(env: BuildEnvironment) -> str:
    """The language of this build."""
    return "ru" if env.config.language == "ru" else "en"


def anchor(name: str) -> str:
    """Where an entry is found on its page."""
    return f"term-{name}"


class TermLink(nodes.reference):
    """A link to an entry, with the id of the term for whoever shows tips."""


class Terms(Domain):
    """Where each entry stands."""

    name = "cardterm"
    label = "glossary term"
    object_types: ClassVar[dict[str, ObjType]] = {"term": ObjType("term")}
    initial_data: ClassVar[dict[str, Any]] = {"places": {}}
    data_version = 1

    @property
    def places(self) -> dict[str, str]:
        """The page of each term."""
        return self.data["places"]

    def place(self, name: str, location: nodes.Node | None) -> None:
        """Note that this page carries the entry."""
        here = self.env.current_document.docname
        if self.places.get(name, here) != here:
            logger.warning("the term %s stands on two pages, here and %s", name, self.places[name], location=location)
        self.places[name] = here

    def clear_doc(self, docname: str) -> None:
        for name in [name for name, place in self.places.items() if place == docname]:
            del self.places[name]

    def merge_domaindata(self, docnames: Iterable[str], otherdata: dict[str, Any]) -> None:
        self.places.update({name: page for name, page in otherdata["places"].items() if page in docnames})

    def resolve_xref(  # noqa: PLR0917
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: addnodes.pending_xref,
        contnode: nodes.Element,
    ) -> nodes.reference | None:
        if target not in self.places:
            logger.warning("no page of the glossary carries the term %s", target, location=node)
            return None
        plain = make_refnode(builder, fromdocname, self.places[target], anchor(target), [])
        link = TermLink("", "", *contnode.children, **plain.attributes)
        link["classes"] = ["term"]
        link["term"] = target
        return link

    def resolve_any_xref(self, *args: Any) -> list[tuple[str, nodes.reference]]:
        return []

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        for name, place in self.places.items():
            yield name, terms()[name].word(language(self.env)), "term", place, anchor(name), 1


def xref(name: str, text: str, *inside: nodes.Node) -> addnodes.pending_xref:
    """A link to an entry, to be settled when all pages are read."""
    return addnodes.pending_xref(
        "",
        nodes.inline("", "", *(inside or (nodes.Text(text),))),
        refdomain=Terms.name,
        reftype="term",
        reftarget=name,
        refexplicit=True,
        refwarn=False,
    )


class TermRole(SphinxRole):
    """A word of the text, linked to its entry."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        text, name = self.text, ""
        if text.endswith(">") and " <" in text:
            text, _, name = text[:-1].rpartition(" <")
        found = [terms()[name]] if name in terms() else meanings(name or text)
        if len(found) == 1:
            return [xref(found[0].id, text.strip())], []
        if found:
            ways = ", ".join(f"{text} <{term.id}>" for term in found)
            problem = f"the term “{text}” means more than one thing; write one of: {ways}"
        else:
            near = suggest(name or text)
            problem = f"the glossary has no term “{name or text}”" + (f"; near it: {', '.join(near)}" if near else "")
        logger.warning(problem, location=self.get_location())
        return [nodes.Text(text)], []


def foreign(text: str, lang: str, *classes: str) -> nodes.inline:
    """Words in the other language, marked as such for whoever reads aloud."""
    return nodes.inline("", text, classes=[f"language-{OTHER[lang]}", *classes])


def links(label: str, inside: Iterable[nodes.Node], kind: str, ending: str = ".") -> nodes.paragraph:
    """A labelled line of links with commas between them."""
    made = nodes.paragraph("", label, classes=[kind])
    for n, one in enumerate(inside):
        made += [nodes.Text(", ")] * bool(n) + [one]
    made += nodes.Text(ending)
    return made


def played(env: BuildEnvironment, names: list[str], lang: str) -> list[nodes.paragraph]:
    """The line that names games, linked if they have a page; nothing if there are none."""
    if not names:
        return []
    found: list[nodes.Node] = []
    for name in names[:MANY]:
        title, link = catalogue()[name].title(lang), page(env, name)
        found.append(nodes.reference("", title, refuri=link, internal=True) if link else nodes.Text(title))
    rest = len(names) - MANY
    more = f" {LABELS[lang]['more'].format(rest)}." if rest > 0 else "."
    return [links(LABELS[lang]["games"], found, "games-of", more)]


def depend(env: BuildEnvironment, theme: str) -> None:
    """The page is to be built again when the theme changes."""
    env.note_dependency(str(folder() / f"{theme}.toml"))


class GlossaryTheme(SphinxDirective):
    """All entries of a theme, in the alphabet of the build's language."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        theme, lang = self.arguments[0], language(self.env)
        if theme not in themes():
            raise self.error(f"The glossary has no theme {theme}; it has {', '.join(themes())}.")
        depend(self.env, theme)
        entries = alphabetical((term for term in terms().values() if term.theme == theme), lang)
        listed = nodes.definition_list("", *(self.item(term, lang) for term in entries), classes=["glossary-theme"])
        return [addnodes.glossary("", listed, sorted=False)]

    def item(self, term: Term, lang: str) -> nodes.definition_list_item:
        """One entry: headword and translation, what it means, synonyms, a note, where else to look."""
        domain = self.env.get_domain(Terms.name)
        assert isinstance(domain, Terms)
        other = "en" if lang == "ru" else "ru"
        translation = ", ".join((term.word(other), *term.also(other)))
        head = nodes.term("", "", nodes.strong("", term.word(lang)), nodes.Text(" — "), ids=[anchor(term.id)])
        head += foreign(translation, lang, "translation")
        self.set_source_info(head)
        self.state.document.note_explicit_target(head)
        domain.place(term.id, head)
        body = nodes.definition("", nodes.paragraph("", term.definition(lang)))
        if term.also(lang):
            body += nodes.paragraph("", LABELS[lang]["also"] + ", ".join(term.also(lang)) + ".", classes=["also"])
        if term.note(lang):
            body += nodes.paragraph("", term.note(lang), classes=["remark"])
        if term.false_friend(lang):
            told = [nodes.strong("", LABELS[lang]["false"].strip()), nodes.Text(" " + term.false_friend(lang))]
            body += nodes.paragraph("", "", *told, classes=["false-friend"])
        if others := dict.fromkeys((*term.see, *term.false)):
            body += links(LABELS[lang]["see"], (xref(name, terms()[name].word(lang)) for name in others), "see")
        body += played(self.env, games(term, lang), lang)
        return nodes.definition_list_item("", head, body)


class GlossaryThemes(SphinxDirective):
    """The themes in the order of the site, each with the number of its entries."""

    def run(self) -> list[nodes.Node]:
        lang = language(self.env)
        self.env.note_dependency(str(folder() / "themes.toml"))
        items = []
        for theme, called in theme_names().items():
            depend(self.env, theme)
            count = sum(term.theme == theme for term in terms().values())
            label = addnodes.pending_xref(
                "", nodes.inline("", called[lang]), refdomain="std", reftype="ref", reftarget=f"glossary-{theme}",
                refexplicit=True, refwarn=True,
            )  # fmt: skip
            number = nodes.inline("", f" {count}", classes=["other-name"])
            items.append(nodes.list_item("", nodes.paragraph("", "", label, number)))
        return [nodes.bullet_list("", *items, classes=["glossary-themes"])]


class GlossaryIndex(SphinxDirective):
    """Every headword and synonym of the language named, by initial letter; in the other tree each with its entry."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        of, lang = self.arguments[0], language(self.env)
        if of not in LANGUAGES:
            raise self.error(f"The glossary has words in {' and '.join(LANGUAGES)}, not in {of}.")
        for theme in themes():
            depend(self.env, theme)
        hint = nodes.inline("", f"{LABELS[lang]['to']}:", classes=["visually-hidden"])
        jump = nodes.paragraph("", "", hint, classes=["jump"])
        made: list[nodes.Node] = [jump]
        groups = groupby(index_rows(of), key=lambda row: initial(row[0]))
        for n, (letter, rows) in enumerate(groups, 1):
            own = f"glossary-{of}-{n}"
            title = nodes.Text(letter) if of == lang else foreign(letter, lang)
            items = [nodes.list_item("", self.line(word, term, of)) for word, term in rows]
            listed = nodes.bullet_list("", *items, classes=["glossary-index"])
            part = nodes.section("", nodes.title("", "", title), listed, ids=[own], names=[own])
            self.state.document.note_explicit_target(part)
            jump += [nodes.Text(" "), nodes.reference("", "", title.deepcopy(), refid=own, internal=True)]
            made.append(part)
        return made

    def line(self, word: str, term: Term, of: str) -> nodes.paragraph:
        """A headword with its translation, or a synonym that sends to its headword."""
        lang = language(self.env)
        head = term.word(of)
        if of != lang:
            own = xref(term.id, term.word(lang))
            return nodes.paragraph("", "", foreign(word, lang), nodes.Text(" — "), own)
        if word == head:
            translation = foreign(term.word(OTHER[lang]), lang)
            return nodes.paragraph("", "", xref(term.id, word), nodes.Text(" — "), translation)
        same = nodes.emphasis("", LABELS[lang]["same"])
        return nodes.paragraph("", "", nodes.Text(f"{word} — "), same, nodes.Text(" "), xref(term.id, head))


def initial(word: str) -> str:
    """The letter under which a word is listed."""
    return "0–9" if word[0].isdigit() else word[0].upper().replace("Ё", "Е")


def index_rows(lang: str) -> list[tuple[str, Term]]:
    """Words with the terms they name, alphabetically."""
    rows = [(word, term) for term in terms().values() for word in (term.word(lang), *term.also(lang))]
    return sorted(rows, key=lambda row: (row[0].casefold().replace("ё", "е"), row[0] != row[1].word(lang), row[1].id))


class GlossaryPhrases(SphinxDirective):
    """What is said at one moment of the game, in the order of the file."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        moment = self.arguments[0]
        if moment not in MOMENTS:
            raise self.error(f"Nothing is said at the moment {moment}; expected {', '.join(MOMENTS)}.")
        depend(self.env, "phrases")
        items = [self.item(phrase) for phrase in phrases().values() if phrase.moment == moment]
        return [nodes.definition_list("", *items, classes=["phrases"])]

    def item(self, phrase: Phrase) -> nodes.definition_list_item:
        """What is said, what the other language says, by whom and when, in which games."""
        lang = language(self.env)
        other = OTHER[lang]
        head = nodes.term("", "", nodes.strong("", quoted(phrase.words(lang), lang)), nodes.Text(" — "))
        head["ids"] = [f"phrase-{phrase.id}"]
        head += foreign(quoted(phrase.words(other), other), lang, "translation")
        body = nodes.definition("", nodes.paragraph("", phrase.told(lang)))
        body += played(self.env, list(phrase.games), lang)
        body += links(LABELS[lang]["words"], (xref(name, terms()[name].word(lang)) for name in phrase.terms), "see")
        return nodes.definition_list_item("", head, body)


def write_tips(app: Sphinx, fault: Exception | None) -> None:
    """Beside each page with entries, the first sentence of each, by id: fetched when a reader first asks for a tip."""
    if fault or app.builder.format != "html":
        return
    domain = app.env.get_domain(Terms.name)
    assert isinstance(domain, Terms)
    lang = language(app.env)
    by_page: dict[str, dict[str, str]] = {}
    for name, place in sorted(domain.places.items()):
        by_page.setdefault(place, {})[name] = terms()[name].tip(lang)
    for place, tips in by_page.items():
        file = Path(app.outdir) / f"{place}.json"
        file.write_text(json.dumps(tips, ensure_ascii=False, separators=(",", ":")), "utf-8")


def visit_link(translator: Any, node: TermLink) -> None:
    """An ordinary link with the class `term` and the term's id."""
    href = node["refuri"] if "refuri" in node else "#" + node["refid"]
    translator.body.append(translator.starttag(node, "a", "", href=href, **{"data-term": node["term"]}))


def depart_link(translator: Any, node: TermLink) -> None:
    """Close the link."""
    translator.body.append("</a>")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.add_domain(Terms)
    app.add_node(TermLink, html=(visit_link, depart_link))
    app.add_role_to_domain("std", "term", TermRole(), override=True)
    app.add_directive("glossary-theme", GlossaryTheme)
    app.add_directive("glossary-themes", GlossaryThemes)
    app.add_directive("glossary-index", GlossaryIndex)
    app.add_directive("glossary-phrases", GlossaryPhrases)
    app.connect("build-finished", write_tips)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
