import { hash, verify } from "@node-rs/argon2";

/** The cost of a password hash. `memoryCost` in KiB, `timeCost` in passes, `parallelism` in lanes. */
export type PasswordCost = {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
};

/** What OWASP's Password Storage Cheat Sheet asks for at least: argon2id, 19 MiB, two passes, one lane (about 25 ms). */
export const owaspCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** `const enum Algorithm` of the library cannot be imported under isolated modules. */
const argon2id = 2;

/**
 * Hashes and checks passwords. Work happens on Node's thread pool, so four at a time at most.
 *
 * @param options.cost lower only in tests
 * @param options.pepper a secret kept outside the database, without which its hashes cannot be tried out; once in use it
 * can never be changed or dropped
 */
export function createPasswords(options: { cost?: PasswordCost; pepper?: Uint8Array } = {}) {
  const settings = {
    ...(options.cost ?? owaspCost),
    algorithm: argon2id,
    ...(options.pepper && { secret: options.pepper }),
  };
  // Keyboards differ in how they compose letters; a person's password is the same on all of them.
  const normalise = (password: string): string => password.normalize("NFC");
  const hashOf = (password: string): Promise<string> => hash(normalise(password), settings);
  let nobody: Promise<string> | undefined;

  return {
    /** The hash to store, in PHC format (`$argon2id$v=19$m=…`), with a salt of its own. */
    hash: hashOf,

    /**
     * True when the password is the one that was hashed. `null` stands for an account that does not exist: the answer is
     * false after the same work, so that its time tells nobody who has an account.
     */
    async verify(stored: string | null, password: string): Promise<boolean> {
      nobody ??= hashOf("nobody's password");
      const matches = await verify(stored ?? (await nobody), normalise(password), settings);
      return matches && stored !== null;
    },
  };
}

/** See {@link createPasswords}. */
export type Passwords = ReturnType<typeof createPasswords>;
