/**
 * A random token of 128 bits, base64url, for nonces and idempotency keys. `getRandomValues` exists on plain-http origins,
 * `randomUUID` does not.
 */
export function randomToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
