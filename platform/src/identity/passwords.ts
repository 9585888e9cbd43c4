import { hash, verify } from "@node-rs/argon2";

/** The cost of a password hash. `memoryCost` in KiB, `timeCost` in passes, `parallelism` in argon2 lanes. */
export type PasswordCost = {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
};

/** The minimum of OWASP's Password Storage Cheat Sheet: argon2id, 19 MiB, two passes, one lane (about 25 ms). */
export const owaspCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The library's `const enum Algorithm` cannot be imported with isolated modules. */
const argon2id = 2;

/** The prefix of hashes that need the pepper. Other hashes have no prefix. */
const pepperPrefix = "pepper1";

/**
 * Hashes and checks passwords on Node's thread pool, at most four at a time.
 *
 * @param options.cost lower only in tests
 * @param options.pepper a secret outside the database, without which nobody can try passwords against its hashes; once
 * in use it can never change. Hashes from before the pepper still verify
 */
export function createPasswords(options: { cost?: PasswordCost; pepper?: Uint8Array } = {}) {
  const settings = {
    ...(options.cost ?? owaspCost),
    algorithm: argon2id,
  };
  const { pepper } = options;
  const pepperedSettings = { ...settings, ...(pepper && { secret: pepper }) };
  // Keyboards compose letters differently; a password must be the same from all of them.
  const normalise = (password: string): string => password.normalize("NFC");
  const hashOf = async (password: string): Promise<string> =>
    (pepper ? pepperPrefix : "") + (await hash(normalise(password), pepperedSettings));
  let dummyHash: Promise<string> | undefined;

  return {
    /** The hash to store, in PHC format (`$argon2id$v=19$m=…`) after the prefix for the pepper, with a new salt. */
    hash: hashOf,

    /** True when there is a pepper and the hash was made without it. Replace the hash when its password is known. */
    lacksPepper: (storedHash: string): boolean =>
      pepper !== undefined && !storedHash.startsWith(pepperPrefix),

    /**
     * True when the password matches. `null` stands for an account that does not exist: the result is false after the
     * same work, so that timing does not reveal who has an account.
     */
    async verify(storedHash: string | null, password: string): Promise<boolean> {
      dummyHash ??= hashOf("nobody's password");
      const comparedHash = storedHash ?? (await dummyHash);
      const matches = comparedHash.startsWith(pepperPrefix)
        ? await verify(comparedHash.slice(pepperPrefix.length), normalise(password), pepperedSettings)
        : await verify(comparedHash, normalise(password), settings);
      return matches && storedHash !== null;
    },
  };
}

/** See {@link createPasswords}. */
export type Passwords = ReturnType<typeof createPasswords>;
