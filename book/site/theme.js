// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Runs before the page is drawn, so that it never shows in the wrong theme first.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const root = document.documentElement;
  const stored = () => {
    try { return localStorage.getItem('theme'); } catch { return null; }
  };
  window.applyTheme = () => {
    const dark = (stored() ?? (system.matches ? 'dark' : 'light')) === 'dark';
    root.classList.toggle('dark-mode', dark);
    root.classList.toggle('light-mode', !dark);
    document.dispatchEvent(new Event('themechange'));
  };
  system.addEventListener('change', applyTheme);
  addEventListener('storage', applyTheme);
  applyTheme();
})();
