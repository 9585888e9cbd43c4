import { hashRaw } from "@node-rs/argon2";
import type { RandomBytes } from "./authenticated-cipher.ts";
import { DataKey } from "./data-key.ts";
import { deriveKey } from "./derive-key.ts";
import type { PasswordCost } from "./passwords.ts";

/** More than a log-in costs (64 MiB, three passes, about 100 ms): here nothing but the password stands before the text. */
export const lockCost: PasswordCost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

const argon2id = 2;
const saltBytes = 16;
const saltPattern = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w-]{22})$/;

/** How a password gives a key, as it stands beside what that key wraps: `$argon2id$v=19$m=…,t=…,p=…$salt`. */
export function makeLockSalt(
  random: RandomBytes,
  { memoryCost, timeCost, parallelism }: PasswordCost,
): string {
  const salt = random(saltBytes).toString("base64url");
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}`;
}

/** The key that a password gives. Throws when the salt is none. */
export async function lockKeyOf(password: string, lockSalt: string): Promise<DataKey> {
  const [, memory, time, parallelism, salt] = saltPattern.exec(lockSalt) ?? [];
  if (salt === undefined) throw new Error("the salt of a lock is damaged");
  // Composed as `createPasswords` does: the same password on every keyboard.
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

/** Without the letters that are taken for digits (Crockford's base 32). */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const codeLength = 28;
const codePattern = new RegExp(`^[${alphabet}]{${codeLength}}$`);

/** A recovery code: 140 random bits, in seven groups of four that can be written down. */
export function makeRecoveryCode(random: RandomBytes): string {
  const letters = Array.from(random(codeLength), (byte) => alphabet[byte & 31]).join("");
  return letters.match(/.{4}/g)?.join("-") ?? letters;
}

/** The key that a recovery code gives, however it was typed; `null` for what is none. It has no need of a slow hash. */
export function recoveryKeyOf(typed: string): DataKey | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  if (!codePattern.test(code)) return null;
  const bytes = deriveKey(Buffer.from(code), "daybook recovery code 1");
  const key = new DataKey(bytes);
  bytes.fill(0);
  return key;
}
