import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Actor, Command, Refusal } from "@daybook/application/context";
import { bounds } from "@daybook/domain/contract/bounds";
import type { CallName } from "@daybook/domain/contract/paths";
import type { Ledger, LedgerKey } from "@daybook/platform/commands/ledger";
import type { Logger } from "@daybook/platform/logger";
import type { Context } from "koa";
import { ApiError, refuse } from "./api-error.ts";
import { commandIdOf, visitorKey } from "./command-id.ts";
import { createEndRecorder } from "./end-recorder.ts";
import type { RequestBody } from "./read-body.ts";

/** Checks whether a call is made too often. `hasSucceededBefore`: true for the repeat of a call that has succeeded. */
export type CallLimit = (hasSucceededBefore: boolean) => Promise<Refusal | null>;

/** A started command. */
export type StartedCommand = {
  readonly command: Command;
  /**
   * Records in the ledger that the run has ended: with the status of its success, or with `null`. The reply does not wait
   * for the record, because a repeat works without it.
   */
  readonly end: (status: number | null) => void;
};

/** A repeat asks again and again whether the first run has ended. The pauses in between double, from the first to the longest. */
const firstPollMs = 10;
const longestPollMs = 250;

/** Refuses a repeat whose first run takes too long. */
const refuseStillRunning = (): never =>
  refuse("unavailable", "Daybook is still doing this. Please try again in a moment.");

/** The URL without the signature in its query, because a repeat has another signature. */
const unsignedUrl = ({ path, querystring }: Context): string => {
  const pairs = querystring.split("&").filter((pair) => pair !== "" && !pair.startsWith("oauth_"));
  return pairs.length === 0 ? path : `${path}?${pairs.join("&")}`;
};

type VisitorField = "email" | "c" | "token" | "user.email";
/**
 * The calls that a visitor may repeat, with the field of the body that identifies the visitor: an e-mail address, or the token
 * of a mailed link.
 */
const callsOfVisitors: ReadonlyMap<string, VisitorField> = new Map<CallName, VisitorField>([
  ["login", "email"],
  ["freeSignup", "email"],
  ["goProLoggedOut", "user.email"],
  ["redeemPromo", "email"],
  ["forgotPassword", "email"],
  ["resetPassword", "email"],
  ["requestLoginLink", "email"],
  ["magicLink", "c"],
  ["confirmEmail", "token"],
  ["downgradeLoggedOut", "email"],
]);
/** True when the ledger records this call of a visitor. Such calls are rate-limited, so that they cannot fill the ledger. */
export const isRecordedForVisitors = (name: CallName): boolean => callsOfVisitors.has(name);

/** The calls that check the password in every run. Their fingerprints omit it: a repeat with a wrong password is refused anyway. */
const callsThatCheckPasswords: ReadonlySet<string> = new Set<CallName>([
  "login",
  "freeSignup",
  "goProLoggedOut",
  "redeemPromo",
  "downgradeLoggedOut",
]);

/** The field of a body at a path such as `user.email`. */
const fieldOf = (json: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => {
    const isObject = typeof value === "object" && value !== null && Object.hasOwn(value, name);
    return isObject ? value[name as keyof typeof value] : undefined;
  }, json);

const isPassword = (name: string): boolean => name.endsWith("password");

/** True when a parsed body has a password field. The bytes of an upload are not searched. */
const hasPassword = (json: unknown): boolean =>
  typeof json === "object" &&
  json !== null &&
  !Buffer.isBuffer(json) &&
  Object.entries(json).some(([name, value]) => isPassword(name) || hasPassword(value));

/** The bytes of a JSON body without the fields that hold a password. */
export const withoutPasswords = (json: unknown): Buffer =>
  Buffer.from(JSON.stringify(json, (name, value: unknown) => (isPassword(name) ? undefined : value)));

/**
 * Starts commands. When a logged-in user, or a visitor in one of {@link callsOfVisitors}, sends an `Idempotency-Key`, a ledger row
 * fixes the ids that the command will use before anything is written. A repeat runs with the same ids, finds what the command did,
 * and returns the current state.
 * A repeat that arrives during the first run waits for the end of that run. Otherwise the repeat could find half of the changes.
 * Only the status of a success is recorded. After a refusal, a repeat runs the command again and may succeed.
 */
export function createIdempotency(deps: {
  ledger: Ledger;
  clock: { now(): number };
  newId: () => number;
  logger: Pick<Logger, "warn">;
  /** A hash with a key that derives from the master key. */
  fingerprint: (text: Buffer) => string;
  /** Counts a repeat of a request with a password. Returns the refusal when there were too many. */
  limitRepeats: (owner: LedgerKey) => Promise<Refusal | null>;
  /** How long a repeat waits for the first run, in milliseconds. */
  longestWaitMs: number;
}) {
  let isStopping = false;
  const endRecorder = createEndRecorder(deps);
  const newIds = (): [number, number] => [deps.newId(), deps.newId()];

  function newCommand(
    ctx: Context,
    actor: Actor | null,
    command: Pick<Command, "commandId" | "repeated" | "completed" | "ids">,
  ): Command {
    const now = deps.clock.now();
    return {
      ...command,
      correlationId: command.commandId,
      now,
      at: new Date(now).toISOString(),
      actor: actor ? String(actor.userId) : null,
      sessionId: actor ? String(actor.sessionId) : null,
      requestId: ctx.state.requestId,
      source: ctx.get("X-Source") === "import" ? "import" : "web",
    };
  }

  /**
   * Lets a repeat wait for another run of its command. Returns the status of that run if it succeeded, and `null` when the repeat has to
   * run the command itself. Refuses the repeat when the wait would be too long, or when the process stops.
   */
  async function waitForTurn(owner: LedgerKey): Promise<number | null> {
    const deadline = performance.now() + deps.longestWaitMs;
    let pauseMs = firstPollMs;
    for (;;) {
      const turn = await deps.ledger.takeTurn(owner);
      if (turn.kind === "granted") return null;
      if (turn.kind === "done") return turn.status;
      if (isStopping || performance.now() + pauseMs > deadline) return refuseStillRunning();
      await sleep(pauseMs);
      pauseMs = Math.min(pauseMs * 2, longestPollMs);
    }
  }

  /**
   * The owner of a command. Without a session, the owner is the e-mail address or the token in the body; see {@link visitorKey}. `null`:
   * the call gets no ledger row.
   */
  function ownerOf(ctx: Context, actor: Actor | null, { parsed }: RequestBody): LedgerKey | null {
    const key = ctx.get("Idempotency-Key");
    if (key === "") return null;
    if (actor) return { userId: actor.userId, key };
    const field = callsOfVisitors.get(ctx.state.route);
    if (field === undefined) return null;
    const value = fieldOf(parsed, field);
    if (typeof value !== "string") return null;
    const identity = field.endsWith("email") ? value.trim().toLowerCase() : value;
    return visitorKey(deps.fingerprint, { route: ctx.state.route, identity, key });
  }

  /**
   * The fingerprint of a request. It also depends on the `Idempotency-Key`, which the ledger does not store: without the key,
   * nobody can check a guess of a password or of another part of the request, even with the master key.
   */
  function fingerprintOf(ctx: Context, { parsed, fingerprintInput }: RequestBody): string {
    const requestLine = `${ctx.get("Idempotency-Key")}\n${ctx.method} ${unsignedUrl(ctx)}\n`;
    const body = callsThatCheckPasswords.has(ctx.state.route) ? withoutPasswords(parsed) : fingerprintInput;
    return deps.fingerprint(Buffer.concat([Buffer.from(requestLine), body]));
  }

  /** Throws the refusal of a call's limit. */
  async function checkLimit(limit: CallLimit, owner: LedgerKey | null): Promise<void> {
    const earlierCommand = owner && (await deps.ledger.find(owner));
    const refusal = await limit(typeof earlierCommand?.status === "number");
    if (refusal) throw new ApiError(refusal);
  }

  async function start(
    ctx: Context,
    actor: Actor | null,
    body: RequestBody,
    limit?: CallLimit,
  ): Promise<StartedCommand> {
    const key = ctx.get("Idempotency-Key");
    const owner = ownerOf(ctx, actor, body);
    if (limit) await checkLimit(limit, owner);
    if (!owner) {
      const commandContext = { commandId: randomUUID(), repeated: false, completed: false, ids: newIds() };
      return { command: newCommand(ctx, actor, commandContext), end: () => {} };
    }
    if (key.length > bounds.idempotencyKey) {
      refuse("invalid", "The Idempotency-Key is too long.", {
        fields: { "Idempotency-Key": "At most 200 characters." },
      });
    }
    const fingerprint = fingerprintOf(ctx, body);
    const begunCommand = await deps.ledger.begin({ ...owner, fingerprint, makeIds: newIds });
    if (begunCommand.kind !== "new" && hasPassword(body.parsed)) {
      // Each repeat can be a guess of the password, so the number of repeats is limited.
      const refusal = await deps.limitRepeats(owner);
      if (refusal) throw new ApiError(refusal);
    }
    if (begunCommand.kind === "mismatch") {
      refuse("key_reused", "This Idempotency-Key was used for another request.");
    }
    const isNew = begunCommand.kind === "new";
    const recordedStatus = isNew ? null : begunCommand.status;
    const status = isNew || recordedStatus !== null ? recordedStatus : await waitForTurn(owner);
    const command = newCommand(ctx, actor, {
      commandId: commandIdOf(owner),
      repeated: !isNew,
      completed: status !== null,
      ids: [begunCommand.ids[0] ?? 0, begunCommand.ids[1] ?? 0],
    });
    const mustRun = status === null;
    return {
      command,
      end: mustRun ? (endStatus) => endRecorder.record(owner, endStatus) : () => {},
    };
  }

  /** The two ids that a command with this key can have: that of a logged-in user, and that of a visitor with this e-mail address. */
  const commandIdsOf = (route: CallName, { userId, email, key }: LedgerKey & { readonly email: string }) => [
    commandIdOf({ userId, key }),
    commandIdOf(visitorKey(deps.fingerprint, { route, identity: email.trim().toLowerCase(), key })),
  ];

  return {
    start,
    commandIdsOf,
    /** After this, no repeat waits for another run, and no failed attempt to record an end is repeated. */
    stopWaiting: (): void => {
      isStopping = true;
      endRecorder.stop();
    },
    /** Resolves when no end of a run is being recorded any more. */
    settled: endRecorder.settled,
  };
}

/** See {@link createIdempotency}. */
export type Idempotency = ReturnType<typeof createIdempotency>;
