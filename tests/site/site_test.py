# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
"""The site's own passes and its checker, each on something broken:  python3 tests/site/site_test.py"""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "book/site"))
from check import check  # noqa: E402
from finish import Finisher, plain, themed  # noqa: E402
from highlight import highlight  # noqa: E402
from pages import Fault, Stage, find_pages, slug  # noqa: E402


class Folder(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.root = Path(holder.name).resolve()

    def write(self, name, text=""):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path


class Checker(Folder):
    """Each fault is found, and named."""

    def faults(self, body, **files):
        self.write("index.html", f"<html><body>{body}</body></html>")
        self.write("other.html", '<h2 id="there">x</h2><a href="index.html">back</a>')
        self.write("a.svg", "<svg/>")
        for name, text in files.items():
            self.write(name.replace("_", "."), text)
        return "\n".join(check(self.root))

    good = '<a href="other.html#there">x</a><img src="a.svg" alt="words">'

    def test_a_good_site_has_no_faults(self):
        self.assertEqual(self.faults(self.good + '<a href="https://example.org/">away</a>'), "")

    def test_each_fault(self):
        for body, said in {
            '<a href="none.html">x</a>': "none.html leads nowhere",
            '<a href="../index.html">x</a>': "../index.html leads nowhere",
            '<a href="/etc/passwd">x</a>': "leads nowhere",
            '<a href="other.html#gone">x</a>': "#gone has no such anchor",
            '<a href="#gone">x</a>': "#gone has no such anchor",
            '<a href="file:///etc/passwd">x</a>': "out of the site",
            '<a href="javascript:alert()">x</a>': "out of the site",
            '<img src="none.svg" alt="x">': "none.svg is not there",
            '<img src="a.svg">': "has no words",
            '<img src="https://example.org/a.png" alt="x">': "loaded from elsewhere",
            '<img src="//example.org/a.png" alt="x">': "loaded from elsewhere",
            '<script src="http://example.org/a.js"></script>': "loaded from elsewhere",
            '<link rel="stylesheet" href="https://example.org/a.css">': "loaded from elsewhere",
            '<style>@import "https://example.org/a.css";</style>': "loaded from elsewhere",
            '<p style="background:url(https://example.org/a.png)">x</p>': "loaded from elsewhere",
            '<p id="a"></p><p id="a"></p>': "'a' stands twice",
            "<p>wbspan12z</p>": "a marker",
            "<p>&lt;!-- v naive --&gt;3</p>": "a marker",
        }.items():
            with self.subTest(body):
                self.assertIn(said, self.faults(self.good + body))

    def test_code_may_show_markers(self):
        self.assertEqual(self.faults(self.good + "<pre>&lt;!-- v naive --&gt;</pre>"), "")

    def test_styles_are_read(self):
        link = self.good + '<link rel="stylesheet" href="a.css">'
        self.assertIn("elsewhere", self.faults(link, a_css="a{background:url(http://example.org/x.png)}"))
        self.assertIn("x.png is not there", self.faults(link, a_css="a{background:url(x.png)}"))

    def test_orphans(self):
        self.assertIn("orphan.html: no link leads here", self.faults(self.good, orphan_html="x"))
        self.assertEqual(check(self.root, prune=True), [])
        self.assertFalse((self.root / "orphan.html").exists())


class Staging(Folder):
    def stage(self, text, name="04_tiles.md"):
        self.write("book/index.md", "# Book\n")
        self.write("book/05_next.md", "# Next\n")
        self.write("kernels/a.cl", "x\n")
        self.write("book/figures/a.svg", "<svg/>")
        page = self.write(f"book/{name}", text)
        pages = find_pages(self.root / "book")
        stage = Stage(self.root, pages)
        self.page = next(p for p in pages if p.path == page)
        return stage.stage(self.page), stage

    def test_markers_go_and_code_keeps_them(self):
        text, stage = self.stage("# T\n<!-- let a = b -->\n\nIt is <!-- v a -->3 ms. `<!-- v -->`\n\n"
                                 "```c\n<!-- text -->\n```\n")
        self.assertNotIn("<!--", text)
        self.assertIn("It is 3 ms.", text)
        self.assertEqual(stage.blocks, [("code", "c", "<!-- text -->\n")])
        self.assertEqual(stage.spans, ["<!-- v -->"])

    def test_what_doxygen_would_swallow_is_escaped(self):
        text, _ = self.stage("# T\n\\n @x 5%d 5% a#b A & B &lt; http://a.b/?c=1&d=2 [x](05_next.md#a)\n")
        self.assertIn(r"\\n \@x 5\%d 5% a\#b A &amp; B &lt; http://a.b/?c=1&d=2 [x](05_next.html#a)", text)

    def test_links(self):
        text, stage = self.stage("# T\n[a](05_next.md#why-not) [b](../kernels/a.cl#L3-L5) [c](#here)\n")
        self.assertIn("(05_next.html#why-not)", text)
        self.assertIn("(src/kernels/a.cl.html#L3)", text)
        self.assertIn("(04_tiles.html#here)", text)
        self.assertEqual(stage.sources, {Path("kernels/a.cl")})

    def test_faults(self):
        for text in ("# T\n[a](99_none.md)\n", "# T\n[a](../../etc/passwd)\n", "# T\n![a](figures/none.svg)\n",
                     "# T\nText ![a](figures/a.svg)\n", "## No title\n"):
            with self.subTest(text), self.assertRaises(Fault):
                self.stage(text)

    def test_anchors_are_those_of_code_hosts(self):
        _, stage = self.stage("# T\n## Why `tile[y]` isn't it?\n## Same\n## Same\n")
        self.assertEqual(stage.headings, ["why-tiley-isnt-it", "same", "same-1"])
        self.assertEqual(slug("Guards, or padding"), "guards-or-padding")

    def test_order_and_titles(self):
        self.stage("# 04 `Tiles`\n", "04_tiles.md")
        self.write("book/appendix_a.md", "# Appendix\n")
        self.write("book/words.md", "# Words\n")
        self.write("book/README.md", "no page")
        front = "# Book\n[w](words.md)\n<!-- note: chapters -->\n[w](words.md#a) [t](04_tiles.md) [a](appendix_a.md)\n"
        self.write("book/index.md", front)
        pages = find_pages(self.root / "book")
        self.assertEqual([page.stem for page in pages], ["index", "words", "04_tiles", "05_next", "appendix_a"])
        self.assertEqual(pages[2].label, "04 Tiles")
        self.write("book/index.md", front.replace("[a](appendix_a.md)", ""))
        with self.assertRaisesRegex(Fault, "appendix_a.md: .* no link"):
            find_pages(self.root / "book")

    def test_lost_words_are_noticed(self):
        self.stage("# T\n\nNothing is lost. 50% of it.\n")
        staged = self.write("build/site-work/pages/04_tiles.md", "# T {#x}\n\nNothing is lost. 50% of it.\n\n1. one\n")
        self.assertTrue(staged.exists())
        finisher = Finisher.__new__(Finisher)
        finisher.root = self.root
        frame = '<div class="header">T</div>{}@pager@'.format
        finisher.compare_words(self.page, frame("<p>Nothing is <b>lost</b>. 50% of it.</p><li>one</li>"))
        with self.assertRaisesRegex(Fault, "50 of it"):
            finisher.compare_words(self.page, frame("<p>Nothing is lost. of it.</p><li>one</li>"))
        with self.assertRaisesRegex(Fault, r"\*lost\.\*"):
            finisher.compare_words(self.page, frame("<p>Nothing is *lost.* 50% of it, 2 * 3.</p><li>one</li>"))


class Passes(unittest.TestCase):
    def kinds(self, code, suffix="c"):
        return "\n".join(highlight(code, suffix))

    def test_opencl_is_coloured(self):
        line = self.kinds("__kernel void f(__global const float4* a) { a[get_global_id(0)] = 1.0f; }")
        for kind, word in (("keyword", "__kernel"), ("keyword", "__global"), ("keywordtype", "float4"),
                           ("builtin", "get_global_id"), ("number", "1.0f")):
            self.assertIn(f'<span class="{kind}">{word}</span>', line)
        self.assertNotIn("<span", self.kinds("printed text, for (x) barrier(1)", "text"))

    def test_a_comment_of_two_lines_is_closed_on_each(self):
        lines = highlight("a /* b\nc */ d", "c")
        self.assertEqual(lines, ['a <span class="comment">/* b</span>', '<span class="comment">c */</span> d'])

    def test_no_character_is_lost(self):
        for path in Path(__file__).resolve().parents[2].glob("kernels/*/*.cl"):
            text = path.read_text(encoding="utf-8")
            shown = "".join(f"{line}\n" for line in highlight(text.rstrip("\n"), "cl"))
            self.assertEqual(plain(shown.replace("\n", " ")), " ".join(text.split()), path)

    def test_names_of_the_library_are_links(self):
        self.assertIn('<a class="code" href="s.html">wb::Size</a>', "\n".join(
            highlight("const wb::Size& s;", "cpp", {"wb::Size": "s.html"}.get)))

    def test_figures_get_both_themes(self):
        svg = ('<svg viewBox="0 0 4 2"><style>a{fill:#000}'
               '@media (prefers-color-scheme:dark){a{fill:#fff}b{x:y}}</style></svg>')
        light, dark = themed(svg, "a.svg")
        self.assertNotIn("#fff", light)
        self.assertIn("a{fill:#000}a{fill:#fff}b{x:y}</style>", dark)
        self.assertIn('width="4" height="2"', dark)
        with self.assertRaises(Fault):
            themed("<svg/>", "a.svg")


if __name__ == "__main__":
    unittest.main()
