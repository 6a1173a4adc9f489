# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
"""Checks a built site:  check.py FOLDER
Each link, anchor, image, script and style leads to something inside it; nothing is loaded from
elsewhere; each picture has words; no marker of the book's sources is left."""
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADS = {("img", "src"), ("img", "srcset"), ("script", "src"), ("link", "href"), ("iframe", "src"),
         ("source", "src"), ("source", "srcset"), ("object", "data"), ("form", "action"),
         ("image", "href"), ("use", "href"), ("video", "src"), ("audio", "src")}
CSS_LOAD = re.compile(r"@import\s+[\"']?([^\"';)]+)|url\(\s*[\"']?([^\"')]+)")


class Reader(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.ids, self.twice, self.links, self.loads, self.faults = set(), set(), [], [], []
        self.text, self.inside = "", []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if "id" in values:
            (self.twice if values["id"] in self.ids else self.ids).add(values["id"])
        if tag == "a" and values.get("name"):
            self.ids.add(values["name"])
        for name, value in attributes:
            if (tag, name) in LOADS:
                self.loads.append(value or "")
            elif name == "href":
                self.links.append(value or "")
            elif name == "style":
                self.loads += [a or b for a, b in CSS_LOAD.findall(value or "")]
        if tag == "img" and not values.get("alt", "").strip():
            self.faults.append(f"the image {values.get('src')} has no words")
        if tag in ("pre", "code", "script", "style"):
            self.inside.append(tag)

    def handle_endtag(self, tag):
        if self.inside and self.inside[-1] == tag:
            self.inside.pop()

    def handle_data(self, data):
        if "style" in self.inside:
            self.loads += [a or b for a, b in CSS_LOAD.findall(data)]
        elif not self.inside:
            self.text += data


def check(site, start="index.html", prune=False):
    """What is wrong, a line each. With `prune`, pages that no link reaches from `start` go away."""
    site = Path(site).resolve()
    readers = {path: Reader(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    faults = []

    def resolve(path, address):
        """The file that an address in `path` names, or None; and its anchor."""
        parts = urlsplit(address)
        there = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if there.is_dir():
            there /= "index.html"
        return (there if there.is_file() and there.is_relative_to(site) else None), unquote(parts.fragment)

    def away(address):
        return address.startswith("//") or bool(urlsplit(address).scheme)

    def is_data(address):
        return address.startswith(("data:", "#"))

    reached, todo = set(), [site / start]
    while todo:
        path = todo.pop()
        if path in reached or path not in readers:
            continue
        reached.add(path)
        todo += [there for link in readers[path].links + readers[path].loads if not away(link)
                 for there in [resolve(path, link)[0]] if there]
    for path in sorted(set(readers) - reached):
        if prune:
            path.unlink()
        else:
            faults.append(f"{path.relative_to(site)}: no link leads here")

    for path in sorted(reached):
        reader = readers[path]

        def fault(message):
            faults.append(f"{path.relative_to(site)}: {message}")  # noqa: B023

        for message in reader.faults:
            fault(message)
        for name in sorted(reader.twice):
            fault(f"the id '{name}' stands twice")
        for link in reader.loads:
            if away(link) and not is_data(link):
                fault(f"{link} would be loaded from elsewhere")
            elif not is_data(link) and not resolve(path, link)[0]:
                fault(f"{link} is not there")
        for link in reader.links:
            if away(link):
                if urlsplit(link).scheme not in ("http", "https", "mailto"):
                    fault(f"the link {link} leads out of the site")
                continue
            there, anchor = resolve(path, link)
            if not there:
                fault(f"the link {link} leads nowhere")
            elif anchor and (there not in readers or anchor not in readers[there].ids):
                fault(f"the link {link} has no such anchor")
        marker = re.search(r"<!--|wb(block|span|head)\d|@(nav|pager)@|\$relpath", reader.text)
        if marker:
            fault(f"shows '{reader.text[marker.start():marker.start() + 40]}', a marker")
    for path in sorted(site.rglob("*.css")) + sorted(site.rglob("*.svg")):
        for groups in CSS_LOAD.findall(path.read_text(encoding="utf-8")):
            address = next(filter(None, groups))
            if is_data(address):
                continue
            if away(address):
                faults.append(f"{path.relative_to(site)}: {address} would be loaded from elsewhere")
            elif not resolve(path, address)[0]:
                faults.append(f"{path.relative_to(site)}: {address} is not there")
    return faults


if __name__ == "__main__":
    found = check(sys.argv[1])
    print("\n".join(found), file=sys.stderr)
    sys.exit(bool(found))
