import type { DowngradeKind } from "./downgrade-values.ts";

/**
 * A downgrade that this browser sent, or found running. It is open until the browser has shown how it ended. The stored data contain no
 * password and no address.
 */
export type OpenDowngrade = {
  /** `null` for a visitor */
  readonly userId: number | null;
  readonly kind: DowngradeKind;
  /** when it was sent or found running, in milliseconds since 1970 */
  readonly startedAt: number;
  /** the operation, and the token for reading it without a session; `null` before the reply */
  readonly operation: { readonly id: number; readonly token: string } | null;
};

const storageKey = "daybook-open-downgrade";
/** An older open downgrade is ignored: it says nothing about the account's plan now. */
const maxAgeMs = 24 * 60 * 60_000;
const kinds: readonly unknown[] = ["signedIn", "plusToPro", "loggedOut"] satisfies DowngradeKind[];

function isOperation(value: unknown): value is OpenDowngrade["operation"] {
  if (value === null) return true;
  const { id, token } = (value ?? {}) as Record<string, unknown>;
  return typeof id === "number" && typeof token === "string";
}

function isOpenDowngrade(value: unknown): value is OpenDowngrade {
  const { userId, kind, startedAt, operation } = (value ?? {}) as Record<string, unknown>;
  const hasValidUserId = userId === null || typeof userId === "number";
  return hasValidUserId && kinds.includes(kind) && typeof startedAt === "number" && isOperation(operation);
}

/** Stores the open downgrade, so that a page that is opened later can show how it ended. */
export function createOpenDowngradeStore(storage: () => Pick<Storage, "getItem" | "setItem" | "removeItem">) {
  return {
    note(downgrade: OpenDowngrade): void {
      try {
        storage().setItem(storageKey, JSON.stringify(downgrade));
      } catch {
        // Without storage, a user still learns about a running downgrade from the server.
      }
    },
    forget(): void {
      try {
        storage().removeItem(storageKey);
      } catch {
        // Without storage, there is nothing to remove.
      }
    },
    /** The open downgrade of this user. A visitor gets that of any user, because the downgrade may have ended the session. */
    find(userId: number | null, now: number): OpenDowngrade | null {
      try {
        const storedDowngrade: unknown = JSON.parse(storage().getItem(storageKey) ?? "null");
        if (!isOpenDowngrade(storedDowngrade)) return null;
        const { startedAt } = storedDowngrade;
        if (startedAt > now || now - startedAt > maxAgeMs) return null;
        return userId === null || storedDowngrade.userId === userId ? storedDowngrade : null;
      } catch {
        return null;
      }
    },
  };
}

/** Remembers the open downgrade of this browser. */
export const openDowngradeStore = createOpenDowngradeStore(() => localStorage);
