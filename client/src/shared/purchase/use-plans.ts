import { useEffect } from "react";
import { useServices } from "../services.ts";
import { useFetched } from "../use-fetched.ts";

/** The clocks of the browser and the server differ a little. Milliseconds. */
const marginMs = 1_000;
/**
 * The pause before the plans are loaded again when the browser's clock is ahead: the promotion has ended by this clock, but the server
 * still returns it. Milliseconds.
 */
const pauseMs = 30_000;
/** The longest time of a timer, in milliseconds. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Loads the plans for sale, and loads them again when their promotion ends, because prices change then.
 *
 * @param version a change of this value reloads the plans
 */
export function usePlans(version: unknown) {
  const { clock } = useServices();
  const fetched = useFetched("listPlans", {}, version);
  const { data, reload } = fetched;
  useEffect(() => {
    if (!data?.promotion) return;
    const leftMs = Date.parse(data.promotion.ends_at) - clock.now() + marginMs;
    if (leftMs > longestTimerMs) return;
    const timer = setTimeout(reload, leftMs > 0 ? leftMs : pauseMs);
    return () => clearTimeout(timer);
  }, [clock, data, reload]);
  return fetched;
}
