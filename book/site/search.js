// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Answers search.html?q=...; the index is a script beside it, so that it works without a server.
const index = lunr.Index.load(searchIndex.index);
const field = document.querySelector('main input');
const list = document.getElementById('hits');
const status = document.getElementById('status');

function find(text) {
  // As the index was built: letters, digits and _ make a word, so get_global_id is one.
  const words = text.toLowerCase().split(/[^\p{L}\p{N}_]+/u).filter(lunr.stopWordFilter);
  const ask = (presence) => index.query((query) => words.forEach((word, i) => {
    const typed = i === words.length - 1 && word.length > 2;  // the last word may go on
    query.term(index.pipeline.runString(word)[0], {
      presence, usePipeline: false, wildcard: lunr.Query.wildcard[typed ? 'TRAILING' : 'NONE'],
    });
  }));
  if (!words.length) return [];
  const all = ask(lunr.Query.presence.REQUIRED);
  return all.length ? all : ask(lunr.Query.presence.OPTIONAL);
}

/// The place in a section's text where most of the words stand together, with them marked.
function excerpt(text, stems) {
  const hits = [...text.matchAll(/[\p{L}\p{N}_]+/gu)].filter((word) => {
    const stem = index.pipeline.runString(word[0].toLowerCase())[0] ?? '';
    return stems.some((wanted) => stem.startsWith(wanted));
  });
  const weigh = (hit) => new Set(hits.filter((h) => h.index >= hit.index && h.index < hit.index + 160)
    .map((h) => h[0].toLowerCase())).size;
  const best = hits.reduce((a, b) => (weigh(b) > weigh(a) ? b : a), hits[0]);
  const from = best ? Math.max(0, text.lastIndexOf(' ', Math.max(0, best.index - 40))) : 0;
  const part = document.createElement('p');
  let at = from;
  const space = text.indexOf(' ', from + 220);
  const end = space < 0 ? text.length : space;
  if (from > 0) part.append('… ');
  for (const hit of hits.filter((h) => h.index >= from && h.index + h[0].length <= end)) {
    const mark = document.createElement('mark');
    mark.textContent = hit[0];
    part.append(text.slice(at, hit.index), mark);
    at = hit.index + hit[0].length;
  }
  part.append(text.slice(at, end), end < text.length ? ' …' : '');
  return part;
}

function show() {
  const text = field.value.trim();
  const found = find(text).slice(0, 30);
  list.replaceChildren(...found.map((hit) => {
    const section = searchIndex.sections[hit.ref];
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = section.url;
    link.textContent = section.section ? `${section.page}: ${section.section}` : section.page;
    item.append(link, excerpt(section.text, Object.keys(hit.matchData.metadata)));
    return item;
  }));
  status.textContent = !text ? '' : found.length === 1 ? 'One place.'
    : found.length ? `${found.length} places.` : `Nothing about “${text}”.`;
}

field.value = new URLSearchParams(location.search).get('q') ?? '';
field.addEventListener('input', () => {
  history.replaceState(null, '', `?q=${encodeURIComponent(field.value)}`);
  show();
});
show();
