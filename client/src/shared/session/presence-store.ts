/** The user's last activity, shared by all tabs of this browser. Times in milliseconds since 1970. */
export type Presence = {
  userId: number;
  /** the limit from the setting `auto_logout`; 0 is off */
  minutes: number;
  /** the last mouse or key activity in any tab */
  activeAt: number;
  /** when a tab was last closed or left; `null` if never */
  leftAt: number | null;
  /** when the question "Are you still writing?" ends in a logout; `null` while it is not shown */
  deadline: number | null;
};

/** Shares the presence between the tabs of this browser. */
export type PresenceStore = {
  /** the presence of this account; `null` when there is none, or only that of another account */
  read(userId: number): Presence | null;
  /** stores a presence, or removes it */
  write(presence: Presence | null): void;
  /** calls back when another tab changed the presence and the change can be read here */
  subscribe(onChange: () => void): void;
};

const key = "daybook-presence";

const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);

function isPresence(value: unknown): value is Presence {
  const { userId, minutes, activeAt, leftAt, deadline } = (value ?? {}) as Partial<Presence>;
  return (
    isInteger(userId) &&
    isInteger(minutes) &&
    isInteger(activeAt) &&
    (leftAt === null || isInteger(leftAt)) &&
    (deadline === null || isInteger(deadline))
  );
}

function parsePresence(text: string): Presence | null {
  try {
    const value: unknown = JSON.parse(text);
    return isPresence(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Stores the presence in the browser's storage. Without storage, each tab has its own presence.
 *
 * @param storage `localStorage`; may throw
 * @param page the window, which reports changes by other tabs. A tab channel would not work: its message may arrive before the
 *    stored change.
 */
export function presenceStore(
  storage: () => Pick<Storage, "getItem" | "setItem" | "removeItem">,
  page: EventTarget,
): PresenceStore {
  let fallback: Presence | null = null;
  let isStorageRefused = false;
  const readStored = (): Presence | null => {
    try {
      return isStorageRefused ? fallback : parsePresence(storage().getItem(key) ?? "");
    } catch {
      return fallback;
    }
  };
  return {
    read(userId) {
      const presence = readStored();
      return presence?.userId === userId ? presence : null;
    },
    write(presence) {
      fallback = presence;
      try {
        if (presence) storage().setItem(key, JSON.stringify(presence));
        else storage().removeItem(key);
        isStorageRefused = false;
      } catch {
        isStorageRefused = true;
      }
    },
    subscribe(onChange) {
      page.addEventListener("storage", (event) => {
        // When the storage is cleared, the event has no key.
        const changedKey = (event as StorageEvent).key;
        if (changedKey === key || changedKey === null) onChange();
      });
    },
  };
}
