import type { Journal } from "@daybook/domain/contract/journals";
import { relativeDay } from "../../shared/dates.ts";
import { useServices } from "../../shared/services.ts";
import { useDateFormat } from "../../shared/use-date-format.ts";

/** The relative date of a journal's last update; null when it has no entries. Use it in observers only. */
export function useLastUpdated({ last_update: instant }: Journal): string | null {
  const dateFormat = useDateFormat();
  const { clock } = useServices();
  return instant === null ? null : relativeDay(instant, clock.now(), dateFormat);
}
