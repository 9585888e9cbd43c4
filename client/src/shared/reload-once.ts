/** What may make the page load itself again. */
export type ReloadCause = "loader" | "preload";

const causes: readonly ReloadCause[] = ["loader", "preload"];
const keyOf = (cause: ReloadCause): string => `daybook-reloaded-${cause}`;

/** Loads the page again, unless the same cause already did and no route has resolved since: that would be a loop. */
export function reloadOnce(
  cause: ReloadCause,
  storage: Storage = sessionStorage,
  reload: () => void = () => location.reload(),
): void {
  if (storage.getItem(keyOf(cause))) return;
  storage.setItem(keyOf(cause), "1");
  reload();
}

/** A route resolved: the next reload is for something new. */
export function forgetReloads(storage: Storage = sessionStorage): void {
  for (const cause of causes) storage.removeItem(keyOf(cause));
}
