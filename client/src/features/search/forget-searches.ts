/** The storage key of the encrypted recent searches. */
export const searchesKey = "daybook-searches";

/**
 * Removes the recent searches: immediately when nobody is logged in, and later when the user logs out or another user logs in, in
 * any tab.
 *
 * @param userId the account of the session; `null` when nobody is logged in
 * @param subscribe calls back whenever the account may have changed
 * @param storage `localStorage`; may throw
 */
export function forgetSearchesAtLogOut(
  userId: () => number | null,
  subscribe: (listener: () => void) => void,
  storage: () => Pick<Storage, "removeItem">,
): void {
  const forget = (): void => {
    try {
      storage().removeItem(searchesKey);
    } catch {
      // Without storage, there is nothing to remove.
    }
  };
  let lastUserId = userId();
  if (lastUserId === null) forget();
  subscribe(() => {
    const newUserId = userId();
    if (newUserId !== lastUserId) forget();
    lastUserId = newUserId;
  });
}
