import { createSecretKey, type KeyObject } from "node:crypto";
import { inspect } from "node:util";

const redacted = "[data key]";

/**
 * An unwrapped key of the vault's tree. Its 32 bytes live outside the JavaScript heap. Printing, logging, cloning or
 * serialising it cannot show them.
 */
export class DataKey {
  readonly #secret: KeyObject;

  /** @param bytes 32 bytes; they are copied, so the caller should wipe them */
  constructor(bytes: Uint8Array) {
    if (bytes.length !== 32) throw new RangeError("a data key has 32 bytes");
    this.#secret = createSecretKey(bytes);
  }

  /** The key for Node's ciphers. Only for the vault and the locks. */
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
