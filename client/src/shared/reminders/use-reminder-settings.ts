import { useSelector } from "@xstate/react";
import { useAtom } from "../atom.ts";
import { useServices } from "../services.ts";
import { tierOf } from "../tier-of.ts";
import { useDateFormat } from "../use-date-format.ts";
import type { ReminderSettings } from "./upcoming-times.ts";

/** The settings of the logged-in user that reminders depend on; null until they are loaded. */
export function useReminderSettings(): ReminderSettings | null {
  const { settings, sessionActor } = useServices();
  const zone = useAtom(settings.current)?.timezone;
  const dateFormat = useDateFormat();
  const isPaid = useSelector(
    sessionActor,
    ({ context: { session } }) => session !== null && tierOf(session.user) !== "free",
  );
  return zone === undefined ? null : { zone, isPaid, dateFormat };
}
