import { randomUUID } from "node:crypto";
import type { Actor, Command } from "@daybook/application/context";
import { bounds } from "@daybook/domain/contract/bounds";
import type { CallName } from "@daybook/domain/contract/paths";
import type { Ledger, LedgerKey } from "@daybook/platform/commands/ledger";
import { uuid5 } from "@daybook/platform/event-store/uuid5";
import type { Logger } from "@daybook/platform/logger";
import type { Context } from "koa";
import { refuse } from "./api-error.ts";
import type { RequestBody } from "./read-body.ts";

/** A started command. */
export type StartedCommand = {
  readonly command: Command;
  /** Records in the ledger that the command succeeded. The reply does not wait for it, because a repeat works without it. */
  readonly finish: (status: number) => void;
};

/** The URL without the signature in its query, because a repeat has another signature. */
const unsignedUrl = ({ path, querystring }: Context): string => {
  const rest = querystring.split("&").filter((pair) => pair !== "" && !pair.startsWith("oauth_"));
  return rest.length === 0 ? path : `${path}?${rest.join("&")}`;
};

/**
 * The calls that a visitor may repeat: they open a session or send a mail. Calls with a mailed link are not listed, because
 * the link identifies a repeat.
 */
const callsOfVisitors: ReadonlySet<string> = new Set<CallName>([
  "login",
  "freeSignup",
  "forgotPassword",
  "requestLoginLink",
]);
/** The owner of commands without a session. No account has this id. */
const visitorId = 0;

const commandNamespace = "5f0c2a5e-6f0a-4d53-9d0b-3f1b8f3c7d10";

/**
 * The bytes of a body without its passwords. A fingerprint is a fast hash: with a password in it, an attacker could guess the
 * password much faster than with its own slow hash.
 */
export function withoutPasswords({
  json,
  fingerprintInput,
}: Pick<RequestBody, "json" | "fingerprintInput">): Buffer {
  // A form's file is in the object as bytes, not as JSON.
  const isForm = Object.values(json ?? {}).includes(fingerprintInput);
  if (isForm || !fingerprintInput.includes("password")) return fingerprintInput;
  const isSecret = (name: string, value: unknown) => typeof value === "string" && name.endsWith("password");
  return Buffer.from(JSON.stringify(json, (name, value) => (isSecret(name, value) ? undefined : value)));
}

/**
 * Starts commands. With an `Idempotency-Key` of a signed-in caller, a ledger row fixes the ids that the command will use
 * before anything is written. A repeat runs with the same ids, finds what the command did, and returns the current state.
 * Only successes are recorded: a refusal changed nothing, so a retry is safe and may succeed.
 */
export function createIdempotency(deps: {
  ledger: Ledger;
  clock: { now(): number };
  newId: () => number;
  logger: Pick<Logger, "warn">;
  /** A keyed hash, so that nobody can check guesses of the text against a ledger row. */
  fingerprint: (text: Buffer) => string;
}) {
  const pending = new Set<Promise<unknown>>();
  const freshIds = (): [number, number] => [deps.newId(), deps.newId()];

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

  function finishCommand({ userId, key }: LedgerKey, status: number): void {
    const recording = deps.ledger
      .complete({ userId, key, status })
      .catch((error: unknown) => deps.logger.warn({ err: error }, "the end of a command was not recorded"))
      .finally(() => pending.delete(recording));
    pending.add(recording);
  }

  /**
   * The owner of a command. Without a session, the owner is the e-mail address in the body, and the ledger stores a keyed hash
   * of address and key. `null`: the call gets no ledger row.
   */
  function ownerOf(ctx: Context, actor: Actor | null, { json }: RequestBody): LedgerKey | null {
    const key = ctx.get("Idempotency-Key");
    if (key === "") return null;
    if (actor) return { userId: actor.userId, key };
    const email = typeof json === "object" && json !== null && "email" in json ? json.email : null;
    if (!callsOfVisitors.has(ctx.state.route) || typeof email !== "string") return null;
    const visitor = ["visitor", ctx.state.route, email.trim().toLowerCase(), key].join("\n");
    return { userId: visitorId, key: deps.fingerprint(Buffer.from(visitor)) };
  }

  async function start(ctx: Context, actor: Actor | null, body: RequestBody): Promise<StartedCommand> {
    const key = ctx.get("Idempotency-Key");
    const owner = ownerOf(ctx, actor, body);
    if (!owner) {
      const once = { commandId: randomUUID(), repeated: false, completed: false, ids: freshIds() };
      return { command: newCommand(ctx, actor, once), finish: () => {} };
    }
    if (key.length > bounds.idempotencyKey) {
      refuse("invalid", "The Idempotency-Key is too long.", {
        fields: { "Idempotency-Key": "At most 200 characters." },
      });
    }
    const fingerprint = deps.fingerprint(
      Buffer.concat([Buffer.from(`${ctx.method} ${unsignedUrl(ctx)}\n`), withoutPasswords(body)]),
    );
    const operation = await deps.ledger.begin({ ...owner, fingerprint, makeIds: freshIds });
    if (operation.kind === "mismatch") {
      refuse("key_reused", "This Idempotency-Key was used for another request.");
    }
    const command = newCommand(ctx, actor, {
      commandId: uuid5(commandNamespace, `${owner.userId}/${owner.key}`),
      repeated: operation.kind === "repeat",
      completed: operation.kind === "repeat" && operation.status !== null,
      ids: [operation.ids[0] ?? 0, operation.ids[1] ?? 0],
    });
    return { command, finish: (status) => finishCommand(owner, status) };
  }

  return {
    start,
    /** Resolves when the ledger has the result of every command that has finished. */
    settled: async (): Promise<void> => void (await Promise.all(pending)),
  };
}

/** See {@link createIdempotency}. */
export type Idempotency = ReturnType<typeof createIdempotency>;
