/** Where the recent searches of whoever is signed in lie in the browser's storage, sealed. */
export const searchesKey = "daybook-searches";

/**
 * Forgets the recent searches as soon as nobody is signed in, or somebody else is, in whatever tab that happened.
 *
 * @param userId of the account that is signed in; `null` when nobody is
 * @param subscribe calls back whenever that may have changed
 * @param storage `localStorage`; may throw
 */
export function forgetSearchesAtLogOut(
  userId: () => number | null,
  subscribe: (changed: () => void) => void,
  storage: () => Pick<Storage, "removeItem">,
): void {
  const forget = (): void => {
    try {
      storage().removeItem(searchesKey);
    } catch {
      // What refuses to be stored into holds nothing.
    }
  };
  let last = userId();
  if (last === null) forget();
  subscribe(() => {
    const next = userId();
    if (next !== last) forget();
    last = next;
  });
}
