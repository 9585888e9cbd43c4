import { type DraftCipher, draftCipher } from "../../shared/draft-cipher.ts";
import type { Services } from "../../shared/services.ts";
import { searchesKey } from "./forget-searches.ts";

/** The recent searches of one user on this device, newest first. */
export type RecentSearches = {
  list(): readonly string[];
  add(query: string): void;
  clear(): void;
};

const maxSearches = 6;

const toComparable = (query: string): string => query.normalize("NFC").toLowerCase();

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/**
 * Recent searches in the browser's storage, encrypted like drafts. Without storage, there are none.
 *
 * @param storage `localStorage`; may throw
 */
export function recentSearches(
  storage: () => Pick<Storage, "getItem" | "setItem" | "removeItem">,
  cipher: DraftCipher,
  userId: number,
): RecentSearches {
  const label = `${userId}/searches`;

  function list(): readonly string[] {
    try {
      const text = cipher.decrypt(bytesOf(storage().getItem(searchesKey) ?? ""), label);
      return text === null ? [] : (JSON.parse(text) as string[]);
    } catch {
      return [];
    }
  }

  return {
    list,
    add(query) {
      const otherQueries = list().filter((recentQuery) => toComparable(recentQuery) !== toComparable(query));
      const ciphertext = cipher.encrypt(
        JSON.stringify([query, ...otherQueries].slice(0, maxSearches)),
        label,
      );
      try {
        storage().setItem(searchesKey, btoa(String.fromCharCode(...ciphertext)));
      } catch {
        // Without storage, the search is not remembered.
      }
    },
    clear() {
      try {
        storage().removeItem(searchesKey);
      } catch {
        // Without storage, there is nothing to clear.
      }
    },
  };
}

/** The recent searches of the user; null when nobody is logged in. */
export function recentSearchesOf({ sessionActor }: Pick<Services, "sessionActor">): RecentSearches | null {
  const { session } = sessionActor.getSnapshot().context;
  if (!session) return null;
  const cipher = draftCipher(session.draft_key, (length) => crypto.getRandomValues(new Uint8Array(length)));
  return recentSearches(() => localStorage, cipher, session.user.id);
}
