import { createSecretKey, type KeyObject } from "node:crypto";
import { inspect } from "node:util";

const redacted = "[data key]";

/**
 * A key of the vault's tree, unwrapped. Opaque: its 32 bytes live outside the JavaScript heap, and nothing that prints,
 * logs, clones or serialises it can show them.
 */
export class DataKey {
  readonly #secret: KeyObject;

  /** @param bytes 32 bytes; copied, so the caller may and should wipe them */
  constructor(bytes: Uint8Array) {
    if (bytes.length !== 32) throw new RangeError("a data key has 32 bytes");
    this.#secret = createSecretKey(bytes);
  }

  /** What Node's ciphers work with; for this folder alone. */
  static secretOf(key: DataKey): KeyObject {
    return key.#secret;
  }

  toJSON(): string {
    return redacted;
  }

  toString(): string {
    return redacted;
  }

  [inspect.custom](): string {
    return redacted;
  }
}
