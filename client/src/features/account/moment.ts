import type { DateFormat } from "@daybook/domain/contract/settings-values";
import { dayOfInstant, formatLocalDate } from "../../shared/dates.ts";

/** An instant on this device's clock: the day in the user's date format, and the time. */
export function momentOf(instant: string, format: DateFormat): string {
  const time = new Date(instant).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return `${formatLocalDate(dayOfInstant(instant), format)}, ${time}`;
}
