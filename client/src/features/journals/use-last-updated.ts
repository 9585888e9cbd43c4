import type { Journal } from "@daybook/domain/contract/journals";
import { relativeDay } from "../../shared/dates.ts";
import { useServices } from "../../shared/services.ts";
import { useDateFormat } from "../../shared/use-date-format.ts";

/**
 * When a journal was last updated, such as `yesterday`; `null` when it never had an entry. A component that calls this hook must be a MobX
 * `observer`, because the store changes the journal.
 */
export function useLastUpdated({ last_update: instant }: Journal): string | null {
  const dateFormat = useDateFormat();
  const { clock } = useServices();
  return instant === null ? null : relativeDay(instant, clock.now(), dateFormat);
}
