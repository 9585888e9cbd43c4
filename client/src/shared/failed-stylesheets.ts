const failedLinks = new Set<HTMLLinkElement>();

/**
 * Remembers the stylesheets that could not be loaded. Vite requests a stylesheet only once: without {@link reloadFailedStylesheets},
 * the second import of a chunk would show it without its style.
 */
export function rememberFailedStylesheets(page: Document): void {
  const remember = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failedLinks.add(target);
  };
  // Errors of links do not bubble.
  page.addEventListener("error", remember, { capture: true });
}

async function reload(): Promise<void> {
  const reloads = Array.from(failedLinks, (link) => {
    failedLinks.delete(link);
    const newLink = link.cloneNode() as HTMLLinkElement;
    // A link outside the page, for example because an extension removed it, would never load.
    if (link.isConnected) link.replaceWith(newLink);
    else document.head.append(newLink);
    return new Promise((resolve) => {
      newLink.addEventListener("load", resolve);
      newLink.addEventListener("error", resolve);
    });
  });
  await Promise.all(reloads);
}

let lastReload = Promise.resolve();

/**
 * Requests the failed stylesheets again. Resolves when each has been loaded or has failed again; it never rejects. Calls run one
 * after the other: a stylesheet that fails again for one caller is requested once more for the next.
 */
export function reloadFailedStylesheets(): Promise<void> {
  lastReload = lastReload.then(reload);
  return lastReload;
}
