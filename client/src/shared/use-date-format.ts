import type { DateFormat } from "@daybook/domain/contract/settings-values";
import { useAtom } from "./atom.ts";
import { useServices } from "./services.ts";

/**
 * The date format of a person who has not chosen one: day and month in the order of the language, by default the browser's. No offered
 * format has the year first. So a language that writes the year first gets a format with the month in words.
 */
export function browserDateFormat(language?: string): DateFormat {
  const order = new Intl.DateTimeFormat(language)
    .formatToParts()
    .flatMap(({ type }) => (type === "year" || type === "month" || type === "day" ? [type] : []));
  if (order[0] === "year") return "D MMMM YYYY";
  return order[0] === "month" ? "ddd. M/D/YYYY" : "ddd. D/M/YYYY";
}

/** The date format of the logged-in user, or that of the browser. */
export function useDateFormat(): DateFormat {
  const { settings } = useServices();
  return useAtom(settings.current)?.date_format ?? browserDateFormat();
}
