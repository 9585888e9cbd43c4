import type { Presence } from "./presence.ts";

/** Where the tabs of this browser share the presence. */
export type PresenceStore = {
  /** the presence of this account; `null` when there is none, or only another's */
  read(userId: number): Presence | null;
  /** keeps a presence, or forgets it */
  write(presence: Presence | null): void;
  /** hears when another tab kept or forgot one, and not before it can be read here */
  subscribe(heard: () => void): void;
};

const key = "daybook-presence";

const isTime = (value: unknown): value is number => Number.isSafeInteger(value);

function isPresence(value: unknown): value is Presence {
  const { userId, minutes, activeAt, leftAt, deadline } = (value ?? {}) as Partial<Presence>;
  return (
    isTime(userId) &&
    isTime(minutes) &&
    isTime(activeAt) &&
    (leftAt === null || isTime(leftAt)) &&
    (deadline === null || isTime(deadline))
  );
}

function parsed(text: string): Presence | null {
  try {
    const value: unknown = JSON.parse(text);
    return isPresence(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * The presence in the browser's storage. A browser that refuses to store leaves every tab to itself.
 *
 * @param storage `localStorage`; may throw
 * @param page where the browser tells what other tabs stored: the window. A message of the tabs' own would not do: it
 *   may arrive before what was stored.
 */
export function presenceStore(
  storage: () => Pick<Storage, "getItem" | "setItem" | "removeItem">,
  page: EventTarget,
): PresenceStore {
  let own: Presence | null = null;
  let refused = false;
  const stored = (): Presence | null => {
    try {
      return refused ? own : parsed(storage().getItem(key) ?? "");
    } catch {
      return own;
    }
  };
  return {
    read(userId) {
      const presence = stored();
      return presence?.userId === userId ? presence : null;
    },
    write(presence) {
      own = presence;
      try {
        if (presence) storage().setItem(key, JSON.stringify(presence));
        else storage().removeItem(key);
        refused = false;
      } catch {
        refused = true;
      }
    },
    subscribe(heard) {
      page.addEventListener("storage", (event) => {
        // A storage that is cleared names no key.
        const changed = (event as StorageEvent).key;
        if (changed === key || changed === null) heard();
      });
    },
  };
}
