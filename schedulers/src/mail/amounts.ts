import { formatLocalDate } from "@daybook/domain/contract/format-local-date";

/** The day of an instant (UTC), in words. */
export const dayOf = (instant: string): string => formatLocalDate(instant.slice(0, 10), "MMMM D, YYYY");

/** An amount of US cents in dollars, such as "$19.99". */
export const dollarsOf = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
