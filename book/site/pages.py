# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
"""Reads the pages of the book and stages them for Doxygen.

Doxygen 1.9.4 drops some things without a word and colours only some code. So what it must not touch
(code, images, anchors) leaves the page here as a placeholder, and finish.py puts it back.
"""
import html
import re
from pathlib import Path

FENCE = re.compile(r"^([ \t]*)(```+|~~~+)[ \t]*([\w+-]*)[^\n]*\n(.*?)^\1\2[ \t]*$\n?", re.M | re.S)
IMAGE = re.compile(r"^!\[(.*)\]\(([^()\s]+)\)[ \t]*$", re.M)
SPAN_OR_COMMENT = re.compile(r"(`+)(?!`)((?:[^\n]|\n(?!\n))*?)(?<!`)\1(?!`)|<!--.*?-->", re.S)
COMMENT_LINES = re.compile(r"^[ \t]*<!--(?:(?!-->).)*-->[ \t]*\n", re.M | re.S)
HEADING = re.compile(r"^(#{1,6})[ \t]+(.+?)[ \t]*#*$", re.M)
# Links stay; commands, "%" and "#" before words, and an "and" that is no entity are escaped.
ASIDE_OR_SPECIAL = re.compile(r"\]\([^()\s]+\)|\w+://\S+|[\\@]|%(?=\w)|(?<=\w)#(?=\w)|&(?:#?\w+;)?")
LINK = re.compile(r"\]\(([^()\s]+)\)")


class Fault(Exception):
    """Something in a page that the site cannot show."""


class Page:
    """One page: `title` is its first heading, `sections` its `##` headings as (slug, text)."""

    def __init__(self, path):
        self.path, self.stem = path, path.stem
        self.text = path.read_text(encoding="utf-8")
        number = re.match(r"(\d\d)_", self.stem)
        self.number = number.group(1) if number else ""
        self.url = self.stem + ".html"
        self.sections = []
        first = HEADING.search(COMMENT_LINES.sub("", self.text))
        if not first or first.group(1) != "#":
            raise Fault(f"{path}: the first heading must be the title: # Title")
        # The number is the file's; a title may repeat it.
        self.title = re.sub(rf"^{self.number}\s+" if self.number else "^$", "", first.group(2).replace("`", ""))

    @property
    def label(self):
        return f"{self.number} {self.title}".strip()


def find_pages(book):
    """The front page, what it links to before its chapters, the chapters, what it links to after them.

    A page that the front page does not link to is a fault: nobody would find it.
    """
    front = Page(book / "index.md")
    named = {path.stem: path for path in sorted(book.glob("*.md")) if path.name not in ("README.md", "index.md")}
    chapters = [stem for stem in named if stem[:2].isdigit()]

    def linked(text):
        return [stem for stem in dict.fromkeys(re.findall(r"\]\((\w+)\.md[)#]", text))
                if stem in named and stem not in chapters]

    before, _, after = front.text.partition("<!-- note: chapters -->")
    order = list(dict.fromkeys([*linked(before), *chapters, *linked(after)]))
    for stem in named.keys() - set(order):
        raise Fault(f"{named[stem]}: {front.path} has no link to it")
    return [front, *(Page(named[stem]) for stem in order)]


def slug(heading):
    """As code hosts make anchors: small letters, punctuation dropped, spaces to hyphens."""
    return "".join("-" if c == " " else c for c in heading.lower() if c.isalnum() or c in "-_ ")


class Stage:
    """What left the pages (`blocks`, `spans`, `headings`) and which sources they link to."""

    def __init__(self, root, pages):
        self.root, self.book = root, root / "book"
        self.stems = {page.stem for page in pages}
        self.blocks, self.spans, self.headings = [], [], []
        self.sources = set()

    def block(self, *what):
        self.blocks.append(what)
        return f"wbblock{len(self.blocks) - 1}z"

    def target(self, page, link):
        """The address on the site of a link in a page."""
        if re.match(r"[a-z]+:", link):
            return link
        path, _, anchor = link.partition("#")
        if not path:
            return f"{page.url}#{anchor}"
        there = (self.book / path).resolve()
        if there.parent == self.book and there.stem in self.stems and there.suffix == ".md":
            return there.stem + ".html" + (f"#{anchor}" if anchor else "")
        if not there.is_relative_to(self.root) or not there.exists():
            raise Fault(f"{page.path}: the link {link} leads nowhere")
        source = there.relative_to(self.root)
        self.sources.add(source)
        line = re.match(r"L\d+", anchor)
        return source_url(source) + (f"#{line.group()}" if line else "")

    def stage(self, page):
        """The page as Markdown for Doxygen."""
        text = FENCE.sub(lambda m: f"\n{m[1]}{self.block('code', m[3], unindent(m[4], m[1]))}\n\n",
                         page.text)
        # Where the front page says so, the chapters stand instead of the paragraph for code hosts.
        text = re.sub(r"^<!-- note: chapters -->\n(?:.+\n)*", "wbchapters\n", text, flags=re.M)
        text = COMMENT_LINES.sub("", text)

        def image(match):
            figure = (self.book / match[2]).resolve()
            if figure.suffix not in (".svg", ".png") or not figure.is_file():
                raise Fault(f"{page.path}: the image {match[2]} is no SVG or PNG of the book")
            return f"\n{self.block('figure', figure, match[1])}\n"

        text = IMAGE.sub(image, text)

        def span(match):
            if not match[1]:
                return ""  # a comment
            self.spans.append(re.sub(r"\s+", " ", match[2]).strip())
            return f"wbspan{len(self.spans) - 1}z"

        text = SPAN_OR_COMMENT.sub(span, text)
        if "![" in text:
            raise Fault(f"{page.path}: an image must stand alone on its line: "
                        + text[text.index("!["):][:60])
        text = ASIDE_OR_SPECIAL.sub(escape_for_doxygen, text)
        text = LINK.sub(lambda m: f"]({self.target(page, m[1])})", text)
        used = {}

        def heading(match):
            level, words = len(match[1]), match[2]
            if level == 1:
                words = re.sub(rf"^{page.number}\s+", "", words) if page.number else words
                return f"# {words} " + ("{#mainpage}" if page.stem == "index" else f"{{#{doxygen_id(page)}}}")
            plain = re.sub(r"wbspan(\d+)z", lambda m: self.spans[int(m[1])],
                           html.unescape(re.sub(r"\\([\\@%#])", r"\1", words)))
            name = slug(plain)
            used[name] = used.get(name, -1) + 1
            name += f"-{used[name]}" if used[name] else ""
            if level == 2:
                page.sections.append((name, plain))
            self.headings.append(name)
            return f"{match[1]} {words} {{#wbhead{len(self.headings) - 1}z}}"

        return HEADING.sub(heading, text)


def escape_for_doxygen(match):
    text = match[0]
    if text[0] == "&":
        return text if html.unescape(text) != text else "&amp;" + text[1:]
    return "\\" + text if len(text) == 1 and text != "]" else text


def doxygen_id(page):
    return "page_" + page.stem


def source_url(path):
    return f"src/{Path(path).as_posix()}.html"


def unindent(code, indent):
    return re.sub(f"^{re.escape(indent)}", "", code, flags=re.M) if indent else code
