import { lockTypes } from "@daybook/domain/contract/lock-types";
import { Lock, LockOpen } from "lucide-react";
import { commonText } from "../common-text.ts";
import styles from "./lock-badge.module.css";

/** Shows whether something is locked or unlocked, as an icon with text. Shows nothing without a lock. */
export function LockBadge({ lock }: { lock: "none" | "open" | "closed" }) {
  if (lock === "none") return null;
  const Icon = lock === "open" ? LockOpen : Lock;
  return (
    <span className={styles.badge} data-lock={lock}>
      <Icon size={14} aria-hidden />
      {commonText.locks[lock]}
    </span>
  );
}

/** The lock state of a journal. */
export function lockOf({
  lock_type_id: type,
  is_unlocked: isUnlocked,
}: {
  lock_type_id: number;
  is_unlocked: boolean;
}) {
  if (type <= lockTypes.none) return "none";
  return isUnlocked ? "open" : "closed";
}
