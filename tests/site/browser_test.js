// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
//
// Opens the built site in a browser; ci/book.sh --test runs it. Each check is a function that returns
// faults. It is run on the site, where it must find none, and on something broken, where it must
// find one.
'use strict';
const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const http = require('node:http');
const os = require('node:os');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { pathToFileURL } = require('node:url');
const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const puppeteer = require('puppeteer-core');

const root = path.resolve(__dirname, '../..');
const site = path.join(root, 'build/site');
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 900 };

/// The pages of the book in order: what the front page links to before and after its chapters.
const front = fs.readFileSync(path.join(root, 'book/index.md'), 'utf8').split('<!-- note: chapters -->');
const linked = (text) => [...text.matchAll(/\]\((\w+\.md)[)#]/g)].map((match) => match[1]);
const numbered = fs.readdirSync(path.join(root, 'book')).filter((name) => /^\d\d_.*\.md$/.test(name)).sort();
const book = [...new Set([...linked(front[0]), ...numbered, ...linked(front[1])])].map((name) => {
  const text = fs.readFileSync(path.join(root, 'book', name), 'utf8');
  const title = /^# +(?:\d\d +)?(.*)$/m.exec(text)[1].replaceAll('`', '');
  return { url: name.replace('.md', '.html'), title };
});
const everyPage = fs.readdirSync(site, { recursive: true })
  .map(String).filter((name) => name.endsWith('.html')).sort();
/// One of each kind, and all pages of the book.
const sample = ['index.html', ...book.map((page) => page.url), 'search.html?q=local+memory', 'api.html',
  'namespacewb.html', ...everyPage.filter((name) => /^struct/.test(name)).slice(0, 2),
  ...['.cl.html', '.cpp.html'].map((end) => everyPage.find((name) => name.endsWith(end)))];

let browser, scratch, broken;

before(async () => {
  scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'site-test-'));
  browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    protocolTimeout: 300000,
  });
  // A copy for checks that need a site broken in a file.
  broken = path.join(scratch, 'broken');
  fs.cpSync(site, broken, { recursive: true });
  const change = (file, from, to) => {
    const old = fs.readFileSync(path.join(broken, file), 'utf8');
    assert(old.search(from) >= 0, `${file} has no ${from}`);
    fs.writeFileSync(path.join(broken, file), old.replace(from, to));
  };
  change('index.html', new RegExp(`<li><a href="${book[1].url}".*?</li>`), '');
  change(book[0].url, /<a rel="next".*?<\/a>/, '');
  change('search-index.js', '"sections":', '"nothing":');
});
after(async () => {
  await browser?.close();
  fs.rmSync(scratch, { recursive: true, force: true });
});

/// Opens a page and watches it: `faults` fills with errors and with requests that leave `folder`.
async function open(name, { folder = site, view = desk, scheme = 'light', base } = {}) {
  const page = await browser.newPage();
  const home = base ?? `${pathToFileURL(folder)}/`;
  const faults = [];
  page.on('console', (m) => { if (m.type() === 'error') faults.push(`console: ${m.text()}`); });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('requestfailed', (r) => faults.push(`failed: ${r.url()}`));
  page.on('request', (r) => {
    if (!r.url().startsWith(home) && !r.url().startsWith('data:')) faults.push(`leaves the site: ${r.url()}`);
  });
  page.setDefaultTimeout(180000);
  await page.setViewport(view);
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  const go = (next) => page.goto(home + next, { waitUntil: 'load' });
  await go(name);
  return { page, faults, go, [Symbol.asyncDispose]: () => page.close() };
}

/// Runs `use` with a page that is closed afterwards.
async function visit(name, options, use) {
  const opened = await open(name, options);
  try {
    return await use(opened);
  } finally {
    await opened.page.close();
  }
}

// --- checks -------------------------------------------------------------------------------------

/// What makes a page wider than the window.
const overflow = (page) => page.evaluate(() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  const wide = [...document.querySelectorAll('body *')].filter((element) =>
    element.getBoundingClientRect().right > width + 1 && !element.closest('pre, .wide'));
  return [`${document.documentElement.scrollWidth} px: ${wide.slice(0, 3).map((e) => e.outerHTML.slice(0, 120))}`];
});

/// Serious violations of accessibility, contrast among them; or of `rules` alone.
async function accessibility(page, rules) {
  await page.evaluate(axe);
  const found = await page.evaluate((only) => axe.run({
    resultTypes: ['violations'], preload: false, ...(only && { runOnly: only }),
  }), rules);
  return found.violations.filter((v) => ['serious', 'critical'].includes(v.impact))
    .flatMap((v) => v.nodes.slice(0, 3).map((n) => `${v.id}: ${n.html.slice(0, 140)} ${n.any[0]?.message ?? ''}`));
}

/// Pages that one cannot click to from the index.
const navigation = (folder) => visit('index.html', { folder }, async ({ page }) => {
  const faults = [];
  for (const { url, title } of book) {
    await page.goto(`${pathToFileURL(folder)}/index.html`);
    const link = await page.$(`#chapters a[href="${url}"]`);
    if (!link) {
      faults.push(`no link to ${url}`);
      continue;
    }
    await Promise.all([page.waitForNavigation(), link.click()]);
    const heading = await page.$eval('h1', (h) => h.textContent.trim());
    if (heading !== title) faults.push(`${url} is titled '${heading}', not '${title}'`);
    const here = await page.$$eval('#chapters a[aria-current=page]', (a) => a.map((e) => e.getAttribute('href')));
    if (here.join() !== url) faults.push(`on ${url} the chapters mark '${here}'`);
  }
  return faults;
});

/// "Next" must lead through the whole book and "Previous" back.
const pager = (folder) => visit('index.html', { folder }, async ({ page }) => {
  const walk = async (rel) => {
    const seen = [];
    for (;;) {
      seen.push(path.basename(new URL(page.url()).pathname));
      const link = await page.$(`.pager a[rel=${rel}]`);
      if (!link || seen.length > book.length) return seen.join(' ');
      await Promise.all([page.waitForNavigation(), link.click()]);
    }
  };
  const due = ['index.html', ...book.map((b) => b.url)];
  const faults = [];
  const there = await walk('next');
  if (there !== due.join(' ')) faults.push(`next leads through ${there}`);
  const back = await walk('prev');
  if (back !== due.reverse().join(' ')) faults.push(`previous leads through ${back}`);
  return faults;
});

/// Types `text` into the field in the frame; the addresses it finds, best first.
const search = (text, options = {}) => visit('index.html', options, async ({ page, faults }) => {
  await page.type('header input', text);
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  const hits = await page.$$eval('#hits a', (links) => links.map((a) => a.getAttribute('href').replace(/#.*/, '')));
  return { hits, faults };
});

async function searchFaults(folder) {
  const faults = [];
  const ask = async (text, url, among) => {
    const found = await search(text, { folder });
    faults.push(...found.faults);
    if (!found.hits.slice(0, among).includes(url)) faults.push(`'${text}' finds ${found.hits.slice(0, among)}`);
  };
  const banks = book.find((page) => page.url.includes('bank_conflicts'));
  if (banks) await ask('bank conflict', banks.url, 1);
  for (const { url, title } of book) await ask(title, url, 3);
  return faults;
}

// --- on the site, and on something broken -------------------------------------------------------

test('the index opens and names every chapter', () => visit('index.html', {}, async ({ page, faults }) => {
  assert.match(await page.title(), /OpenCL, Measured/);
  const listed = await page.$$eval('main .chapters a', (links) => links.map((a) => a.getAttribute('href')));
  assert.deepStrictEqual(listed, book.map((b) => b.url).filter((url) => /^\d/.test(url)));
  assert.deepStrictEqual(faults, []);
}));

test('every page: nothing wider than a phone, no error, no request that leaves the site',
  () => visit('index.html', { view: phone }, async ({ page, faults, go }) => {
    for (const name of everyPage) {
      await go(name);
      faults.push(...(await overflow(page)).map((fault) => `${name}: ${fault}`));
    }
    assert.deepStrictEqual(faults, []);
  }));

test('a broken page is noticed', () => visit('index.html', { view: phone }, async ({ page, faults }) => {
  await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<p style="width:600px">wide</p>'));
  assert.match((await overflow(page)).join(), /600/);
  const image = (src) => page.evaluate((s) => new Promise((resolve) => {
    const picture = new Image();
    picture.onload = picture.onerror = resolve;
    picture.src = s;
  }), src);
  await image('http://127.0.0.1:9/counter.png');
  assert.match(faults.join(), /leaves the site: http:.*failed: http:/);
  await image(String(pathToFileURL(path.join(root, 'book/figures'))) + '/none.svg');
  assert.match(faults.join(), /leaves the site: file:/);
  await page.evaluate(() => { setTimeout(() => { throw new Error('on purpose'); }); console.error('aloud'); });
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.match(faults.join(), /console: aloud/);
  assert.match(faults.join(), /error: .*on purpose/);
}));

// A theme changes colours and nothing else: the dark pages are asked about contrast only.
for (const [scheme, rules] of [['light', undefined], ['dark', ['color-contrast']]]) {
  test(`contrast and accessibility, ${scheme}`, () => visit('index.html', { scheme }, async ({ page, go }) => {
    const faults = [];
    for (const name of sample) {
      await go(name);
      assert(await page.$(`html.${scheme}-mode`), `${name} is not ${scheme}`);
      faults.push(...(await accessibility(page, rules)).map((fault) => `${name}: ${fault}`));
    }
    assert.deepStrictEqual(faults, []);
    await page.evaluate(() => document.querySelector('main').insertAdjacentHTML('beforeend',
      '<p style="color:#888;background:#777">grey</p><img src="icon.svg"><button></button>'));
    const found = (await accessibility(page, rules)).join();
    for (const rule of rules ?? ['color-contrast', 'image-alt', 'button-name']) assert.match(found, new RegExp(rule));
  }));
}

test('every chapter is reachable from the index', async () => {
  assert.deepStrictEqual(await navigation(site), []);
  assert.deepStrictEqual(await navigation(broken), [`no link to ${book[1].url}`]);
});

test('previous and next lead through the book', async () => {
  assert.deepStrictEqual(await pager(site), []);
  assert.match((await pager(broken)).join(), /next leads/);
});

test('search finds chapters by their words', async () => {
  assert.deepStrictEqual(await searchFaults(site), []);
  assert.notDeepStrictEqual(await searchFaults(broken), []);
  assert.notDeepStrictEqual((await search('get_global_id')).hits, []);
  assert.deepStrictEqual((await search('zebrafish')).hits, []);
});

test('the switch wins over the system, and figures follow it', async () => {
  const withFigure = everyPage.find((name) => !name.includes('/') &&
    fs.readFileSync(path.join(site, name), 'utf8').includes('<figure>'));
  await visit(withFigure, { scheme: 'dark' }, async ({ page, faults }) => {
    const shown = () => page.$$eval('figure img', (images) => images.filter((i) => i.checkVisibility())
      .map((i) => `${/-(\w+)\.svg$/.exec(i.src)[1]} ${i.naturalWidth > 0 ? 'drawn' : 'empty'}`).join());
    const all = await page.$$eval('figure', (figures) => figures.length);
    const each = (state) => Array(all).fill(state).join();
    assert.strictEqual(await shown(), each('dark drawn'));
    await page.click('#theme');
    assert.strictEqual(await shown(), each('light drawn'));
    await page.reload();
    assert.strictEqual(await shown(), each('light drawn'));
    await page.click('#theme');
    assert.strictEqual(await shown(), each('dark drawn'));
    assert.deepStrictEqual(faults, []);
  });
});

test('code is coloured and can be copied', async () => {
  const colours = new Set();
  for (const { url } of book) {
    await visit(url, {}, async ({ page }) => {
      const words = await page.$$eval('pre code', (blocks) => blocks.flatMap((block) =>
        [...block.querySelectorAll('span')].filter((s) => getComputedStyle(s).color !== getComputedStyle(block).color)
          .map((s) => s.textContent)));
      words.forEach((word) => colours.add(word));
      if (!await page.$('div.code')) return;
      await page.evaluate(() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; });
      await page.hover('div.code');
      await page.click('div.code .copy');
      assert.strictEqual(await page.evaluate(() => window.copied),
        await page.$eval('div.code code', (code) => code.textContent));
    });
  }
  for (const word of ['__kernel', '__global', '__local', 'float4', 'get_global_id', 'barrier']) {
    assert(colours.has(word), `${word} is not coloured`);
  }
});

test('the text leads into the reference, and to sources at their lines', async () => {
  const links = { reference: 0, lines: 0 };
  for (const { url } of book) {
    const text = fs.readFileSync(path.join(site, url), 'utf8');
    links.reference += text.match(/href="(class|struct|namespace)wb[^"]*\.html/g)?.length ?? 0;
    links.lines += text.match(/href="src\/[^"]*#L\d+"/g)?.length ?? 0;
  }
  assert(links.reference > 0 && links.lines > 0, JSON.stringify(links));
});

test('wide tables scroll in their own box, by keyboard too', async () => {
  let boxes = 0;
  for (const { url } of book) {
    boxes += await visit(url, { view: phone }, ({ page }) => page.$$eval('.wide', (all) => all.filter((box) => {
      box.scrollLeft = 50;
      return box.scrollLeft > 0 && box.tabIndex === 0 && box.getAttribute('role') === 'region';
    }).length));
  }
  assert(boxes > 0);
});

test('on a phone the chapters open and close', () => visit('index.html', { view: phone }, async ({ page }) => {
  const open = () => page.$eval('#chapters', (nav) => nav.checkVisibility());
  assert.strictEqual(await open(), false);
  await page.click('#menu');
  assert.strictEqual(await open(), true);
  await page.click('#menu');
  assert.strictEqual(await open(), false);
}));

test('without scripts the chapters are there, in light', async () => {
  await visit('index.html', { view: phone, scheme: 'dark' }, async ({ page, go, faults }) => {
    await page.setJavaScriptEnabled(false);
    await go('index.html');
    assert.strictEqual((await page.$$('#chapters')).length, 1);
    assert((await (await page.$('#chapters')).boundingBox()).height > 100);
    assert.strictEqual(await page.$('html.dark-mode'), null);
    assert.deepStrictEqual(faults, []);
  });
});

test('the lab report is one file and loads nothing', async () => {
  const lab = path.join(scratch, 'lab');
  fs.mkdirSync(lab);
  const program = (name, ...args) => execFileSync(path.join(root, 'build/bin', name), args, { stdio: 'pipe' });
  program('06_bank_conflicts', '--rounds', '1', '--runs', '1', '--json', path.join(lab, '06_bank_conflicts.json'));
  program('report', '--from', lab, '--out', path.join(scratch, 'report.html'));
  for (const scheme of ['light', 'dark']) {
    await visit('report.html', { folder: scratch, view: phone, scheme }, async ({ page, faults }) => {
      assert.match(await page.$eval('body', (body) => body.textContent), /stride 32/);
      const widths = await page.$$eval('img', (images) => images.map((image) => image.naturalWidth));
      assert(widths.length > 0 && widths.every((width) => width > 0), widths.join());
      assert.deepStrictEqual([...await overflow(page), ...await accessibility(page, ['color-contrast'])], []);
      assert.deepStrictEqual(faults.filter((fault) => !/report\.html$/.test(fault)), []);
    });
  }
});

test('it works below any address of a web server', async () => {
  const types = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml' };
  const server = http.createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url, 'http://x').pathname).replace(/^\/some\/where\//, '');
    const file = path.join(site, name);
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'image/png' });
    response.end(fs.readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${server.address().port}/some/where/`;
  try {
    const { hits, faults } = await search('barrier', { base });
    assert(hits.length > 0);
    assert.deepStrictEqual(faults, []);
    const deep = everyPage.find((name) => name.split('/').length > 3);
    await visit(deep, { base }, async (opened) => assert.deepStrictEqual(opened.faults, []));
  } finally {
    server.close();
  }
});
