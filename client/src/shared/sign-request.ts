import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import type { Session } from "@daybook/domain/contract/sessions";
import {
  authorizationHeader,
  normaliseUrl,
  type Parameter,
  signatureBase,
  signingKey,
} from "@daybook/domain/contract/signing";

/** What is signed: one attempt of a request. */
export type SignableRequest = {
  method: string;
  /** scheme, host and port as the server sees them */
  origin: string;
  path: string;
  query: readonly Parameter[];
  /** the exact text of the body; `null` without one */
  body: string | null;
  /** unix seconds */
  timestamp: number;
  nonce: string;
};

function base64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/**
 * The `Authorization` header of one attempt (RFC 5849, HMAC-SHA256, with `oauth_body_hash`). It does not use WebCrypto, which
 * is not available over plain http and whose promises may not settle before the page closes.
 */
export function signRequest(request: SignableRequest, accessToken: Session["access_token"]): string {
  const { client_application: application, token, secret } = accessToken;
  const protocol: Parameter[] = [
    ["oauth_consumer_key", application.key],
    ["oauth_token", token],
    ["oauth_signature_method", "HMAC-SHA256"],
    ["oauth_timestamp", String(request.timestamp)],
    ["oauth_nonce", request.nonce],
    ["oauth_version", "1.0"],
  ];
  if (request.body !== null) {
    protocol.push(["oauth_body_hash", base64(sha256(utf8ToBytes(request.body)))]);
  }
  const url = normaliseUrl(request.origin, request.path);
  const base = signatureBase(request.method, url, [...request.query, ...protocol]);
  const key = signingKey(application.secret, secret);
  const signature = base64(hmac(sha256, utf8ToBytes(key), utf8ToBytes(base)));
  return authorizationHeader([...protocol, ["oauth_signature", signature]]);
}
