# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
"""Builds the site into build/site; ci/book.sh runs it, from the repository's root."""
import re
import shutil
import subprocess
import sys
from pathlib import Path

from check import check
from finish import Finisher, api_links
from pages import Fault, Page, Stage, find_pages

ROOT = Path(__file__).resolve().parents[2]
HERE, WORK, SITE = ROOT / "book/site", ROOT / "build/site-work", ROOT / "build/site"
AWESOME = Path("/usr/share/doxygen-awesome-css/doxygen-awesome.css")
LUNR = Path("/usr/share/javascript/lunr/lunr.min.js")

SEARCH_BODY = """<h1 class="title">Search</h1>
<form role="search" aria-label="Full text"><input name="q" type="search" aria-label="Search for" autofocus></form>
<p id="status" role="status"></p><ol id="hits"></ol>
<noscript><p>Searching needs JavaScript.</p></noscript>
<script src="lunr.min.js"></script><script src="search-index.js"></script><script src="search.js"></script>"""


def build():
    for folder in (WORK, SITE):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    pages = find_pages(ROOT / "book")
    stage = Stage(ROOT, pages)
    (WORK / "pages").mkdir()
    for page in pages:
        (WORK / "pages" / page.path.name).write_text(stage.stage(page), encoding="utf-8")
    (WORK / "pages/api.md").write_text(stage.stage(Page(HERE / "api.md")), encoding="utf-8")
    if subprocess.run(["doxygen", "book/site/Doxyfile"], cwd=ROOT).returncode:
        raise Fault("Doxygen's warnings are errors; they are above")

    made = WORK / "html"
    for name in ("theme.js", "site.js", "search.js", "icon.svg", "site.css"):
        shutil.copy(HERE / name, SITE)
    used = re.findall(r"url\(['\"]?([\w.]+)", (made / "doxygen.css").read_text())
    for path in (AWESOME, LUNR, made / "doxygen.css", *(made / name for name in set(used))):
        shutil.copy(path, SITE)
    finisher = Finisher(ROOT, SITE, pages, stage, api_links(WORK / "wb.tag"))
    for path in sorted(made.glob("*.html")):
        finisher.doxygen_page(path)
    finisher.sources()
    finisher.page_from("Search · OpenCL, Measured", SEARCH_BODY, "search.html")
    index = subprocess.run(["node", HERE / "index.js", LUNR], input=finisher.search_sections(), text=True,
                           stdout=subprocess.PIPE, check=True).stdout
    (SITE / "search-index.js").write_text(index, encoding="utf-8")


if __name__ == "__main__":
    try:
        build()
        faults = check(SITE, start="index.html", prune=True)
    except Fault as fault:
        faults = [str(fault)]
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        sys.exit(1)
    print(f"site: {len(list(SITE.rglob('*.html')))} pages in build/site/index.html")
