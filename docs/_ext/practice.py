"""`{practice}`: where the reader is asked about the rules, and the list of what there is to know, game by game."""

import json
from functools import cache
from html import escape
from typing import Any

from docutils import nodes
from live import version
from pieces import dress
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from cardlib import kit, say
from cardlib.catalogue import catalogue
from cardlib.games import load, names
from cardlib.terms import fold
from cardlib.tutor.quiz import WORDS, subjects, unreached
from cardlib.widget.examiner import RULES

LABELS: dict[str, dict[str, Any]] = {
    "ru": {
        "none": "Вопросы задаёт программа на самой странице: для этого нужен браузер с JavaScript. С ним здесь "
        "показывают стол и спрашивают, что можно и что будет дальше, а ответы помнят и к забытому возвращаются. Без "
        "него упражняются в терминале: <code>python -m cardlib practice</code>.",
        "area": "Упражнения",
        "choose": "О чём спрашивать",
        "all": "обо всех играх и словах",
        "words": "о словах карточного стола",
        "begin": "Спросить",
        "next": "Дальше",
        "due": "Пора повторить: {n}. Спрошено: {seen} из {all}.",
        "loading": "Готовим вопросы: загружается движок, около 8 МБ. В следующий раз он уже будет в браузере.",
        "failed": "Не получилось: {why}.",
        "again": "Попробовать ещё раз",
        "answers": "Ответы",
        "is-right": "верно",
        "is-wrong": "неверно",
        "rule": "Правило",
        "not-kept": "Браузер не даёт ничего сохранить: ответы забудутся вместе со страницей. Сохраните их в файл.",
        "damaged": "Прежние ответы в браузере не прочитаны; они отложены, а счёт начат заново.",
        "give": "Сохранить ответы в файл",
        "take": "Добавить ответы из файла",
        "taken": "Перенято ответов: {n}.",
        "not-text": "Файл {name} не прочитан: это не текст.",
        "forget": "Забыть все ответы",
        "sure": "Забыть все ответы? Вернуть их можно будет только из файла.",
        "forgotten": "Все ответы забыты.",
        "known": "Что известно",
        "game": "Игра",
        "rules": "Правил",
        "seen": "Спрошено",
        "sure-of": "Известно",
        "is-due": "Пора",
        "practise": "спросить",
        "practise-game": "Спросить: {game}",
        "clauses": "{n:правило|правила|правил}",
        "word-count": "Слова карточного стола",
        "unreached": "без вопроса",
        "marks": {"new": "ещё не спрашивали", "seen": "спрашивали", "known": "известно", "due": "пора повторить"},
        "glossary": 'Слова — в <a href="glossary/index.html">словаре</a>.',
    },
    "en": {
        "none": "Questions are asked by a program on the page itself, which needs a browser with JavaScript. There it "
        "shows you a table and asks what may be done and what comes of it, remembers your answers, and comes back to "
        "what you have forgotten. Without it, practise in a terminal: <code>python -m cardlib practice</code>.",
        "area": "Practice",
        "choose": "Ask me about",
        "all": "all games and words",
        "words": "the words of the card table",
        "begin": "Ask",
        "next": "Next",
        "due": "Due now: {n}. Asked so far: {seen} of {all}.",
        "loading": "Questions are being made ready: the engine, about 8 MB, is loading. Next time it will be in your "
        "browser already.",
        "failed": "That did not work: {why}.",
        "again": "Try again",
        "answers": "Answers",
        "is-right": "right",
        "is-wrong": "wrong",
        "rule": "The rule",
        "not-kept": "Your browser lets nothing be kept: your answers will go with the page. Save them to a file.",
        "damaged": "Your earlier answers in this browser cannot be read; they are put aside; the count begins anew.",
        "give": "Save answers to a file",
        "take": "Add answers from a file",
        "taken": "Answers taken over: {n}.",
        "not-text": "The file {name} cannot be read: it is not text.",
        "forget": "Forget all answers",
        "sure": "Forget all answers? Only a file will bring them back.",
        "forgotten": "All answers are forgotten.",
        "known": "What you know",
        "game": "Game",
        "rules": "Rules",
        "seen": "Asked",
        "sure-of": "Known",
        "is-due": "Due",
        "practise": "ask",
        "practise-game": "Ask about {game}",
        "clauses": "{n:rule|rules}",
        "word-count": "Words of the card table",
        "unreached": "no question",
        "marks": {"new": "not asked yet", "seen": "asked", "known": "known", "due": "due"},
        "glossary": 'The words are in the <a href="glossary/index.html">glossary</a>.',
    },
}
SPOKEN = ("due", "next", "loading", "failed", "again", "is-right", "is-wrong", "rule", "not-kept", "damaged", "taken")
SPOKEN += ("not-text", "sure", "forgotten", "marks")


class Practice(SphinxDirective):
    """`{practice}`: the questions, and what is known."""

    def run(self) -> list[nodes.Node]:
        html = desk(self.config.language) + table(self.config.language)
        section = f'<section class="practice" {data(self.config.language)}>{html}</section>'
        return [nodes.raw("", section, format="html", classes=["has-table", "has-practice"])]


def data(lang: str) -> str:
    """What the script needs to know."""
    ui = LABELS[lang]
    labels = json.dumps({key: ui[key] for key in SPOKEN}, ensure_ascii=False)
    return f'data-lang="{lang}" data-version="{version()}" data-labels="{escape(labels)}" aria-label="{ui["area"]}"'


def titles(lang: str) -> list[tuple[str, str]]:
    """Games by name, as an alphabet has them."""
    return sorted(((name, catalogue()[name].title(lang)) for name in names()), key=lambda pair: fold(pair[1]))


def desk(lang: str) -> str:
    """Where questions are put."""
    ui = LABELS[lang]
    options = [("", ui["all"]), (WORDS, ui["words"]), *titles(lang)]
    choices = "".join(f'<option value="{value}">{escape(text)}</option>' for value, text in options)
    return (
        f'<p class="practice-none">{ui["none"]}</p>'
        '<div class="practice-desk" hidden>'
        f'<form class="practice-form"><label>{ui["choose"]} <select name="game">{choices}</select></label>'
        f'<button type="submit">{ui["begin"]}</button><p class="practice-due"></p></form>'
        '<div class="practice-question" hidden>'
        '<div class="practice-asked" aria-live="polite"><p class="practice-head"></p>'
        '<p class="practice-stem"></p><blockquote class="practice-quote" hidden></blockquote></div>'
        '<figure class="practice-table" hidden><div></div><figcaption></figcaption></figure>'
        f'<ol class="practice-choices" aria-label="{ui["answers"]}"></ol>'
        '<div class="practice-verdict" role="status"></div>'
        f'<button type="button" class="practice-next" hidden>{ui["next"]}</button></div>'
        '<p class="practice-state" role="status"></p>'
        f'<div class="practice-line"><button type="button" data-practice="give">{ui["give"]}</button>'
        f'<label class="practice-file"><span>{ui["take"]}</span>'
        '<input type="file" accept=".json,application/json"></label>'
        f'<button type="button" data-practice="forget">{ui["forget"]}</button></div></div>'
    )


@cache
def table(lang: str) -> str:
    """All rules, game by game; the script fills in what is known of them."""
    ui = LABELS[lang]
    columns = "".join(f'<th scope="col">{ui[name]}</th>' for name in ("rules", "seen", "sure-of", "is-due"))
    rows = "".join(row(name, title, lang) for name, title in titles(lang))
    words = (
        f'<tr data-game="{WORDS}" data-subjects="{escape(" ".join(subjects(WORDS)))}">'
        f'<th scope="row"><p>{ui["word-count"]}</p><p>{ui["glossary"]}</p></th>{numbers(len(subjects(WORDS)))}</tr>'
    )
    return (
        f'<table class="docutils practice-known"><caption>{ui["known"]}</caption>'
        f'<thead><tr><th scope="col">{ui["game"]}</th>{columns}</tr></thead><tbody>{rows}{words}</tbody></table>'
    )


def row(name: str, title: str, lang: str) -> str:
    """A game, its rules folded below its title."""
    ui, rules = LABELS[lang], list(kit.clauses(load(name)))
    mute = unreached(name)
    items = "".join(
        f'<li data-subject="{rule}"><a href="{RULES.format(game=name, clause=rule)}">{rule}</a>'
        + (f' <span class="practice-mute">{ui["unreached"]}</span>' if rule in mute else "")
        + "</li>"
        for rule in rules
    )
    count = say.speak(lang, ui["clauses"], {"n": len(rules)})
    link = f'<a href="games/{name}.html">{escape(title)}</a>'
    ask = f'<a class="practice-ask" href="practice.html?game={name}" '
    ask += f'aria-label="{escape(ui["practise-game"].format(game=title))}">{ui["practise"]}</a>'
    return (
        f'<tr data-game="{name}" data-subjects="{" ".join(rules)}"><th scope="row"><p>{link} {ask}</p>'
        f"<details><summary>{count}</summary><ul>{items}</ul></details></th>{numbers(len(rules))}</tr>"
    )


def numbers(rules: int) -> str:
    """How many rules, and three cells for the script."""
    return f'<td>{rules}</td><td class="seen">0</td><td class="known">0</td><td class="due">0</td>'


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("practice", Practice)
    dress(app, "has-practice", "practice.js", "practice.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
