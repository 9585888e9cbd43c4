import type { ClassroomRole } from "../contract/appearance-values.ts";
import { reject, type Rejection } from "../kernel/rejection.ts";

/**
 * Rejects what a classroom journal does not allow (spec section 6); `null` when the action is allowed. No classroom journal can
 * be locked, and the settings of a slave journal cannot change.
 */
export function classroomRejection(role: ClassroomRole, action: "lock" | "settings"): Rejection | null {
  if (role === "none" || (role === "master" && action === "settings")) return null;
  return action === "lock"
    ? reject("forbidden", "A classroom journal cannot be locked.")
    : reject("forbidden", "You cannot change the settings of a classroom journal.");
}
