import type { ClassroomRole } from "../contract/appearance-values.ts";
import { reject, type Rejection } from "../kernel/rejection.ts";

/**
 * What a classroom journal does not let its owner do: a master journal hides the lock, a slave journal the lock and the
 * settings (spec section 6). `null`: it may be done.
 */
export function classroomRefusal(role: ClassroomRole, act: "lock" | "settings"): Rejection | null {
  if (role === "none" || (role === "master" && act === "settings")) return null;
  return act === "lock"
    ? reject("forbidden", "A journal of a class cannot be locked.")
    : reject("forbidden", "The settings of this journal belong to its class.");
}
