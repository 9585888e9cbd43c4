// Runs before the first paint, so that no page flashes in another theme. `showTheme` stores the theme that it applies.
(() => {
  try {
    const theme = localStorage.getItem("daybook-ui-theme");
    if (theme && /^[a-z-]+$/.test(theme)) document.documentElement.dataset.uiTheme = theme;
  } catch {
    // The browser refuses storage, so the default theme applies.
  }
})();
