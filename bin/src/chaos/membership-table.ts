import { formatTwoColumns } from "./chaos-table.ts";
import type { MembershipChaosReport } from "./run-membership-chaos.ts";

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

/** Formats the report of a run as a table. */
export function formatMembershipReport(report: MembershipChaosReport): string {
  const { events, interrupted } = report;
  const count = (type: Parameters<typeof events.get>[0]): string => String(events.get(type) ?? 0);
  return formatTwoColumns([
    ["Days", String(report.days)],
    ["Purchases", count("MembershipBought")],
    ["Renewals by a person", count("MembershipRenewed")],
    ["Changes to PRO plus", count("MembershipConverted")],
    ["Automatic renewals", count("MembershipAutoRenewed")],
    ["Declined automatic renewals", count("RenewalPaymentFailed")],
    ["Ends of memberships", count("MembershipExpired")],
    ["Downgrades", count("MembershipDowngraded")],
    ["Refunds", count("MembershipRefunded")],
    ["Charged", dollars(report.charged)],
    ["Paid back", dollars(report.paidBack)],
    ["Lost replies", String(report.lostReplies)],
    ["Purchases never charged because of a kill", String(report.notCharged)],
    ["Interrupted by a kill: purchases", String(interrupted.purchases.size)],
    ["  automatic renewals", String(interrupted.renewals.size)],
    ["  downgrades", String(interrupted.downgrades.size)],
    ["  refunds", String(interrupted.refunds.size)],
  ]);
}
