import type { Journal } from "@daybook/domain/contract/journals";
import { relativeDay } from "../../shared/dates.ts";
import { useServices } from "../../shared/services.ts";
import { useDateFormat } from "../../shared/use-date-format.ts";

/** When a journal was last written in, in words; null when it never was. Only for observers. */
export function useWritten({ last_update: instant }: Journal): string | null {
  const dateFormat = useDateFormat();
  const { clock } = useServices();
  return instant === null ? null : relativeDay(instant, clock.now(), dateFormat);
}
