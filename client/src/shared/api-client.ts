import type { Session } from "@daybook/domain/contract/sessions";
import { product, retry } from "@daybook/domain/contract/bounds";
import type { BodyOf, ParamsOf, QueryOf, Reply } from "@daybook/domain/contract/contract";
import { type CallName, changesByGet, fillPath, methodAndPath } from "@daybook/domain/contract/paths";
import { type Parameter, percentEncode } from "@daybook/domain/contract/signing";
import { unsignedCalls } from "./unsigned-calls.ts";
import type { Clock, Sleep } from "./clock.ts";
import { type ApiFailure, type AttemptResult, noResponse, readResult } from "./read-result.ts";
import { signRequest } from "./sign-request.ts";

export { type ApiFailure, noResponse } from "./read-result.ts";

/** The result of a call. The promise never rejects. */
export type ApiResult<N extends CallName> = { ok: true; status: number; data: Reply<N> } | ApiFailure;

/** The result of a call whose reply does not matter. */
export type ActionResult = { ok: true } | ApiFailure;

/** The input of a call. */
export type CallInput<N extends CallName> = {
  params?: ParamsOf<N>;
  query?: QueryOf<N>;
  body?: BodyOf<N>;
};

/** Sends one request. It has the parameters of the browser's `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The options of a call. */
export type CallOptions = {
  signal?: AbortSignal;
  /** one key for one action and all its retries; generated when left out */
  idempotencyKey?: string;
  /** how often to retry a lost or failed request; 3 when left out */
  retries?: number;
  /** allows a small request to outlive the page */
  keepalive?: boolean;
  /** signs with this session instead of the browser's */
  session?: Session;
  /** the caller handles a 401 itself, so that the page with its unsaved text stays open */
  quiet401?: boolean;
  /** replaces `fetch`, for file uploads */
  fetch?: Fetch;
};

/** The calls of the contract: typed, signed and retried. */
export type Api = {
  call<N extends CallName>(name: N, input?: CallInput<N>, options?: CallOptions): Promise<ApiResult<N>>;
};

/** What listeners learn about a response: which journal and entry the call was about, and whether it changes something (`mutates`). */
export type ApiResponse = {
  journalId: number | null;
  entryId: number | null;
  mutates: boolean;
  status: number;
  data?: unknown;
  /** the body of a refusal */
  failureBody?: unknown;
};

/** The dependencies of the request layer. */
export type ApiDependencies = {
  fetch: Fetch;
  /** the session to sign with; read for every attempt */
  session: () => Session | null;
  /** the `X-Unlock` header for the locks that are open in this tab; null without any */
  unlock?: () => string | null;
  /** the clock of the server; `set` sets it to the time in a reply */
  clock: Clock & { set?: (serverTime: number) => void };
  sleep: Sleep;
  /** a new unguessable token, for nonces and idempotency keys */
  random: () => string;
  /** scheme, host and port of the page and of the server */
  origin: string;
  /** called when the server no longer accepts the session; not for calls with `quiet401` */
  onUnauthorised: () => void;
  /** called when a call was retried and failed in the end, without a response or with a 5xx */
  onFatal?: () => void;
  /** called when an attempt got no response or a 408 */
  onNoResponse?: () => void;
  /** called with the last response to each call */
  onResponse?: (response: ApiResponse) => void;
};

/** Browsers limit all keepalive bodies together to 64 KiB. */
const maxKeepaliveBytes = 60_000;
/** UTF-8 needs at most three bytes for a UTF-16 code unit. */
const maxBytesPerUnit = 3;
const attemptTimeoutMs = 60_000;
/** A call that would have to wait longer than this is not retried. */
const maxRetryDelayMs = 30_000;

type Request = { name: CallName; method: string; path: string; query: Parameter[]; body: string | null };
type Attempt = {
  result: AttemptResult;
  /** the access token; null for a call that is not signed */
  signedWith: string | null;
};

function toParameters(query: unknown): Parameter[] {
  return Object.entries((query ?? {}) as Record<string, unknown>)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value as string | number | boolean)]);
}

const parseId = (id: string | undefined): number | null => (id === undefined ? null : Number(id));

/**
 * Creates the request layer: it signs and sends the calls of the contract. A request without a response, or with a 408, a 429 or
 * a 5xx, is retried after 2, 4 and 6 seconds, or later when the server asks for it; when the delay is more than 30 seconds, the
 * failure is returned instead. Retries have the same idempotency key and a new signature.
 */
export function createApi(deps: ApiDependencies): Api {
  const { clock } = deps;
  const currentUserId = (): number | null => deps.session()?.user.id ?? null;

  async function attempt(request: Request, key: string | null, options: CallOptions): Promise<Attempt> {
    const session = unsignedCalls.has(request.name) ? null : (options.session ?? deps.session());
    const headers: Record<string, string> = {
      Accept: "application/json",
      "X-Client": `${product.platform} ${product.version}`,
    };
    if (request.body !== null) headers["Content-Type"] = "application/json";
    if (key !== null) headers["Idempotency-Key"] = key;
    if (session) {
      const timestamp = Math.floor(clock.now() / 1000);
      const signable = { ...request, origin: deps.origin, timestamp, nonce: deps.random() };
      headers.Authorization = signRequest(signable, session.access_token);
      const unlock = deps.unlock?.();
      if (unlock) headers["X-Unlock"] = unlock;
    }
    const query = request.query.map((pair) => pair.map(percentEncode).join("=")).join("&");
    const attemptTimeout = AbortSignal.timeout(attemptTimeoutMs);
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
          keepalive:
            options.keepalive === true && (request.body?.length ?? 0) * maxBytesPerUnit < maxKeepaliveBytes,
          signal: options.signal ? AbortSignal.any([options.signal, attemptTimeout]) : attemptTimeout,
        },
      );
      return { result: await readResult(response, clock.now()), signedWith };
    } catch {
      return { result: noResponse, signedWith };
    }
  }

  /** Sets the clock to a time in a reply. False when it is no time. */
  function adoptTime(text = ""): boolean {
    const time = Date.parse(text);
    if (Number.isNaN(time)) return false;
    clock.set?.(time);
    return true;
  }

  /**
   * Prepares a new signature after a 401. When the clock was wrong, adopts the server's time. Returns true when a new signature can help:
   * after a wrong clock or a repeated nonce, and when the session has another access token now.
   */
  function prepareNewSignature(failure: ApiFailure, signedWith: string | null): boolean {
    if (failure.status !== 401) return false;
    if (failure.code === "nonce_used") return true;
    if (failure.code === "clock_skew")
      return adoptTime((failure.body as { server_time?: string }).server_time);
    const currentToken = deps.session()?.access_token.token ?? null;
    return signedWith !== null && currentToken !== null && currentToken !== signedWith;
  }

  /** The delay before the next retry; `null` when the call is not retried. */
  function retryDelay(retriesMade: number, failure: ApiFailure, options: CallOptions): number | null {
    const { status } = failure;
    if (retriesMade >= (options.retries ?? retry.max) || options.signal?.aborted) return null;
    if (status !== 0 && status !== 429 && status < 500) return null;
    const plannedDelay = retry.baseDelay * (retriesMade + 1);
    const delay = Math.max(plannedDelay, failure.retryAfter ?? 0);
    return delay <= maxRetryDelayMs ? delay : null;
  }

  async function send(request: Request, key: string | null, options: CallOptions): Promise<AttemptResult> {
    let hasSignedAgain = false;
    const isSignedForUser = !unsignedCalls.has(request.name) && !options.session;
    const firstUserId = currentUserId();
    /** Another user has logged in. A retry would run in their account, and a 401 says nothing about their session. */
    const hasUserChanged = () =>
      isSignedForUser && firstUserId !== null && ![null, firstUserId].includes(currentUserId());
    for (let retriesMade = 0; ;) {
      // oxlint-disable-next-line no-await-in-loop -- a retry depends on the result of the attempt before
      const { result, signedWith } = await attempt(request, key, options);
      // An unsigned call whose reply has an access token began a session. The clock is set before the caller stores the session. As soon as
      // the session is stored, other tabs compare its end with the clock.
      if (result.ok && signedWith === null)
        adoptTime((result.data as Partial<Session> | null)?.access_token?.created_at);
      if (result.ok || hasUserChanged()) return result;
      if (!hasSignedAgain && prepareNewSignature(result, signedWith)) {
        hasSignedAgain = true;
        continue;
      }
      // A wrong clock or a repeated nonce says nothing about the session.
      const isAboutSession = result.code !== "clock_skew" && result.code !== "nonce_used";
      if (result.status === 401 && signedWith !== null && isAboutSession && !options.quiet401) {
        deps.onUnauthorised();
      }
      if (result.status === 0 && !options.signal?.aborted) deps.onNoResponse?.();
      const delay = retryDelay(retriesMade, result, options);
      if (delay === null) {
        const isGivenUp = retriesMade > 0 && (result.status === 0 || result.status >= 500);
        if (isGivenUp && !options.signal?.aborted) deps.onFatal?.();
        return result;
      }
      retriesMade += 1;
      // oxlint-disable-next-line no-await-in-loop -- a retry depends on the result of the attempt before
      await deps.sleep(delay, options.signal);
      if (options.signal?.aborted || hasUserChanged()) return result;
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
      const params = (input.params ?? {}) as { journalId?: string; entryId?: string };
      if (result.status > 0) {
        const [journalId, entryId] = [parseId(params.journalId), parseId(params.entryId)];
        const content = result.ok ? { data: result.data } : { failureBody: result.body };
        deps.onResponse?.({ journalId, entryId, mutates, status: result.status, ...content });
      }
      return result;
    },
  };
}
