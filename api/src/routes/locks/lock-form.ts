import type { Call } from "../../context.ts";

type Body = Partial<Call<"updateJournal">["body"]>;

/** What a request wants of a lock. */
export type LockForm =
  | {
      readonly kind: "set";
      /** What is left out stays as it is; without a lock before, it is a password's, and neither remembered nor closing by itself. */
      readonly type: 2 | 3 | undefined;
      readonly remember: boolean | undefined;
      readonly auto: boolean | undefined;
      readonly password: string;
      readonly hint: string;
      readonly recovery: boolean | undefined;
      /** The password of before, when the lock is closed for whoever changes it. */
      readonly current: string | undefined;
    }
  | { readonly kind: "close" }
  | { readonly kind: "open" | "remove"; readonly password: string }
  | { readonly kind: "auto"; readonly auto: boolean };

/** The part of a form that is about the lock; the contract has checked it. `null` when there is none. */
export function readLockForm(body: Body): LockForm | null {
  const { plain_password: password = "", password_hint: hint = "", auto } = body;
  if (body.lock && body.use_stored_password) return { kind: "close" };
  if (body.lock) {
    return {
      kind: "set",
      type: body.lock_type === 1 ? undefined : body.lock_type,
      password,
      hint,
      remember: body.remember_password,
      auto,
      recovery: body.recovery,
      current: body.current_password,
    };
  }
  if (body.unlock) return { kind: body.lock_type === 1 ? "remove" : "open", password };
  return auto === undefined ? null : { kind: "auto", auto };
}
