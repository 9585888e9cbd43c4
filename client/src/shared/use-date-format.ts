import type { DateFormat } from "@daybook/domain/contract/settings-values";
import { defaultDateFormat } from "./dates.ts";
import { useServices } from "./services.ts";

/** How the signed-in person wants dates written; only for observers, which follow a change of it. */
export function useDateFormat(): DateFormat {
  const { settings } = useServices();
  return settings.settings?.date_format ?? defaultDateFormat;
}
