import { randomUUID } from "node:crypto";
import { bounds } from "@daybook/domain/contract/bounds";
import type { Ledger } from "@daybook/platform/commands/ledger";
import { uuid5 } from "@daybook/platform/event-store/uuid5";
import type { Logger } from "@daybook/platform/logger";
import type { KeyVault } from "@daybook/platform/privacy/key-vault";
import { open, seal } from "@daybook/platform/privacy/seal";
import type { Context } from "koa";
import type { Act, Actor } from "../context.ts";
import { refuse } from "./api-error.ts";
import type { RequestBody } from "./read-body.ts";

/** An act that has begun: go on with `act`, or answer with the first reply of the same act. */
export type StartedAct = {
  readonly act: Act;
  readonly reply: { status: number; body: unknown } | null;
  /** Keeps the reply, sealed, for whoever repeats this act. Nobody waits for it: a repeat can do without. */
  readonly finish: (status: number, body: unknown) => void;
};

const commandNamespace = "5f0c2a5e-6f0a-4d53-9d0b-3f1b8f3c7d10";
const replyLabel = "ledger.reply";
const accountStream = (userId: number): string => `account-${userId}`;

/**
 * A body but for the passwords in it. A fingerprint is made quickly, so one of a password would let it be found by trying,
 * whatever its slow hash costs.
 */
export function withoutPasswords({ bytes, json, same }: RequestBody): Buffer {
  if (same !== bytes || !bytes.includes("password")) return same;
  const isSecret = (name: string, value: unknown) => typeof value === "string" && name.endsWith("password");
  return Buffer.from(JSON.stringify(json, (name, value) => (isSecret(name, value) ? undefined : value)));
}

/**
 * Begins acts: with an `Idempotency-Key` of a signed-in caller, a ledger row fixes the ids that the act will use before
 * anything is written, and a repeat gets the first answer. Only successes are kept: a refusal changed nothing, so
 * trying it again is safe and may by then succeed.
 */
export function createActs(deps: {
  ledger: Ledger;
  vault: KeyVault;
  clock: { now(): number };
  newId: () => number;
  logger: Pick<Logger, "warn">;
  /** Keyed, so that a ledger row confirms nobody's guess at what was written. */
  fingerprint: (text: Buffer) => string;
}) {
  const pending = new Set<Promise<unknown>>();
  const freshIds = (): [number, number] => [deps.newId(), deps.newId()];

  function newAct(
    ctx: Context,
    actor: Actor | null,
    commandId: string,
    repeated: boolean,
    ids: [number, number],
  ): Act {
    const now = deps.clock.now();
    return {
      now,
      at: new Date(now).toISOString(),
      commandId,
      repeated,
      ids,
      actor: actor ? String(actor.userId) : null,
      sessionId: actor ? String(actor.sessionId) : null,
      requestId: ctx.state.requestId,
      source: ctx.get("X-Source") === "import" ? "import" : "web",
    };
  }

  const unkeyed = (ctx: Context, actor: Actor | null): StartedAct => ({
    act: newAct(ctx, actor, randomUUID(), false, freshIds()),
    reply: null,
    finish: () => {},
  });

  async function start(ctx: Context, actor: Actor | null, body: RequestBody): Promise<StartedAct> {
    const key = ctx.get("Idempotency-Key");
    if (key === "" || !actor) return unkeyed(ctx, actor);
    if (key.length > bounds.idempotencyKey) {
      refuse("invalid", "The Idempotency-Key is too long.", {
        fields: { "Idempotency-Key": "At most 200 characters." },
      });
    }
    const { userId } = actor;
    const fingerprint = deps.fingerprint(
      Buffer.concat([Buffer.from(`${ctx.method} ${ctx.url}\n`), withoutPasswords(body)]),
    );
    const begun = await deps.ledger.begin({
      userId,
      key,
      fingerprint,
      makeIds: () => freshIds(),
    });
    if (begun.kind === "mismatch") {
      refuse("key_reused", "This Idempotency-Key was used for another request.");
    }
    const act = newAct(ctx, actor, uuid5(commandNamespace, `${userId}/${key}`), begun.kind === "repeat", [
      begun.ids[0] ?? 0,
      begun.ids[1] ?? 0,
    ]);

    async function keepReply(status: number, replyBody: unknown): Promise<void> {
      const dataKey = await deps.vault.openKey(accountStream(userId));
      if (!dataKey) return;
      const text = replyBody === undefined || replyBody === null ? "" : JSON.stringify(replyBody);
      const sealedBody = seal(dataKey, accountStream(userId), replyLabel, text);
      await deps.ledger.complete({ userId, key, status, sealedBody });
    }

    async function firstReply(): Promise<StartedAct["reply"]> {
      if (begun.kind !== "repeat" || !begun.reply) return null;
      const dataKey = await deps.vault.openKey(accountStream(userId));
      if (!dataKey) return null;
      const text = open(dataKey, accountStream(userId), replyLabel, begun.reply.sealedBody);
      return { status: begun.reply.status, body: text === "" ? null : JSON.parse(text) };
    }

    function finish(status: number, replyBody: unknown): void {
      const keeping = keepReply(status, replyBody)
        .catch((error: unknown) => deps.logger.warn({ err: error }, "an answer was not kept for a repeat"))
        .finally(() => pending.delete(keeping));
      pending.add(keeping);
    }

    return { act, reply: await firstReply(), finish };
  }

  return {
    start,
    /** Settles when every answer given so far is kept. */
    settled: async (): Promise<void> => void (await Promise.all(pending)),
  };
}

/** See {@link createActs}. */
export type Acts = ReturnType<typeof createActs>;
