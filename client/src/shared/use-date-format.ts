import type { DateFormat } from "@daybook/domain/contract/settings-values";
import { defaultDateFormat } from "./dates.ts";
import { useServices } from "./services.ts";

/** The date format of the signed-in user. Use it in observers only, so that they update when it changes. */
export function useDateFormat(): DateFormat {
  const { settings } = useServices();
  return settings.settings?.date_format ?? defaultDateFormat;
}
