import { createHmac, createSecretKey } from "node:crypto";
import { CannotOpen, decrypt, encrypt } from "../vault/authenticated-cipher.ts";
import { deriveKey } from "../vault/derive-key.ts";

/** Values inside a signature that only the server can read. */
export type Claims = readonly (number | string)[];

/**
 * Signatures in URLs, for requests without the session's token, such as those of `<img src>` and of links in mails. A signature
 * is the permission: it binds a resource, an expiry time and claims that only the server reads. Nothing is stored. The same input
 * gives the same signature, so that browsers can use their caches.
 *
 * The signature is AES-256-GCM over the claims, with resource and expiry as additional data. Its nonce is an HMAC of
 * all three under a separate key, so two different inputs never share a nonce.
 */
export function createCapabilities(masterKey: Uint8Array) {
  const key = createSecretKey(deriveKey(masterKey, "daybook capability 1"));
  const nonceKey = createSecretKey(deriveKey(masterKey, "daybook capability nonce 1"));
  const contextOf = (resource: string, expiresAt: number): string => `capability\0${resource}\0${expiresAt}`;

  return {
    /**
     * @param expiresAt seconds since 1970
     * @param claims whole numbers and texts
     */
    sign(resource: string, expiresAt: number, claims: Claims): string {
      const [context, plaintext] = [contextOf(resource, expiresAt), JSON.stringify(claims)];
      const nonce = createHmac("sha256", nonceKey).update(`${context}\0${plaintext}`).digest();
      return encrypt(key, context, Buffer.from(plaintext), (size) => nonce.subarray(0, size)).toString(
        "base64url",
      );
    },

    /**
     * The claims of a signature; `null` when it is forged, changed, or for another resource or expiry. The caller checks that
     * `expiresAt` has not passed.
     */
    read(resource: string, expiresAt: number, signature: string): Claims | null {
      try {
        const bytes = Buffer.from(signature, "base64url");
        // Base64 allows several texts for the same bytes; only one of them was signed.
        if (bytes.toString("base64url") !== signature) return null;
        // `decrypt` checks the authenticity, so the text is one that `sign` wrote.
        return JSON.parse(
          decrypt(key, contextOf(resource, expiresAt), bytes, "capability").toString(),
        ) as Claims;
      } catch (error) {
        if (error instanceof CannotOpen) return null;
        throw error;
      }
    },
  };
}

/** See {@link createCapabilities}. */
export type Capabilities = ReturnType<typeof createCapabilities>;
