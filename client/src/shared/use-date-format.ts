import type { DateFormat } from "@daybook/domain/contract/settings-values";
import { useAtom } from "./atom.ts";
import { defaultDateFormat } from "./dates.ts";
import { useServices } from "./services.ts";

/** The date format of the signed-in user. */
export function useDateFormat(): DateFormat {
  const { settings } = useServices();
  return useAtom(settings.current)?.date_format ?? defaultDateFormat;
}
