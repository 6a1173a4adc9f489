// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Reads sections as JSON, writes the search index as a script:  node index.js LUNR < sections.json
const lunr = require(process.argv[2]);
const sections = JSON.parse(require('fs').readFileSync(0, 'utf8'));
lunr.tokenizer.separator = /[^\p{L}\p{N}_]+/u;  // search.js cuts words in the same way
const index = lunr(function () {
  this.ref('id');
  this.field('page', { boost: 8 });
  this.field('section', { boost: 3 });
  this.field('text');
  // A page of the book is a better answer than a class of the library that has the word in its name.
  sections.forEach((section, id) => this.add({ id, ...section }, { boost: section.book ? 4 : 1 }));
});
// "</" could end the script that holds it, if it is ever put into a page.
const data = JSON.stringify({ index, sections }).replace(/<\//g, '<\\/');
process.stdout.write(`window.searchIndex = ${data};\n`);
