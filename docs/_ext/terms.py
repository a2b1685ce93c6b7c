"""The glossary on the site: the role `term`, and the directives `glossary-theme` and `glossary-index`.

{term}`взяткой` links the word, as it is typed, to the entry it means; {term}`ходом <lead>` names the entry, by its id
or by an unmistakable word. A word that means nothing, or two things, is a warning. Every entry stands on one page,
under the anchor `term-<id>`.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole
from sphinx.util.nodes import make_refnode

from cardlib.terms import Term, alphabetical, folder, meanings, suggest, terms, themes

logger = logging.getLogger(__name__)
LABELS = {
    "ru": {"also": "Также: ", "see": "См. также: ", "same": "см."},
    "en": {"also": "Also: ", "see": "See also: ", "same": "see"},
}


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
        for name in [name for name, page in self.places.items() if page == docname]:
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
        for name, page in self.places.items():
            yield name, terms()[name].word(language(self.env)), "term", page, anchor(name), 1


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
    return nodes.inline("", text, classes=[f"language-{'en' if lang == 'ru' else 'ru'}", *classes])


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
            body += nodes.paragraph("", term.note(lang), classes=["note"])
        if term.see:
            see = nodes.paragraph("", LABELS[lang]["see"], classes=["see"])
            for n, name in enumerate(term.see):
                see += [nodes.Text(", ")] * bool(n) + [xref(name, terms()[name].word(lang))]
            see += nodes.Text(".")
            body += see
        return nodes.definition_list_item("", head, body)


class GlossaryIndex(SphinxDirective):
    """Every headword and synonym in alphabetical order, by initial letter."""

    def run(self) -> list[nodes.Node]:
        lang = language(self.env)
        for theme in themes():
            depend(self.env, theme)
        made: list[nodes.Node] = []
        for letter, rows in groupby(index_rows(lang), key=lambda row: row[0][:1].upper().replace("Ё", "Е")):
            items = [nodes.list_item("", self.line(word, term, lang)) for word, term in rows]
            made += [nodes.rubric("", letter), nodes.bullet_list("", *items, classes=["glossary-index"])]
        return made

    def line(self, word: str, term: Term, lang: str) -> nodes.paragraph:
        """A headword with its translation, or a synonym that sends to its headword."""
        if word == term.word(lang):
            translation = term.word("en" if lang == "ru" else "ru")
            return nodes.paragraph("", "", xref(term.id, word), nodes.Text(" — "), foreign(translation, lang))
        seen = xref(term.id, term.word(lang))
        return nodes.paragraph(
            "", "", nodes.Text(f"{word} — "), nodes.emphasis("", LABELS[lang]["same"]), nodes.Text(" "), seen
        )


def index_rows(lang: str) -> list[tuple[str, Term]]:
    """Words with the terms they name, alphabetically."""
    rows = [(word, term) for term in terms().values() for word in (term.word(lang), *term.also(lang))]
    return sorted(rows, key=lambda row: (row[0].casefold().replace("ё", "е"), row[0] != row[1].word(lang), row[1].id))


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
    app.add_directive("glossary-index", GlossaryIndex)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
