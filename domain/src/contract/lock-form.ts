import { z } from "zod";
import { bounds } from "./bounds.ts";
import { lockTypes } from "./lock-types.ts";
import { optionalName } from "./values.ts";

const passwordText = z.string().max(1000);

/**
 * The lock fields in a PUT of a journal or an entry.
 *
 * - `lock` with a password sets a lock, or changes the password or type of an existing one (needs `current_password`).
 * - `lock` with `use_stored_password` closes an open lock.
 * - `unlock` opens the lock for this session; with `lock_type` 1 it removes the lock.
 * - `auto` without `lock` and `unlock` changes whether the lock of a journal closes by itself. For an entry it has no effect.
 */
export const lockFields = {
  lock: z.boolean().optional(),
  unlock: z.boolean().optional(),
  lock_type: z.literal([lockTypes.none, lockTypes.password, lockTypes.encryption]).optional(),
  plain_password: passwordText.optional(),
  retype_password: passwordText.optional(),
  current_password: passwordText.optional(),
  /** `null`, as in replies, counts as absent */
  password_hint: optionalName(bounds.hint, `A hint has at most ${bounds.hint} characters.`)
    .nullish()
    .transform((hint) => hint ?? undefined),
  remember_password: z.boolean().optional(),
  use_stored_password: z.boolean().optional(),
  auto: z.boolean().optional(),
};

/** Whether an encryption lock gets a recovery code: `true` a new one, `false` none, absent no change. */
export const RecoveryChoice = z.boolean().optional();

/** Secrets in the reply to a change of a lock: the token and the draft key of an open encryption lock, and a new recovery code. */
export const lockSecretFields = {
  unlock_token: z.string().optional(),
  draft_key: z.string().optional(),
  recovery_code: z.string().optional(),
};

type LockForm = z.output<z.ZodObject<typeof lockFields>>;

function checkNewLock(form: LockForm, refuse: (field: keyof LockForm, message: string) => void): void {
  const { plain_password: password = "", retype_password: retyped, password_hint: hint = "" } = form;
  if (form.lock_type === lockTypes.none) refuse("lock_type", "Choose a kind of lock.");
  if (password.length < bounds.passwordMin) {
    refuse("plain_password", `A password has at least ${bounds.passwordMin} characters.`);
  } else if (password.length > bounds.passwordMax) {
    refuse("plain_password", `A password has at most ${bounds.passwordMax} characters.`);
  }
  if (retyped !== password) refuse("retype_password", "The two passwords are not the same.");
  if (hint === "") refuse("password_hint", "A hint is missing. It helps you to remember the password.");
  else if (password !== "" && hint.toLowerCase().includes(password.toLowerCase())) {
    refuse("password_hint", "This hint gives the password away.");
  }
}

/** The rules between the fields of a lock (spec section 5). */
export function checkLockForm(form: LockForm, context: z.RefinementCtx): void {
  const refuse = (field: keyof LockForm, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  if (form.lock && form.unlock) return refuse("unlock", "Lock or unlock, not both.");
  if (form.lock && !form.use_stored_password) return checkNewLock(form, refuse);
  if (!form.unlock) return;
  if (!form.plain_password) refuse("plain_password", "Type the password.");
  if (form.lock_type !== undefined && form.lock_type !== lockTypes.none) {
    refuse("lock_type", "To remove the lock, send lock type 1. To open it, send no lock type.");
  }
}
