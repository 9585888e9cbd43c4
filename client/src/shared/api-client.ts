import type { Session } from "@daybook/domain/contract/accounts";
import { product, retry } from "@daybook/domain/contract/bounds";
import type { BodyOf, ParamsOf, QueryOf, Reply } from "@daybook/domain/contract/contract";
import { type ErrorCode, errorStatus } from "@daybook/domain/contract/errors";
import { type CallName, fillPath, methodAndPath } from "@daybook/domain/contract/paths";
import { type Parameter, percentEncode } from "@daybook/domain/contract/signing";
import type { Clock, Sleep } from "./clock.ts";
import { copy } from "./copy.ts";
import { signRequest } from "./sign-request.ts";

/** Why a call did not succeed. `message` is a sentence for a person, from the server where it sent one. */
export type ApiFailure = {
  ok: false;
  /** HTTP status; 0 when no answer came */
  status: number;
  code: ErrorCode | "network";
  message: string;
  /** a sentence beside each refused field */
  fields?: Record<string, string>;
  /** the parsed reply body, `null` without one; a 409 carries the current `entry` */
  body: unknown;
  /** milliseconds that the server asks to wait; `null` when it does not */
  retryAfter: number | null;
};

/** What a call gives: never a rejected promise. */
export type ApiResult<N extends CallName> = { ok: true; status: number; data: Reply<N> } | ApiFailure;

/** What a call takes. */
export type CallInput<N extends CallName> = {
  params?: ParamsOf<N>;
  query?: QueryOf<N>;
  body?: BodyOf<N>;
};

/** Sends one request, as the browser's own `fetch` does. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How a call is made. */
export type CallOptions = {
  signal?: AbortSignal;
  /** one key for one act, kept through its retries; made here when left out */
  idempotencyKey?: string;
  /** how often a lost or failed try is repeated; 3 when left out */
  retries?: number;
  /** lets a small request outlive the page */
  keepalive?: boolean;
  /** signs with this session instead of the browser's */
  session?: Session;
  /** the caller handles a 401 in place, so that no unsaved text is left behind */
  quiet401?: boolean;
  /** sends it in another way, as a file is */
  fetch?: Fetch;
};

/** The calls of the contract, signed, retried and typed. */
export type Api = {
  call<N extends CallName>(name: N, input?: CallInput<N>, options?: CallOptions): Promise<ApiResult<N>>;
};

/** What was answered, to whoever follows it: about which journal, and whether it was to change something. */
export type Answered = { journalId: number | null; mutates: boolean; status: number; data?: unknown };

/** What the request layer needs from outside. */
export type ApiDependencies = {
  fetch: Fetch;
  /** the session to sign with, read anew for every try */
  session: () => Session | null;
  /** the `X-Unlock` of what is open in this tab; null when nothing is */
  unlock?: () => string | null;
  clock: Clock;
  sleep: Sleep;
  /** a fresh unguessable token: nonces and idempotency keys */
  random: () => string;
  /** scheme, host and port of the page, which are the server's too */
  origin: string;
  /** a signed request was refused for good: the session is over */
  onUnauthorised: () => void;
  /** a call was given up: its last repetition met no answer or a 5xx too */
  onFatal?: () => void;
  /** the server answered, whatever it was */
  onAnswer?: (answered: Answered) => void;
};

/** A session that is over must not stand in the way of these. */
const anonymous: ReadonlySet<CallName> = new Set([
  "health",
  "login",
  "verifyNew",
  "freeSignup",
  "forgotPassword",
  "resetPassword",
  "requestLoginLink",
  "magicLink",
  "confirmEmail",
  "clientConfig",
  "unsubscribeSponsored",
]);
const changesByGet: ReadonlySet<CallName> = new Set(["restoreVersion"]);
/** Browsers refuse keepalive bodies beyond 64 KiB in total. */
const keepaliveLimit = 60_000;
const tryTimeout = 60_000;
/** A longer wait than this is told to the person instead of being sat out. */
const longestWait = 30_000;

type Request = { name: CallName; method: string; path: string; query: Parameter[]; body: string | null };
type Try = { result: ApiFailure | { ok: true; status: number; data: unknown }; signedWith: string | null };

function toParameters(query: unknown): Parameter[] {
  return Object.entries((query ?? {}) as Record<string, unknown>)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value as string | number | boolean)]);
}

function codeOf(status: number, code: unknown): ErrorCode {
  if (typeof code === "string" && Object.hasOwn(errorStatus, code)) return code as ErrorCode;
  const byStatus = Object.entries(errorStatus).find(([, known]) => known === status);
  return (byStatus?.[0] as ErrorCode | undefined) ?? (status >= 500 ? "internal" : "invalid");
}

function retryAfterOf(header: string | null, now: number): number | null {
  if (!header) return null;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

const noAnswer: ApiFailure = {
  ok: false,
  status: 0,
  code: "network",
  message: copy.errors.network,
  body: null,
  retryAfter: null,
};

async function readResult(response: Response, now: number): Promise<Try["result"]> {
  const text = response.status === 204 ? "" : await response.text();
  let body: unknown = null;
  let readable = true;
  try {
    body = text === "" ? null : JSON.parse(text);
  } catch {
    readable = false;
  }
  const error = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  if (response.ok && readable && error.error === undefined) {
    return { ok: true, status: response.status, data: body };
  }
  return {
    ok: false,
    status: response.status,
    code: codeOf(response.status, error.code),
    message: typeof error.error === "string" ? error.error : copy.errors.unexpected,
    ...(typeof error.fields === "object" &&
      error.fields !== null && { fields: error.fields as Record<string, string> }),
    body,
    retryAfter: retryAfterOf(response.headers.get("retry-after"), now),
  };
}

/**
 * Builds the request layer; the only place of the client with `fetch`. A try that finds no answer or a 5xx is repeated
 * after 2, 4 and 6 seconds (longer when the server asks for it), under the same idempotency key and a fresh signature.
 */
export function createApi(deps: ApiDependencies): Api {
  let clockOffset = 0;

  async function attempt(request: Request, key: string | null, options: CallOptions): Promise<Try> {
    const session = anonymous.has(request.name) ? null : (options.session ?? deps.session());
    const headers: Record<string, string> = {
      Accept: "application/json",
      "X-Client": `${product.platform} ${product.version}`,
    };
    if (request.body !== null) headers["Content-Type"] = "application/json";
    if (key !== null) headers["Idempotency-Key"] = key;
    if (session) {
      const timestamp = Math.floor((deps.clock.now() + clockOffset) / 1000);
      const signable = { ...request, origin: deps.origin, timestamp, nonce: deps.random() };
      headers.Authorization = signRequest(signable, session.access_token);
      const unlock = deps.unlock?.();
      if (unlock) headers["X-Unlock"] = unlock;
    }
    const query = request.query.map((pair) => pair.map(percentEncode).join("=")).join("&");
    const limit = AbortSignal.timeout(tryTimeout);
    const signedWith = session?.access_token.token ?? null;
    try {
      const response = await (options.fetch ?? deps.fetch)(
        `${deps.origin}${request.path}${query && `?${query}`}`,
        {
          method: request.method,
          headers,
          body: request.body,
          credentials: "omit",
          cache: "no-store",
          keepalive: options.keepalive === true && (request.body?.length ?? 0) * 3 < keepaliveLimit,
          signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
        },
      );
      return { result: await readResult(response, deps.clock.now()), signedWith };
    } catch {
      return { result: noAnswer, signedWith };
    }
  }

  /** True when a refused signature can be put right by signing again. */
  function corrected(failure: ApiFailure, signedWith: string | null): boolean {
    if (failure.status !== 401) return false;
    if (failure.code === "nonce_used") return true;
    if (failure.code === "clock_skew") {
      const serverTime = Date.parse((failure.body as { server_time?: string }).server_time ?? "");
      if (Number.isNaN(serverTime)) return false;
      clockOffset = serverTime - deps.clock.now();
      return true;
    }
    const current = deps.session()?.access_token.token ?? null;
    return signedWith !== null && current !== null && current !== signedWith;
  }

  /** How long to wait before the next try; `null` when there is none. */
  function waitBefore(tries: number, failure: ApiFailure, options: CallOptions): number | null {
    const { status } = failure;
    if (tries >= (options.retries ?? retry.max) || options.signal?.aborted) return null;
    if (status !== 0 && status !== 429 && status < 500) return null;
    const own = retry.baseDelay * (tries + 1);
    const wait = Math.max(own, failure.retryAfter ?? 0);
    return wait <= longestWait ? wait : null;
  }

  async function send(request: Request, key: string | null, options: CallOptions): Promise<Try["result"]> {
    let signedAgain = false;
    for (let tries = 0; ;) {
      // oxlint-disable-next-line no-await-in-loop -- each try waits for what the one before it met
      const { result, signedWith } = await attempt(request, key, options);
      if (result.ok) return result;
      if (!signedAgain && corrected(result, signedWith)) {
        signedAgain = true;
        continue;
      }
      const correctable = result.code === "clock_skew" || result.code === "nonce_used";
      if (result.status === 401 && signedWith !== null && !correctable && !options.quiet401) {
        deps.onUnauthorised();
      }
      const wait = waitBefore(tries, result, options);
      if (wait === null) {
        const isGivenUp = tries > 0 && (result.status === 0 || result.status >= 500);
        if (isGivenUp && !options.signal?.aborted) deps.onFatal?.();
        return result;
      }
      tries += 1;
      // oxlint-disable-next-line no-await-in-loop -- each try waits for what the one before it met
      await deps.sleep(wait, options.signal);
      if (options.signal?.aborted) return result;
    }
  }

  return {
    async call(name, input = {}, options = {}) {
      const { method } = methodAndPath(name);
      const request: Request = {
        name,
        method,
        path: fillPath(name, input.params),
        query: toParameters(input.query),
        body: input.body === undefined ? null : JSON.stringify(input.body),
      };
      const mutates = method !== "GET" || changesByGet.has(name);
      const key = mutates ? (options.idempotencyKey ?? deps.random()) : null;
      const result = (await send(request, key, options)) as ApiResult<typeof name>;
      const { journalId } = (input.params ?? {}) as { journalId?: string };
      const about = journalId === undefined ? null : Number(journalId);
      if (result.status > 0) {
        const data: unknown = result.ok ? result.data : undefined;
        deps.onAnswer?.({ journalId: about, mutates, status: result.status, data });
      }
      return result;
    },
  };
}
