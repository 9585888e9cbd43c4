import type { Rejection } from "@daybook/domain/kernel/rejection";
import type { CommandContext } from "@daybook/platform/commands/handle-command";
import type { LockAccess } from "@daybook/platform/vault/lock-access";

/** The person on whose behalf a use case runs. For an actor without a session, `sessionFamilyId` is 0 and all locks are closed. */
export type Actor = {
  readonly userId: number;
  readonly sessionId: number;
  /** The token of the session. Empty when the request has none, as for the signed URL of a photo, and for work without a request. */
  readonly token: string;
  /** The family of the session. A refreshed session stays in its family and keeps its open locks. */
  readonly sessionFamilyId: number;
  /** The locks that are open for this request. When a call of the vault does not get this value, every lock counts as closed. */
  readonly lockAccess: LockAccess;
};

/** The IP address and the browser of a request. Neither is stored in clear. */
export type Caller = { readonly ip: string; readonly userAgent: string };

/** One command: its time, its id, and ids for what it creates. */
export type Command = CommandContext & {
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /**
   * Two ids for what the command creates: most commands use the first for the object itself and the second for something that
   * goes with it, such as its first version or a mail about it. A repeat has the same ids.
   */
  readonly ids: readonly [number, number];
};

/** Who runs a use case, in which command, and from where. `actor` is null for a visitor. */
export type Context<Who extends Actor | null = Actor> = {
  readonly actor: Who;
  readonly command: Command;
  readonly caller: Caller;
};

/** A rejection with data for its reply: extra fields, such as the current entry of a 409, and the time to wait before a retry. */
export type Refusal = Rejection & {
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
};
