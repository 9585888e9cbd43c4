// Runs before the first paint, so that no page flashes in another theme. Whoever applies a theme stores it here.
(() => {
  try {
    const theme = localStorage.getItem("daybook-ui-theme");
    if (theme && /^[a-z-]+$/.test(theme)) document.documentElement.dataset.uiTheme = theme;
  } catch {
    // Storage is refused: the default theme it is.
  }
})();
