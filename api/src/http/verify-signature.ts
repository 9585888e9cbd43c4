import { createHmac, timingSafeEqual } from "node:crypto";
import type { HashAlgorithm, RequestBody } from "./read-body.ts";
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
};

const hashByMethod: Readonly<Record<string, HashAlgorithm>> = {
  "HMAC-SHA256": "sha256",
  "HMAC-SHA1": "sha1",
};
/** The accepted values of `oauth_version`. RFC 5849 makes this parameter optional. Some clients send the name of the revision, 1.0a. */
const versions: ReadonlySet<string | undefined> = new Set([undefined, "1.0", "1.0a"]);
/** The paths of mailed opt-outs and public entries, which other programs sign with HMAC-SHA1. */
const sha1Paths = /^\/api\/(dr|dlg|elg|pe)\//;

/** Reads the protocol parameters of a signed query; `null` when the query has no signature, or has a protocol parameter twice. */
export function parseSignedQuery(query: string): Map<string, string> | null {
  const protocolParameters = (parseQuery(query) ?? []).filter(([name]) => name.startsWith("oauth_"));
  const parameters = new Map(protocolParameters);
  return parameters.has("oauth_signature") && parameters.size === protocolParameters.length
    ? parameters
    : null;
}

const isSameText = (a: string, b: string): boolean => {
  const [bytes, otherBytes] = [Buffer.from(a), Buffer.from(b)];
  return bytes.length === otherBytes.length && timingSafeEqual(bytes, otherBytes);
};

/** HMAC of the base string, base64 (RFC 5849 section 3.4.2). */
export function sign(
  signatureMethod: string,
  base: string,
  clientSecret: string,
  tokenSecret: string,
): string {
  return createHmac(hashByMethod[signatureMethod] ?? "sha256", signingKey(clientSecret, tokenSecret))
    .update(base)
    .digest("base64");
}

/**
 * True when the protocol parameters, from the header or from a signed query, contain the correct signature of this request. If the
 * parameters contain a hash of the body, the signature covers that hash. {@link verifyBodyHash} checks the hash when the body is read.
 */
export function verifySignature(
  request: SignedRequest,
  protocolParameters: ReadonlyMap<string, string>,
  secrets: { client: string; token: string },
  options: { readonly allowSha1ForAllCalls: boolean } = { allowSha1ForAllCalls: false },
): boolean {
  const signatureMethod = protocolParameters.get("oauth_signature_method") ?? "";
  const hash = Object.hasOwn(hashByMethod, signatureMethod) ? hashByMethod[signatureMethod] : undefined;
  if (!hash) return false;
  if (hash === "sha1" && !options.allowSha1ForAllCalls && !sha1Paths.test(request.path)) return false;
  if (!versions.has(protocolParameters.get("oauth_version"))) return false;

  const parameters = parseQuery(request.query);
  if (!parameters) return false;
  // The protocol parameters of a signed query are in `protocolParameters` already (RFC 5849 section 3.5.3).
  const query = parameters.filter(([name]) => !(name.startsWith("oauth_") && protocolParameters.has(name)));
  const signedProtocolParameters: Parameter[] = [...protocolParameters].filter(
    ([name]) => name !== "oauth_signature" && name !== "realm",
  );
  const url = normaliseUrl(request.origin, request.path);
  const base = signatureBase(request.method, url, [...query, ...signedProtocolParameters]);
  return isSameText(
    sign(signatureMethod, base, secrets.client, secrets.token),
    protocolParameters.get("oauth_signature") ?? "",
  );
}

/** True when the body has the hash that the protocol parameters contain, or when they contain none. */
export function verifyBodyHash(
  protocolParameters: ReadonlyMap<string, string>,
  hashOfBody: RequestBody["hash"],
): boolean {
  const bodyHash = protocolParameters.get("oauth_body_hash");
  if (bodyHash === undefined) return true;
  const hash = hashByMethod[protocolParameters.get("oauth_signature_method") ?? ""];
  return hash !== undefined && isSameText(hashOfBody(hash), bodyHash);
}

/** True when the signed timestamp is within five minutes of now. */
export function hasRecentTimestamp(protocolParameters: ReadonlyMap<string, string>, now: number): boolean {
  const timestamp = protocolParameters.get("oauth_timestamp") ?? "";
  if (!/^\d{1,11}$/.test(timestamp)) return false;
  return Math.abs(Number(timestamp) * 1000 - now) <= sessionTimes.clockSkew;
}
