import type { ClassroomRole } from "../contract/appearance-values.ts";
import { reject, type Rejection } from "../kernel/rejection.ts";

/**
 * Rejects what a classroom journal does not allow (spec section 6). A master journal cannot be locked; a slave journal
 * cannot be locked, and its settings cannot change. `null` when the action is allowed.
 */
export function classroomRefusal(role: ClassroomRole, action: "lock" | "settings"): Rejection | null {
  if (role === "none" || (role === "master" && action === "settings")) return null;
  return action === "lock"
    ? reject("forbidden", "A classroom journal cannot be locked.")
    : reject("forbidden", "You cannot change the settings of a classroom journal.");
}
