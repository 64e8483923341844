/* global document, localStorage */
// Runs before the page is drawn, so that a stored choice of light or dark does not flash. A file of its own, because the
// Content-Security-Policy allows no inline scripts.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Without storage, the system decides.
}
