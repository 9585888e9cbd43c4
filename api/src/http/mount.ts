import type { Router } from "@koa/router";
import { contract } from "@daybook/domain/contract/contract";
import { type Endpoint, parseInput } from "@daybook/domain/contract/endpoint";
import { type BinaryReply, Binary } from "@daybook/domain/contract/endpoint";
import { errorStatus } from "@daybook/domain/contract/errors";
import { type CallName, changesByGet, fileFields, methodAndPath } from "@daybook/domain/contract/paths";
import { notAnIdMessage } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { LockAccess } from "@daybook/platform/vault/lock-access";
import type { Context } from "koa";
import type { Actor } from "@daybook/application/context";
import type { HandlerResult, Call, CallLimits, Handler } from "../context.ts";
import { ApiError, errorReply, refuse } from "./api-error.ts";
import { notLoggedInMessage, type Signer } from "./authenticate.ts";
import type { BodyBudget } from "./body-budget.ts";
import { type Idempotency, isRecordedForVisitors } from "./idempotency.ts";
import { readUpload } from "./read-upload.ts";
import { jsonLimit, type RequestBody, readBody } from "./read-body.ts";
import { sendBinary } from "./send-binary.ts";
import { unwrapBody } from "./unwrap-body.ts";

/** A received request: who sent it (`null` for a visitor), and its body. `readActor` reads the open locks of the actor again. */
type ReceivedRequest = {
  readonly actor: Actor | null;
  readonly body: RequestBody;
  readonly readActor: () => Promise<Actor | null>;
};

/** The dependencies of a mounted route. */
export type MountDeps = {
  readonly router: Router;
  readonly authenticate: (ctx: Context) => Promise<Signer | null>;
  readonly bodies: BodyBudget;
  readonly idempotency: Idempotency;
  /** The origin with which URLs in the reply to a request begin. */
  readonly originOf: (ctx: Context) => string;
  /** Called with the open locks that a request used, to keep them open. */
  readonly renewLocks: (lockAccess: LockAccess) => void;
  /** Checks successful replies against the contract before they are sent. Only tests turn it on. */
  readonly checkReplies: boolean;
};

/** Calls that read all journals but do not count as use of them, so their locks can still close automatically. */
const callsThatDoNotRenewLocks: ReadonlySet<CallName> = new Set(["onThisDay"]);

const hasOnlyIds = (fields: Readonly<Record<string, string>>): boolean =>
  Object.keys(fields).every((name) => name.endsWith("Id"));

function parseParams(endpoint: Endpoint, params: unknown): unknown {
  const parsedParams = parseInput(endpoint.params, params);
  if (!isRejection(parsedParams)) return parsedParams;
  if (hasOnlyIds(parsedParams.fields ?? {})) refuse("invalid_id", notAnIdMessage);
  refuse("invalid", parsedParams.message, { fields: parsedParams.fields });
}

function parseQuery(endpoint: Endpoint, query: unknown): unknown {
  const parsedQuery = parseInput(endpoint.query, query);
  if (!isRejection(parsedQuery)) return parsedQuery;
  const { fields = {} } = parsedQuery;
  const hasBadId = Object.values(fields).includes(notAnIdMessage);
  refuse(hasBadId ? "invalid_id" : "invalid", hasBadId ? notAnIdMessage : parsedQuery.message, { fields });
}

function parseBody(schema: Endpoint["query"], value: unknown): unknown {
  const parsedBody = parseInput(schema, value);
  if (isRejection(parsedBody)) refuse("invalid", parsedBody.message, { fields: parsedBody.fields });
  return parsedBody;
}

/** The query parameters. A repeated parameter is ambiguous, so it is refused. */
function singleValued(query: Context["query"]): Record<string, string> {
  const singleValues: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === "string") singleValues[name] = value;
    else refuse("invalid", "A query parameter is given twice.", { fields: { [name]: "Give this once." } });
  }
  return singleValues;
}

const isBinary = (endpoint: Endpoint): boolean => endpoint.replies[200] === Binary;

function send<N extends CallName>(ctx: Context, answer: HandlerResult<N>): void {
  if (isRejection(answer)) {
    const reply = errorReply(answer);
    ctx.set(reply.headers);
    ctx.status = reply.status;
    ctx.body = reply.body;
    return;
  }
  ctx.status = answer.status;
  ctx.body = "body" in answer ? answer.body : null;
}

function refuseAnonymous(): never {
  refuse("unauthenticated", notLoggedInMessage);
}

function checkReply<N extends CallName>(name: N, answer: HandlerResult<N>): void {
  if (isRejection(answer)) return;
  const replies: Endpoint["replies"] = contract[name].replies;
  if (!(answer.status in replies))
    throw new Error(`${name} answered ${answer.status}, which is not in the contract`);
  const result = replies[answer.status]?.safeParse("body" in answer ? answer.body : undefined);
  if (result && !result.success) {
    throw new Error(`${name} answered a wrong body at ${result.error.issues[0]?.path.join(".")}`);
  }
}

/**
 * Mounts calls of the contract on the router: authenticates, parses, runs the handler, and replies with a status of the
 * contract. Handlers do not access the HTTP request or reply.
 */
export function createMount(deps: MountDeps) {
  const mounted = new Set<CallName>();

  function mount<N extends CallName>(name: N, handler: Handler<N>, limits: CallLimits<N> = {}): void {
    const { method, path } = methodAndPath(name);
    const endpoint: Endpoint = contract[name];
    const fileField = fileFields[name];
    mounted.add(name);
    if (isRecordedForVisitors(name) && !limits.beforeCommand) throw new Error(`${name} needs a limit`);

    /** On a call that needs no session, an outdated or wrong signature counts as no signature. */
    async function orNullForVisitors<T>(check: Promise<T>): Promise<T | null> {
      try {
        return await check;
      } catch (error) {
        const isRefused = error instanceof ApiError && errorStatus[error.refusal.code] === 401;
        if (endpoint.access !== "session" && isRefused) return null;
        throw error;
      }
    }

    async function run(ctx: Context, { actor, body, readActor }: ReceivedRequest): Promise<void> {
      const request = {
        params: parseParams(endpoint, ctx.params),
        query: parseQuery(endpoint, singleValued(ctx.query)),
        body: parseBody(endpoint.body, unwrapBody(name, body.parsed)),
        actor,
        origin: deps.originOf(ctx),
        caller: { ip: ctx.ip, userAgent: ctx.get("User-Agent").slice(0, 500) },
        // Each part was parsed with its schema of the contract, so the request has the type of the handler.
      } as unknown as Omit<Call<N>, "command">;
      const { beforeCommand } = limits;
      const startedCommand = await deps.idempotency.start(
        ctx,
        actor,
        body,
        beforeCommand && ((hasSucceededBefore) => beforeCommand(request, hasSucceededBefore)),
      );
      let successStatus: number | null = null;
      try {
        // The first run may have opened or closed locks after the actor was read.
        const currentActor = startedCommand.command.repeated ? await readActor() : actor;
        const answer = await handler({
          ...request,
          actor: currentActor,
          command: startedCommand.command,
        } as Call<N>);
        if (deps.checkReplies) checkReply(name, answer);
        if (isBinary(endpoint) && "body" in answer) {
          ctx.status = answer.status;
          return sendBinary(ctx, answer.body as BinaryReply);
        }
        send(ctx, answer);
        if (ctx.status < 300) successStatus = ctx.status;
        if (
          currentActor &&
          currentActor.lockAccess.traversedLocks.size > 0 &&
          !callsThatDoNotRenewLocks.has(name)
        )
          deps.renewLocks(currentActor.lockAccess);
      } finally {
        startedCommand.end(successStatus);
      }
    }

    deps.router.register(path, [method.toLowerCase()], async (ctx) => {
      ctx.state.route = name;
      ctx.set("Cache-Control", "no-store");
      // The router runs the handler of GET also for HEAD. Programs that check links send HEAD, and must not change anything.
      if (ctx.method === "HEAD" && changesByGet.has(name)) refuse("not_found", "There is nothing here.");
      // The signature is checked before the body is read, so that only logged-in users can send large bodies.
      const signer = await orNullForVisitors(deps.authenticate(ctx));
      if (endpoint.access === "session" && !signer) refuseAnonymous();
      const limitRefusal = signer && (await limits.beforeBody?.(signer.userId));
      if (limitRefusal) throw new ApiError(limitRefusal);
      const share = deps.bodies.startShare(signer?.userId ?? null);
      try {
        const body = await (fileField === undefined
          ? readBody(ctx, { ...jsonLimit(signer !== null), share })
          : readUpload(ctx, fileField, share));
        const readActor = async () => signer && (await orNullForVisitors(signer.actorWith(body.hash)));
        await run(ctx, { actor: await readActor(), body, readActor });
      } finally {
        share.release();
      }
    });
  }

  return { mount, mounted: mounted as ReadonlySet<CallName> };
}

/** See {@link createMount}. */
export type Mount = ReturnType<typeof createMount>["mount"];
