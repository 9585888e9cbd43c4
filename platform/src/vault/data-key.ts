import { createSecretKey, KeyObject } from "node:crypto";
import { inspect } from "node:util";

const redacted = "[data key]";

/**
 * An unwrapped key of the vault. Its 32 bytes live outside the JavaScript heap. Printing, logging, cloning or
 * serialising it cannot show them.
 */
export class DataKey {
  readonly #secret: KeyObject;

  /** @param bytes 32 bytes, which are copied, so the caller should wipe them; or the key of {@link DataKey.secretOf} */
  constructor(bytes: Uint8Array | KeyObject) {
    const secret = bytes instanceof KeyObject ? bytes : createSecretKey(bytes);
    if (secret.symmetricKeySize !== 32) throw new RangeError("a data key has 32 bytes");
    this.#secret = secret;
  }

  /**
   * The key for Node's ciphers. Only for the vault, the locks, and the threads that seal and open large texts. A `DataKey`
   * cannot be sent to a thread. A `KeyObject` can, and its bytes still stay outside all heaps.
   */
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
