import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import type { Session } from "@daybook/domain/contract/sessions";
import type { BodyOf, ParamsOf, QueryOf, Reply } from "@daybook/domain/contract/contract";
import type { ErrorBody } from "@daybook/domain/contract/errors";
import { type CallName, fileFields, fillPath, methodAndPath } from "@daybook/domain/contract/paths";
import {
  authorizationHeader,
  normaliseUrl,
  type Parameter,
  parseQuery,
  signatureBase,
  signingKey,
} from "@daybook/domain/contract/signing";
import { type Clock, systemClock } from "@daybook/platform/clock";

/** The input of a call. `key` is its Idempotency-Key. */
export type RemoteInput<N extends CallName> = {
  params?: ParamsOf<N>;
  query?: QueryOf<N>;
  body?: BodyOf<N>;
  key?: string;
};

/** An answer: the status, and a reply if `ok`, otherwise an error. */
export type RemoteAnswer<N extends CallName> =
  | { ok: true; status: number; body: Exclude<Reply<N>, null> }
  | { ok: false; status: number; body: ErrorBody };

/** The server could not be reached or closed the connection. The call may or may not have been executed. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/** Returns the `Authorization` header of RFC 5849 for one request. */
export function signRequest(
  request: { method: string; url: URL; body: string | Uint8Array | undefined },
  token: Session["access_token"],
  clock: Clock = systemClock,
): string {
  const protocolParameters: Parameter[] = [
    ["oauth_consumer_key", token.client_application.key],
    ["oauth_token", token.token],
    ["oauth_signature_method", "HMAC-SHA256"],
    ["oauth_timestamp", String(Math.floor(clock.now() / 1000))],
    ["oauth_nonce", randomBytes(16).toString("base64url")],
    ["oauth_version", "1.0"],
    [
      "oauth_body_hash",
      createHash("sha256")
        .update(request.body ?? "")
        .digest("base64"),
    ],
  ];
  const query = parseQuery(request.url.search.slice(1)) ?? [];
  const base = signatureBase(request.method, normaliseUrl(request.url.origin, request.url.pathname), [
    ...query,
    ...protocolParameters,
  ]);
  const signature = createHmac("sha256", signingKey(token.client_application.secret, token.secret))
    .update(base)
    .digest("base64");
  return authorizationHeader([...protocolParameters, ["oauth_signature", signature]]);
}

/** An encoded body. */
type WireBody = { readonly type: string; readonly bytes: string | Uint8Array };

/** Encodes a body: as JSON, or as a form with a file. */
function encodeBody(name: CallName, body: unknown): WireBody {
  const field = fileFields[name];
  if (field === undefined) return { type: "application/json", bytes: JSON.stringify(body) };
  return formOf(field, (body as Readonly<Record<string, Uint8Array>>)[field] ?? new Uint8Array());
}

/** A form with one file (RFC 7578). */
export function formOf(field: string, file: Uint8Array): { readonly type: string; readonly bytes: Buffer } {
  const boundary = randomUUID();
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="file"\r\n\r\n`;
  const bytes = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, bytes };
}

/** Reads the body of an answer: JSON, or bytes for other types; `null` when it is empty. */
async function readAnswer(response: Response): Promise<unknown> {
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length === 0) return null;
  const contentType = response.headers.get("content-type") ?? "";
  if (contentType.startsWith("application/json")) return JSON.parse(bytes.toString("utf8"));
  return { bytes, contentType, etag: response.headers.get("etag") ?? "" };
}

type NewPerson = { readonly email: string; readonly password: string; readonly firstName?: string };

/**
 * A client for the API of a running Daybook, for commands and tests.
 *
 * @param clock the clock for signatures; a test that sets the server's clock passes the same one
 */
export function remoteDaybook(origin: string, clock: Clock = systemClock) {
  let session: Session | null = null;
  let unlockTokens: readonly string[] = [];

  async function call<N extends CallName>(name: N, input: RemoteInput<N> = {}): Promise<RemoteAnswer<N>> {
    const { method } = methodAndPath(name);
    const url = new URL(fillPath(name, input.params ?? {}), origin);
    for (const [key, value] of Object.entries(input.query ?? {})) {
      if (value !== undefined) url.searchParams.set(key, String(value));
    }
    const encodedBody = input.body === undefined ? undefined : encodeBody(name, input.body);
    const body = encodedBody?.bytes;
    const headers: Record<string, string> = {};
    if (encodedBody) headers["Content-Type"] = encodedBody.type;
    if (session) headers.Authorization = signRequest({ method, url, body }, session.access_token, clock);
    if (input.key) headers["Idempotency-Key"] = input.key;
    if (unlockTokens.length > 0) headers["X-Unlock"] = unlockTokens.join(",");
    let response: Response;
    let answer: unknown;
    try {
      response = await fetch(url, {
        method,
        headers,
        ...(body !== undefined && { body: typeof body === "string" ? body : new Uint8Array(body) }),
      });
      answer = await readAnswer(response);
    } catch {
      throw new NoAnswer(`${name} had no answer`);
    }
    return { ok: response.ok, status: response.status, body: answer } as RemoteAnswer<N>;
  }

  /** Uses the session for all further calls. */
  function setSession(newSession: Session): Session {
    session = newSession;
    return newSession;
  }

  /** Creates an account and logs in. */
  async function signUp(person: NewPerson): Promise<Session> {
    const signup = await call("freeSignup", {
      body: {
        first_name: person.firstName ?? "Samuel",
        email: person.email,
        password: person.password,
        retype_password: person.password,
        timezone: "UTC",
        client: "command line",
      },
    });
    if (signup.ok) return setSession(signup.body);
    throw new Error(`${signup.body.error} ${Object.values(signup.body.fields ?? {}).join(" ")}`.trim());
  }

  return {
    origin,
    call,
    setSession,
    signUp,
    /** Sends the tokens of open encryption locks with all further calls. */
    setUnlockTokens: (...tokens: string[]): void => void (unlockTokens = tokens),
    get session(): Session | null {
      return session;
    },
    /** Logs in; signs up when the log-in is refused, which throws if the account exists. */
    async logInOrSignUp(person: NewPerson): Promise<Session> {
      const login = await call("login", { body: { email: person.email, password: person.password } });
      return login.ok ? setSession(login.body) : signUp(person);
    },
  };
}

/** See {@link remoteDaybook}. */
export type RemoteDaybook = ReturnType<typeof remoteDaybook>;

/** Makes a new Idempotency-Key. */
export const newKey = (): string => randomUUID();
