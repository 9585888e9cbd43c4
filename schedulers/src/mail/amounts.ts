import { formatLocalDate } from "@daybook/domain/contract/format-local-date";

/** The UTC day of an instant, such as "November 22, 2027". */
export const dayOf = (instant: string): string => formatLocalDate(instant.slice(0, 10), "MMMM D, YYYY");

/** An amount of US cents in dollars, such as "$19.99". */
export const dollarsOf = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
