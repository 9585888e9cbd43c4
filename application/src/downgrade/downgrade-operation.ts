import type { DataOf } from "@daybook/domain/kernel/define-events";
import type { AccountEvent } from "@daybook/domain/account/events";
import type { MembershipEvent } from "@daybook/domain/membership/events";
import type { Operation } from "@daybook/platform/processes/operations";

type Downgraded = DataOf<MembershipEvent, "MembershipDowngraded">;

/** What a downgrade does, fixed when the call arrives. Texts in it are sealed. */
export type DowngradePlan = {
  readonly kind: "downgrade";
  /** The journal into which any others are merged. `null` for a downgrade to PRO, or when no journal is open. */
  readonly targetJournalId: number | null;
  readonly sourceJournalIds: readonly number[];
  readonly origin: Pick<DataOf<AccountEvent, "SessionsRevoked">, "ip" | "userAgent">;
} & Pick<Downgraded, "from" | "to" | "refundedOrders" | "reason" | "comments">;

/** An operation that downgrades an account. Its items are the entries to move, oldest first. */
export type DowngradeOperation = Operation<DowngradePlan>;

/** True for an operation that downgrades an account. */
export const isDowngrade = (operation: Operation): operation is DowngradeOperation =>
  operation.kind === "downgrade";
