# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
"""Puts back what pages.py took out, and adds navigation, sources, figures for both themes, search."""
import html
import json
import os
import re
import shutil
import xml.etree.ElementTree as ElementTree

from highlight import highlight
from pages import Fault, doxygen_id, source_url

DARK = re.compile(r"@media\s*\(prefers-color-scheme:\s*dark\)\s*\{((?:[^{}]*\{[^{}]*\})*)\s*\}")


def escape(text):
    return html.escape(text, quote=True)


def plain(text):
    """HTML as words."""
    text = re.sub(r"<(script|style|button)\b.*?</\1>", " ", text, flags=re.S)
    text = re.sub(r"</?(?:a|b|i|em|strong|code|span|sub|sup)\b[^>]*>", "", text)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


def api_links(tagfile):
    """Names of `wb`, as `wb::Session` and `wb::Session::run`, with their addresses."""
    links = {}
    for compound in ElementTree.parse(tagfile).getroot().iter("compound"):
        name, kind = compound.findtext("name"), compound.get("kind")
        if kind not in ("class", "struct", "namespace") or not name.startswith("wb"):
            continue
        links[name] = compound.findtext("filename")
        for member in compound.iter("member"):
            address = f"{member.findtext('anchorfile')}#{member.findtext('anchor')}"
            links.setdefault(f"{name}::{member.findtext('name')}", address)
    return links


def themed(svg, path):
    """A drawing for light and one for dark paper: the page's switch chooses, not the system."""
    if not DARK.search(svg):
        raise Fault(f"{path} has no colours for dark paper: @media (prefers-color-scheme: dark)")
    # In a picture without a width a browser guesses one.
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    if box and not re.match(r"[^>]*\bwidth=", svg):
        svg = svg.replace("<svg ", f'<svg width="{box[1]}" height="{box[2]}" ', 1)
    return DARK.sub("", svg), DARK.sub(lambda m: m[1], svg)


class Finisher:
    def __init__(self, root, site, pages, stage, links):
        self.root, self.site, self.pages, self.stage, self.links = root, site, pages, stage, links
        here = root / "book/site"
        self.template = ((here / "header.html").read_text(), (here / "footer.html").read_text())

    # --- pieces -----------------------------------------------------------------------------

    def code(self, language, text):
        lines = highlight(text.rstrip("\n"), language, self.links.get)
        return f'<div class="code"><pre><code>{chr(10).join(lines)}</code></pre></div>'

    def figure(self, path, words):
        words = re.sub(r"wbspan(\d+)z", lambda m: self.stage.spans[int(m[1])], words)
        folder = self.site / "figures"
        folder.mkdir(exist_ok=True)
        if path.suffix == ".png":  # a picture has one look
            shutil.copy(path, folder)
            return f'<figure><img src="figures/{path.name}" alt="{escape(words)}"></figure>'
        images = ""
        for theme, svg in zip(("light", "dark"), themed(path.read_text(encoding="utf-8"), path)):
            (folder / f"{path.stem}-{theme}.svg").write_text(svg, encoding="utf-8")
            images += (f'<img class="only-{theme}" src="figures/{path.stem}-{theme}.svg" '
                       f'alt="{escape(words)}">')
        return f"<figure>{images}</figure>"

    def block(self, number):
        kind, *rest = self.stage.blocks[number]
        return self.code(*rest) if kind == "code" else self.figure(*rest)

    def span(self, number):
        text = self.stage.spans[number]
        short = ' class="short"' if len(text) <= 24 else ""  # not broken at the end of a line
        code = f"<code{short}>{escape(text)}</code>"
        name = re.match(r"(wb(?:::\w+)*)(\(.*\))?$", text)
        if name and name[1] in self.links:
            return f'<a href="{self.links[name[1]]}">{code}</a>'
        path = self.root / text
        if re.match(r"[\w./-]+\.\w+$", text) and "/" in text and path.is_file():
            self.stage.sources.add(path.relative_to(self.root))
            return f'<a href="{source_url(text)}">{code}</a>'
        return code

    def navigation(self, current=None, at_api=False):
        def item(page):
            here = ' aria-current="page"' if page is current else ""
            number = f"<b>{page.number}</b>" if page.number else ""
            title = "Start here" if page is self.pages[0] else page.title
            inner = f'<a href="{page.url}"{here}>{number}{escape(title)}</a>'
            if page is current and page.sections:
                inner += "<ul>" + "".join(f'<li><a href="#{name}">{escape(text)}</a></li>'
                                          for name, text in page.sections) + "</ul>"
            return f"<li>{inner}</li>"

        here = ' aria-current="page"' if at_api else ""
        return ('<nav id="chapters" aria-label="Chapters"><ul>' + "".join(map(item, self.pages))
                + f'<li><a href="api.html"{here}>API of wb</a></li></ul></nav>')

    def pager(self, current):
        if current not in self.pages:
            return ""
        at = self.pages.index(current)
        links = ""
        if at > 0:
            page = self.pages[at - 1]
            links += f'<a rel="prev" href="{page.url}"><small>Previous</small>{escape(page.label)}</a>'
        if at + 1 < len(self.pages):
            page = self.pages[at + 1]
            links += f'<a rel="next" href="{page.url}"><small>Next</small>{escape(page.label)}</a>'
        return f'<nav class="pager" aria-label="Previous and next">{links}</nav>'

    def chapter_table(self):
        """The chapters that exist; what each teaches is said in README.md."""
        rows = ""
        readme = (self.root / "README.md").read_text(encoding="utf-8")
        for page in self.pages:
            if not page.number:
                continue
            said = re.search(rf"^\|[^|]*\(book/{page.path.name}\)[^|]*\|([^|]*)\|", readme, re.M)
            rows += (f'<tr><td>{page.number}</td><td><a href="{page.url}">{escape(page.title)}</a></td>'
                     f'<td>{escape(said[1].strip()) if said else ""}</td></tr>')
        return ('<div class="wide" role="region" aria-label="Chapters"><table class="chapters"><thead><tr>'
                "<th>no.</th><th>chapter</th><th>what it teaches</th>"
                f"</tr></thead><tbody>{rows}</tbody></table></div>")

    def page_from(self, title, body, url, current=None, at_api=False):
        """A page that Doxygen knows nothing of, in the same frame."""
        header, footer = self.template
        up = "../" * url.count("/")
        text = header.replace("$title", escape(title)).replace("@nav@", self.navigation(current, at_api))
        text = re.sub(r'(href|src)="(?!\.|#|[a-z]+:)([^"$]+)"', rf'\1="{up}\2"', text)
        text = text.replace("$relpath^", up) + body + footer.replace("@pager@", "")
        path = self.site / url
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    # --- passes -----------------------------------------------------------------------------

    def doxygen_page(self, path):
        """One page that Doxygen made, finished; under its own name."""
        text = path.read_text(encoding="utf-8")
        current = next((page for page in self.pages
                        if path.stem == ("index" if page.stem == "index" else doxygen_id(page))), None)
        text = text.replace("</div><!-- top -->", "").replace("<p >", "<p>")
        text = re.sub(r'<a class="anchor" id="md_[^"]*"></a>', "", text)
        text = re.sub(r"<p>\s*</p>", "", text)
        if 'id="nested-classes"' not in text:  # of a class whose nested ones are all private
            text = re.sub(r'<a href="#nested-classes">Classes</a>\s*\|?\s*', "", text)
        text = re.sub(r"(?:\xa0|&#160;|\s)+(</t[dh]>)", r"\1", text)
        # Rows of inherited members unfold by a script of Doxygen's; here they are always shown.
        text = re.sub(r'(<td colspan="2") onclick="[^"]*"><img[^>]*>(?:&#160;|\xa0)', r"\1>", text)
        if current:
            self.compare_words(current, text)
            for level in (5, 4, 3, 2, 1):  # the title is the page's h1
                text = re.sub(rf'<h{level}>(<a class="anchor".*?)</h{level}>', rf"<h{level + 1}>\1</h{level + 1}>",
                              text, flags=re.S)
            text = self.link_chapters(current, text)
        text = text.replace("@nav@", self.navigation(current, current is None))
        text = text.replace("@pager@", self.pager(current))
        text = re.sub(r'wbhead(\d+)z', lambda m: self.stage.headings[int(m[1])], text)
        text = re.sub(r"<h(\d)><a class=\"anchor\" id=\"([^\"]*)\"></a>\n?(.*?)</h\1>",
                      r'<h\1 id="\2">\3<a class="here" href="#\2" aria-label="Link to this section">#</a></h\1>',
                      text, flags=re.S)
        text = re.sub(r'<p(?: class="\w+")?>wbblock(\d+)z\s*</p>',
                      lambda m: self.block(int(m[1])), text)
        text = re.sub(r"<title>.*?</title>", lambda m: re.sub(
            r"wbspan(\d+)z", lambda n: escape(self.stage.spans[int(n[1])]), m[0]), text, flags=re.S)
        text = re.sub(r"wbspan(\d+)z", lambda m: self.span(int(m[1])), text)
        text = re.sub(r"(</div>|</figure>|</table>)\s*<p><em>(?=<a |Recorded on|Printed by)",
                      r'\1<p class="caption"><em>', text)
        # Without Doxygen's class, whose tables scroll inside themselves, unreachable by keyboard.
        text = re.sub(r'<table class="markdownTable">(.*?)</table>',
                      r'<div class="wide" role="region" aria-label="Table"><table>\1</table></div>',
                      text, flags=re.S)
        text = re.sub(r'<div class="title">(.*?)</div>', r'<h1 class="title">\1</h1>', text, flags=re.S)
        if current and current.number:
            text = text.replace('<h1 class="title">',
                                f'<p class="number">Chapter {current.number}</p><h1 class="title">')
            text = re.sub(r"<title>.*?</title>", f"<title>{escape(current.label)} · OpenCL, Measured</title>",
                          text, flags=re.S)
        text = re.sub(r"<p>wbchapters\s*</p>", lambda m: self.chapter_table(), text)
        left = re.search(r"wb(block|span|head|chapters)\d*z?\b", text)
        if left:
            raise Fault(f"{path.name}: Doxygen moved {left[0]}: {text[left.start() - 80:left.end() + 40]}")
        for page in self.pages:
            text = text.replace(f'href="{doxygen_id(page)}.html', f'href="{page.url}')
        name = current.url if current else path.name.removeprefix("page_")
        (self.site / name).write_text(text, encoding="utf-8")

    def link_chapters(self, current, text):
        """Where the text names another chapter that exists, it leads there."""
        others = {page.number: page.url for page in self.pages if page.number and page is not current}

        def link(match):
            url = others.get(match[3])
            return f'<a href="{url}">{match[2]}</a>' if url else match[0]

        return re.sub(r"<(a|h\d|head)\b.*?</\1>|\b([Cc]hapter (\d\d))\b", link, text, flags=re.S)

    def compare_words(self, page, text):
        """Doxygen loses some words without a warning; a page that lost one is not published."""
        staged = (self.root / "build/site-work/pages" / page.path.name).read_text(encoding="utf-8")
        staged = re.sub(r"\{#\w+\}|\]\([^()\s]+\)|^\|[ :|-]+$", "", staged, flags=re.M)
        staged = re.sub(r"^[ \t]*(\d+)\. ", r"wbnumber\1 ", staged, flags=re.M)
        body = text[text.index('<div class="header">'):text.index("@pager@")]
        is_, due = (re.findall(r"\w+", words) for words in (plain(body), html.unescape(staged)))
        marked = re.search(r"(?<![\w*])\*\*?\w(?:[^*]{0,80}[^\s*])?\*", plain(body))
        if marked:
            raise Fault(f"{page.path}: Doxygen took no notice of the marks in '{marked[0]}'")
        at = 0
        for i, word in enumerate(due):
            number = word.removeprefix("wbnumber")
            if at < len(is_) and is_[at] == number:
                at += 1
            elif number == word:  # a list's number is no text
                raise Fault(f"{page.path}: Doxygen changed words: '{' '.join(due[max(0, i - 5):i + 5])}' "
                            f"became '{' '.join(is_[max(0, at - 5):at + 5])}'")

    def sources(self):
        """Each linked file or folder of the repository as a page with numbered lines."""
        done = set()
        while todo := sorted(self.stage.sources - done):
            for source in todo:
                done.add(source)
                path, url = self.root / source, source_url(source)
                if path.is_dir():
                    inside = sorted(p.relative_to(self.root) for p in path.iterdir() if p.name[0] != ".")
                    self.stage.sources.update(inside)
                    body = "<ul>" + "".join(
                        f'<li><a href="{os.path.relpath(source_url(p), os.path.dirname(url))}">'
                        f"{escape(p.name)}</a></li>" for p in inside) + "</ul>"
                else:
                    up = "../" * url.count("/")
                    lines = highlight(path.read_text(encoding="utf-8").rstrip("\n"), path.suffix[1:],
                                      lambda name, up=up: self.links.get(name) and up + self.links[name])
                    body = "\n".join(f'<span id="L{i}" data-line="{i}">{line}</span>'
                                     for i, line in enumerate(lines, 1))
                    body = f'<div class="code source"><pre><code>{body}\n</code></pre></div>'
                self.page_from(f"{source} · OpenCL, Measured",
                               f'<h1 class="title path">{escape(str(source)).replace("/", "/<wbr>")}</h1>{body}', url)

    def search_sections(self):
        """The text of every section, for the index."""
        sections = []
        for page in self.pages:
            text = (self.site / page.url).read_text(encoding="utf-8")
            body = text[text.index('<div class="contents">'):text.index('<nav class="pager"')]
            parts = re.split(r'<h2 id="([^"]+)">(.*?)</h2>', body, flags=re.S)
            names = dict(page.sections)
            for name, part in [("", parts[0]), *zip(parts[1::3], parts[3::3])]:
                words = re.sub(r'<img [^>]*alt="([^"]*)"[^>]*>', "", part)
                sections.append({"book": True, "page": page.label, "section": names.get(name, ""), "text": plain(words),
                                 "url": page.url + (f"#{name}" if name else "")})
        for name, address in self.links.items():
            if "#" not in address and name.startswith("wb::"):
                text = (self.site / address).read_text(encoding="utf-8")
                body = text[text.index('<div class="contents">'):text.index("</main>")]
                sections.append({"page": name, "section": "", "url": address, "text": plain(body)})
        return json.dumps(sections)
