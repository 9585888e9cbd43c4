import type { Tier } from "@daybook/domain/account/tier";

/** What each tier has. A feature is listed with the first tier that has it. */
export const tierText = {
  caption: "What the plans have",
  feature: "Feature",
  free: "Free",
  included: "Included",
  notIncluded: "Not included",
  features: [
    ["Unlimited entries, with every version of them", "free"],
    ["Photos, tags, calendar and search", "free"],
    ["Locks with a password", "free"],
    ["Reminders in the morning, at noon and in the evening", "free"],
    ["More than one journal", "pro"],
    ["More space for photos", "pro"],
    ["Encrypted journals that open only with your password", "pro"],
    ["All eight themes", "pro"],
    ["All covers, papers, pads and fonts", "pro"],
    ["Search filters by type and journal", "pro"],
    ["Reminders at an exact time", "pro"],
    ["A plan for life", "plus"],
  ] satisfies [string, Tier][],
  note: "When a plan ends, everything that you wrote stays. To log in again, you renew the plan or switch to the free one.",
} as const;
