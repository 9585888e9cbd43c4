/** Why the page reloads itself: a route takes too long (`loader`), or a chunk is missing (`preload`). */
export type ReloadCause = "loader" | "preload";

const causes: readonly ReloadCause[] = ["loader", "preload"];
const keyOf = (cause: ReloadCause): string => `daybook-reloaded-${cause}`;

/**
 * Reloads the page, at most once for each cause until a route has resolved. So the page cannot reload in a loop. Without storage, it
 * does not reload.
 *
 * @param storage `sessionStorage`; may throw
 */
export function reloadOnce(
  cause: ReloadCause,
  storage: () => Storage = () => sessionStorage,
  reload: () => void = () => location.reload(),
): void {
  try {
    if (storage().getItem(keyOf(cause))) return;
    storage().setItem(keyOf(cause), "1");
  } catch {
    return;
  }
  reload();
}

/**
 * Lets each cause reload the page again. Called when a route has resolved.
 *
 * @param storage `sessionStorage`; may throw
 */
export function forgetReloads(storage: () => Storage = () => sessionStorage): void {
  try {
    for (const cause of causes) storage().removeItem(keyOf(cause));
  } catch {
    // Without storage, nothing was remembered.
  }
}
