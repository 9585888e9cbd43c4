import type { Router } from "@koa/router";
import { contract } from "@daybook/domain/contract/contract";
import { type Endpoint, parseInput } from "@daybook/domain/contract/endpoint";
import { type BinaryReply, Binary } from "@daybook/domain/contract/endpoint";
import { type CallName, fileFields, methodAndPath } from "@daybook/domain/contract/paths";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Opening } from "@daybook/platform/privacy/lock-facts";
import type { Context } from "koa";
import type { Actor, Answer, Call, Handler } from "../context.ts";
import { errorReply, refuse } from "./api-error.ts";
import type { Acts, StartedAct } from "./acts.ts";
import { readUpload } from "./read-upload.ts";
import { type RequestBody, readBody } from "./read-body.ts";

/** What mounting a route needs of the server. */
export type MountDeps = {
  readonly router: Router;
  readonly authenticate: (ctx: Context, body: Buffer) => Promise<Actor | null>;
  readonly acts: Acts;
  /** The origin of a request, as addresses in its reply begin with it. */
  readonly originOf: (ctx: Context) => string;
  /** Told which locks a request went through. */
  readonly used: (opening: Opening) => void;
  /** Parses every reply against the contract before it leaves; on in tests and development. */
  readonly checkReplies: boolean;
};

/** Calls that look over everything: nobody asked for one journal, so none is kept from closing by itself. */
const overAll: ReadonlySet<CallName> = new Set(["onThisDay"]);

const hasIdOnly = (fields: Readonly<Record<string, string>>): boolean =>
  Object.keys(fields).every((name) => name.endsWith("Id"));

function parseParams(endpoint: Endpoint, params: unknown): unknown {
  const parsed = parseInput(endpoint.params, params);
  if (!isRejection(parsed)) return parsed;
  if (hasIdOnly(parsed.fields ?? {})) refuse("invalid_id", "This is not an id.");
  refuse("invalid", parsed.message, { fields: parsed.fields });
}

function parsePart(schema: Endpoint["query"], value: unknown): unknown {
  const parsed = parseInput(schema, value);
  if (isRejection(parsed)) refuse("invalid", parsed.message, { fields: parsed.fields });
  return parsed;
}

/** A query parameter that is given twice is ambiguous; nobody of good will sends it. */
function singleValued(query: Context["query"]): Record<string, string> {
  const single: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === "string") single[name] = value;
    else refuse("invalid", "A query parameter is given twice.", { fields: { [name]: "Give this once." } });
  }
  return single;
}

/** A picture: never stored by anybody between, and asked for again each time, so that whoever may not see it any more does not. */
function sendBinary(ctx: Context, { bytes, contentType, etag }: BinaryReply): void {
  ctx.set({
    "Cache-Control": "private, no-cache",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Content-Disposition": "inline",
    ETag: `"${etag}"`,
  });
  ctx.type = contentType;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const isBinary = (endpoint: Endpoint): boolean => endpoint.replies[200] === Binary;

function send<N extends CallName>(ctx: Context, answer: Answer<N>): void {
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
  refuse("unauthenticated", "You are not signed in, or your session has ended. Please log in.");
}

function checkReply<N extends CallName>(name: N, answer: Answer<N>): void {
  if (isRejection(answer)) return;
  const replies: Endpoint["replies"] = contract[name].replies;
  if (!(answer.status in replies))
    throw new Error(`${name} answered ${answer.status}, which is not in the contract`);
  const result = replies[answer.status]?.safeParse("body" in answer ? answer.body : undefined);
  if (result && !result.success) {
    throw new Error(`${name} answered a wrong body at ${result.error.issues[0]?.path.join(".")}`);
  }
}

/** What came from behind a lock is not kept for a repeat, lest it be read when the lock is closed again. */
function mayBeKept<N extends CallName>(actor: Actor | null, answer: Answer<N>): boolean {
  if ("unkept" in answer) return false;
  return !actor || (actor.opening.passed.size === 0 && actor.opening.keys.size === 0);
}

/**
 * Puts a call of the contract on the router: authenticates, parses, runs the handler once per act, and answers with
 * the contract's status. The only way a handler meets the network.
 */
export function createMount(deps: MountDeps) {
  const mounted = new Set<CallName>();

  function mount<N extends CallName>(name: N, handler: Handler<N>): void {
    const { method, path } = methodAndPath(name);
    const endpoint: Endpoint = contract[name];
    const fileField = fileFields[name];
    mounted.add(name);

    async function run(ctx: Context, actor: Actor | null, body: RequestBody): Promise<void> {
      const started: StartedAct = await deps.acts.start(ctx, actor, body);
      if (started.reply) {
        ctx.status = started.reply.status;
        ctx.body = started.reply.body;
        return;
      }
      const call = {
        params: parseParams(endpoint, ctx.params),
        query: parsePart(endpoint.query, singleValued(ctx.query)),
        body: parsePart(endpoint.body, body.json),
        actor,
        act: started.act,
        key: ctx.get("Idempotency-Key") || null,
        origin: deps.originOf(ctx),
        caller: { ip: ctx.ip, userAgent: ctx.get("User-Agent").slice(0, 500) },
        // The schemas of the contract stand behind each part, so the parsed whole is what the handler's type says.
      } as unknown as Call<N>;
      const answer = await handler(call);
      if (deps.checkReplies) checkReply(name, answer);
      if (isBinary(endpoint) && "body" in answer) {
        ctx.status = answer.status;
        return sendBinary(ctx, answer.body as BinaryReply);
      }
      send(ctx, answer);
      if (ctx.status < 300 && mayBeKept(actor, answer)) started.finish(ctx.status, ctx.body);
      if (actor && actor.opening.passed.size > 0 && !overAll.has(name)) deps.used(actor.opening);
    }

    deps.router.register(path, [method.toLowerCase()], async (ctx) => {
      ctx.state.route = name;
      ctx.set("Cache-Control", "no-store");
      if (endpoint.access === "session" && ctx.get("Authorization") === "") refuseAnonymous();
      const body = await (fileField === undefined ? readBody(ctx) : readUpload(ctx, fileField));
      const actor = await deps.authenticate(ctx, body.bytes);
      if (endpoint.access === "session" && !actor) {
        refuseAnonymous();
      }
      await run(ctx, actor, body);
    });
  }

  return { mount, mounted: mounted as ReadonlySet<CallName> };
}

/** See {@link createMount}. */
export type Mount = ReturnType<typeof createMount>["mount"];
