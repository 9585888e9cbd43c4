import { createHmac, createSecretKey } from "node:crypto";
import { CannotOpen, decrypt, encrypt } from "./authenticated-cipher.ts";
import { deriveKey } from "./derive-key.ts";

/** What a signature says beside what it is for. */
export type Claims = readonly (number | string)[];

/**
 * Addresses that carry their own permission, for what cannot sign a request, such as `<img src>`. A signature binds a
 * thing, the moment when the permission ends, and claims that only the server reads (who it was given to); nothing is
 * stored. The same three give the same signature, so that a browser finds again what it has.
 *
 * The signature is AES-256-GCM over the claims with thing and end as additional data. Its nonce is an HMAC of all three
 * under a key of its own, so no nonce seals two different things.
 */
export function createCapabilities(masterKey: Uint8Array) {
  const key = createSecretKey(deriveKey(masterKey, "daybook capability 1"));
  const nonceKey = createSecretKey(deriveKey(masterKey, "daybook capability nonce 1"));
  const contextOf = (thing: string, ends: number): string => `capability\0${thing}\0${ends}`;

  return {
    /** @param ends seconds since 1970; @param claims whole numbers and texts */
    sign(thing: string, ends: number, claims: Claims): string {
      const [context, clear] = [contextOf(thing, ends), JSON.stringify(claims)];
      const nonce = createHmac("sha256", nonceKey).update(`${context}\0${clear}`).digest();
      return encrypt(key, context, Buffer.from(clear), (size) => nonce.subarray(0, size)).toString(
        "base64url",
      );
    },

    /** The claims of a signature, or `null` when it was made for something else, changed, or never. */
    read(thing: string, ends: number, signature: string): Claims | null {
      try {
        const bytes = Buffer.from(signature, "base64url");
        // Base64 has several texts for the same bytes; one of them was signed.
        if (bytes.toString("base64url") !== signature) return null;
        // Authenticated, so it is what was signed.
        return JSON.parse(decrypt(key, contextOf(thing, ends), bytes, "capability").toString()) as Claims;
      } catch (error) {
        if (error instanceof CannotOpen) return null;
        throw error;
      }
    },
  };
}

/** See {@link createCapabilities}. */
export type Capabilities = ReturnType<typeof createCapabilities>;
