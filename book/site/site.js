// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The theme's switch, the chapters' menu on a phone, and a button for copying on each piece of code.
const root = document.documentElement;
const theme = document.getElementById('theme');
const menu = document.getElementById('menu');

const nameTheme = () => {
  theme.textContent = root.classList.contains('dark-mode') ? 'Light' : 'Dark';
  theme.setAttribute('aria-label', `${theme.textContent} theme`);
};
document.addEventListener('themechange', nameTheme);
nameTheme();
theme.addEventListener('click', () => {
  try {
    localStorage.setItem('theme', root.classList.contains('dark-mode') ? 'light' : 'dark');
    applyTheme();
  } catch {  // no storage: the choice holds for this page
    root.classList.toggle('light-mode', !root.classList.toggle('dark-mode'));
    nameTheme();
  }
});

menu.addEventListener('click', () => {
  const open = root.classList.toggle('menu-open');
  menu.setAttribute('aria-expanded', open);
});

// Far down in a long list, the current chapter would be out of sight.
const chapters = document.getElementById('chapters');
const current = chapters.querySelector('[aria-current]');
if (current) chapters.scrollTop = current.offsetTop - chapters.clientHeight / 4;

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {  // some browsers keep the clipboard from pages opened as files
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
}
for (const block of document.querySelectorAll('div.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await copy(block.querySelector('code').textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
  block.append(button);
}

// What scrolls sideways must be reachable by keyboard, and show that there is more.
const boxes = [...document.querySelectorAll('div.code pre, .wide')];
const markEnd = (box) =>
  box.classList.toggle('more', box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
const markScrollers = () => {
  const scrolls = boxes.map((box) => box.scrollWidth > box.clientWidth);
  boxes.forEach((box, i) => {
    box.classList.toggle('scrolls', scrolls[i]);
    if (scrolls[i]) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  });
  boxes.forEach(markEnd);
};
for (const box of boxes) box.addEventListener('scroll', () => markEnd(box), { passive: true });
addEventListener('resize', markScrollers);
markScrollers();
