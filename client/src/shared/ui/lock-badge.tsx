import { Lock, LockOpen } from "lucide-react";
import { copy } from "../copy.ts";
import styles from "./lock-badge.module.css";

/** Whether something with a lock is closed or open, in a picture and in words. Shows nothing where there is no lock. */
export function LockBadge({ lock }: { lock: "none" | "open" | "closed" }) {
  if (lock === "none") return null;
  const Icon = lock === "open" ? LockOpen : Lock;
  return (
    <span className={styles.badge} data-lock={lock}>
      <Icon size={14} aria-hidden />
      {copy.locks[lock]}
    </span>
  );
}

/** How the lock of a journal is. */
export function lockOf({
  lock_type_id: type,
  is_unlocked: isOpen,
}: {
  lock_type_id: number;
  is_unlocked: boolean;
}) {
  if (type <= 1) return "none";
  return isOpen ? "open" : "closed";
}
