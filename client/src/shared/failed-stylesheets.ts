const failedLinks = new Set<HTMLLinkElement>();

/**
 * Remembers the stylesheets that could not be loaded. Vite requests a stylesheet only once. So without {@link reloadFailedStylesheets},
 * a second import of the same chunk would succeed, and its components would be shown without their style.
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
    // A link that is not in the page would never load, so a link that was removed, for example by an extension, is added again.
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
