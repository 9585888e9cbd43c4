import { hashRaw } from "@node-rs/argon2";
import type { RandomBytes } from "../vault/authenticated-cipher.ts";
import { DataKey } from "../vault/data-key.ts";
import { deriveKey } from "../vault/derive-key.ts";
import type { PasswordCost } from "../identity/passwords.ts";

/**
 * 64 MiB and three passes, about 100 ms. Stronger than the hash for a log-in, since here only the password protects the
 * text.
 */
export const lockCost: PasswordCost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

const argon2id = 2;
const saltBytes = 16;
const saltPattern = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w-]{22})$/;

/**
 * Makes a random salt. Returns the salt together with the cost of deriving a key from a password: `$argon2id$v=19$m=…,t=…,p=…$salt`.
 * The result is stored next to what the key wraps.
 */
export function makeLockSalt(
  random: RandomBytes,
  { memoryCost, timeCost, parallelism }: PasswordCost,
): string {
  const salt = random(saltBytes).toString("base64url");
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}`;
}

/** Derives a key from a password. Throws when the salt is malformed. */
export async function lockKeyOf(password: string, lockSalt: string): Promise<DataKey> {
  const [, memory, time, parallelism, salt] = saltPattern.exec(lockSalt) ?? [];
  if (salt === undefined) throw new Error("the salt of a lock is damaged");
  // Normalised as in `createPasswords`, so that a password is the same from every keyboard.
  const bytes = await hashRaw(password.normalize("NFC"), {
    algorithm: argon2id,
    memoryCost: Number(memory),
    timeCost: Number(time),
    parallelism: Number(parallelism),
    outputLen: 32,
    salt: Buffer.from(salt, "base64url"),
  });
  const key = new DataKey(bytes);
  bytes.fill(0);
  return key;
}

/** Crockford's base 32. It has no letters that look like digits. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const codeLength = 28;
const codePattern = new RegExp(`^[${alphabet}]{${codeLength}}$`);

/** Makes a recovery code: 140 random bits, in seven groups of four characters for writing down. */
export function makeRecoveryCode(random: RandomBytes): string {
  const letters = Array.from(random(codeLength), (byte) => alphabet[byte & 31]).join("");
  return letters.match(/.{4}/g)?.join("-") ?? letters;
}

/**
 * Derives the key of a recovery code; `null` when the text is not a code. Accepts lower case, spaces and hyphens anywhere, and
 * the letters O, I and L for digits. The code is random, so it needs no slow hash.
 */
export function recoveryKeyOf(typedCode: string): DataKey | null {
  const code = typedCode.toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  if (!codePattern.test(code)) return null;
  const bytes = deriveKey(Buffer.from(code), "daybook recovery code 1");
  const key = new DataKey(bytes);
  bytes.fill(0);
  return key;
}
