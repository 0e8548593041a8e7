"""Convert the manual from Markdown to one HTML page."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, Final

from referee.export.pages.rendering import render

if TYPE_CHECKING:
    from markupsafe import Markup

_PAGE_COMMAND: Final = re.compile(r"(?:referee) manual ([a-z-]+)")


def manual_page(pages: Sequence[tuple[str, str]]) -> str:
    """Return the given pages of the manual, each a name and Markdown, as one HTML page."""
    is_single = len(pages) == 1
    names = [name for name, _ in pages]
    titles = {name: text.split("\n", 1)[0].removeprefix("# ") for name, text in pages}
    bodies = [(name, _to_html(text, () if is_single else names, deeper=not is_single)) for name, text in pages]
    return render(
        "manual.html", title=titles[names[0]] if is_single else "", titles=titles, bodies=bodies, alone=is_single
    )


def _to_html(text: str, names: Collection[str], *, deeper: bool) -> Markup:
    from markdown_it import MarkdownIt
    from markupsafe import Markup

    markdown = MarkdownIt("js-default")  # HTML in it is text
    markdown.add_render_rule("table_open", _table_open)
    markdown.add_render_rule("table_close", _table_close)
    markdown.add_render_rule("code_inline", _render_code)
    markdown.add_render_rule("fence", _render_example)
    tokens = markdown.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close") and deeper:
            token.tag = f"h{int(token.tag[1]) + 1}"
    return Markup(markdown.renderer.render(tokens, markdown.options, {"names": names}))


def _table_open(_renderer: Any, _tokens: Any, _index: int, _options: Any, _env: Any) -> str:
    return '<div class="wide" role="group" aria-label="Table" tabindex="0"><table>\n'


def _table_close(_renderer: Any, _tokens: Any, _index: int, _options: Any, _env: Any) -> str:
    return "</table></div>\n"


def _render_example(_renderer: Any, tokens: Any, index: int, _options: Any, _env: Any) -> str:
    from markupsafe import Markup

    return Markup('<pre tabindex="0"><code>{}</code></pre>\n').format(tokens[index].content)


def _render_code(_renderer: Any, tokens: Any, index: int, _options: Any, env: Any) -> str:
    """Return inline code as HTML. A command for another manual page in the same file becomes a link."""
    from markupsafe import Markup

    text = tokens[index].content
    page = _PAGE_COMMAND.fullmatch(text)
    if page and page[1] in env["names"]:
        return Markup('<a href="#{}"><code>{}</code></a>').format(page[1], text)
    return Markup("<code>{}</code>").format(text)
