import type { Operation } from "@daybook/domain/contract/entry-bulk";
import type { Promotion } from "@daybook/domain/contract/plans";
import type { ApiFailure } from "../../shared/api-client.ts";

/** What to type to confirm the downgrade. */
export const confirmationWord = "Downgrade";

/**
 * Who downgrades to what:
 * - `signedIn`: a logged-in user, to the free tier
 * - `plusToPro`: a logged-in user, from PRO plus to PRO
 * - `loggedOut`: somebody who is not logged in, to the free tier
 *
 * Browsers store these names with an `OpenDowngrade`, so the names must not change.
 */
export type DowngradeKind = "signedIn" | "plusToPro" | "loggedOut";

/** What the form contains. E-mail and password are only used by the kind `loggedOut`. */
export type TypedFields = {
  readonly email: string;
  readonly password: string;
  /** must be {@link confirmationWord} */
  readonly word: string;
  readonly comments: string;
};

type JournalName = { readonly id: number; readonly name: string };
/** A journal that has no lock, or has an open lock. */
export type UnlockedJournal = JournalName & { readonly lock_type_id: number };

/** What the page explains before the downgrade. */
export type DowngradeDetails = {
  /** what is paid back, in dollars; `null` when it is only known after the log-in */
  readonly refund: number | null;
  /** the journals that become one; `null` when they are only known after the log-in */
  readonly mergedJournals: readonly UnlockedJournal[] | null;
  /** the locked journals, which are left out */
  readonly lockedJournals: readonly JournalName[];
  /** the offer to renew instead; `null` when the account has no offer */
  readonly offer: Promotion | null;
};

/** A downgrade request. All its repeats use the same idempotency key, so that the downgrade happens once. */
export type DowngradeSubmission = {
  readonly kind: DowngradeKind;
  readonly fields: TypedFields;
  readonly key: string;
};

/** The events of the downgrade machine. */
export type DowngradeEvent =
  | { type: "typed"; fields: Partial<TypedFields> }
  | { type: "kind.chosen"; kind: DowngradeKind }
  /** the user accepts the offer and keeps the plan */
  | { type: "offer.claimed" }
  | { type: "downgrade"; key: string }
  /** the user tries again after a failure */
  | { type: "again" };

/** The form fields that are filled in when the page opens. */
export type DowngradeInput = { readonly fields: Partial<TypedFields> };

/** The details that the explanation needs, or why they could not be loaded. */
export type DetailsResult = { readonly ok: true; readonly details: DowngradeDetails } | ApiFailure;
/** The answer to a downgrade request: the operation that it started, or why it was refused. */
export type StartResult = { readonly ok: true; readonly operation: Operation } | ApiFailure;
/** What became of a downgrade that was sent before the page was opened. */
export type EarlierDowngrade =
  | {
      readonly state: "running" | "done";
      readonly kind: DowngradeKind;
      readonly operation: Operation;
      /** lets the operation be read after the sessions have ended */
      readonly token: string;
    }
  /** the downgrade failed before its end */
  | { readonly state: "stopped"; readonly kind: DowngradeKind }
  /** there is no earlier downgrade, or its outcome is unknown */
  | {
      readonly state: "none";
      /** the kind that the page offers first */
      readonly kind: DowngradeKind;
      /** when a visitor sent a downgrade that got no answer, in milliseconds since 1970 */
      readonly unansweredSince: number | null;
    }
  /** the user has no plan to downgrade */
  | { readonly state: "no plan" }
  /** the session has ended, perhaps because a downgrade has finished */
  | { readonly state: "session ended" }
  | { readonly state: "unreachable"; readonly failure: ApiFailure };

/** The context of the downgrade machine. */
export type DowngradeContext = {
  kind: DowngradeKind;
  fields: TypedFields;
  details: DowngradeDetails | null;
  submission: DowngradeSubmission | null;
  operation: Operation | null;
  /** the last failure, until the next try; `null` when there was none, or when it was an unexpected error */
  failure: ApiFailure | null;
  /** true after a downgrade that stopped before its end */
  hasStopped: boolean;
  /** when a visitor sent a downgrade and closed the page before the answer, in milliseconds since 1970 */
  unansweredSince: number | null;
};

/** True when the form can be sent: the word is typed and, for the kind `loggedOut`, also e-mail and password. */
export function isComplete({ kind, fields }: Pick<DowngradeSubmission, "kind" | "fields">): boolean {
  if (fields.word.trim() !== confirmationWord) return false;
  return kind !== "loggedOut" || (fields.email.trim() !== "" && fields.password !== "");
}
