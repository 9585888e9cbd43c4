import { createHmac, timingSafeEqual } from "node:crypto";
import { sessionTimes } from "@daybook/domain/contract/bounds";
import {
  normaliseUrl,
  type Parameter,
  parseQuery,
  signatureBase,
  signingKey,
} from "@daybook/domain/contract/signing";

/** The signed parts of a request. `path` and `query` are as they were sent. */
export type SignedRequest = {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  readonly query: string;
  /** SHA-256 of the body, base64. */
  readonly bodyHash: () => string;
};

const hashOf: Record<string, string> = { "HMAC-SHA256": "sha256", "HMAC-SHA1": "sha1" };
const legacyPaths = /^\/api\/(dr|dlg|elg|pe)\//;

const sameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** HMAC of the base string, base64 (RFC 5849 section 3.4.2). Existing export tools use SHA-256. */
export function sign(method: string, base: string, clientSecret: string, tokenSecret: string): string {
  return createHmac(hashOf[method] ?? "sha256", signingKey(clientSecret, tokenSecret))
    .update(base)
    .digest("base64");
}

/** True when the header has the correct signature of this request. Also checks the body hash, if the header has one. */
export function verifySignature(
  request: SignedRequest,
  header: ReadonlyMap<string, string>,
  secrets: { client: string; token: string },
): boolean {
  const method = header.get("oauth_signature_method") ?? "";
  if (!Object.hasOwn(hashOf, method)) return false;
  if (method === "HMAC-SHA1" && !legacyPaths.test(request.path)) return false;
  const version = header.get("oauth_version");
  if (version !== undefined && version !== "1.0") return false;

  const query = parseQuery(request.query);
  if (!query) return false;
  const protocol: Parameter[] = [...header].filter(
    ([name]) => name !== "oauth_signature" && name !== "realm",
  );
  const url = normaliseUrl(request.origin, request.path);
  const base = signatureBase(request.method, url, [...query, ...protocol]);
  if (!sameText(sign(method, base, secrets.client, secrets.token), header.get("oauth_signature") ?? ""))
    return false;

  const bodyHash = header.get("oauth_body_hash");
  if (bodyHash === undefined) return true;
  return sameText(request.bodyHash(), bodyHash);
}

/** True when the header's timestamp is within five minutes of now. */
export function hasRecentTimestamp(header: ReadonlyMap<string, string>, now: number): boolean {
  const timestamp = header.get("oauth_timestamp") ?? "";
  if (!/^\d{1,11}$/.test(timestamp)) return false;
  return Math.abs(Number(timestamp) * 1000 - now) <= sessionTimes.clockSkew;
}
