/** Why the page reloads itself: a route takes too long (`loader`), or a chunk is missing (`preload`). */
export type ReloadCause = "loader" | "preload";

const causes: readonly ReloadCause[] = ["loader", "preload"];
const keyOf = (cause: ReloadCause): string => `daybook-reloaded-${cause}`;

/** Reloads the page, unless the same cause already did so and no route has resolved since. That prevents a loop. */
export function reloadOnce(
  cause: ReloadCause,
  storage: Storage = sessionStorage,
  reload: () => void = () => location.reload(),
): void {
  if (storage.getItem(keyOf(cause))) return;
  storage.setItem(keyOf(cause), "1");
  reload();
}

/** Lets each cause reload the page again. Called when a route has resolved. */
export function forgetReloads(storage: Storage = sessionStorage): void {
  for (const cause of causes) storage.removeItem(keyOf(cause));
}
