import { useMachine } from "@xstate/react";
import { useServices } from "../../shared/services.ts";
import { countdownMachine } from "./countdown.machine.ts";

/**
 * The time until `endsAt` in milliseconds; 0 from `endsAt` on. A change of `endsAt` is ignored: give the component a `key` that
 * changes with `endsAt`.
 *
 * @param endsAt ISO-8601
 */
export function useCountdown(endsAt: string): number {
  const { clock } = useServices();
  const [state] = useMachine(countdownMachine, {
    input: { endsAt: Date.parse(endsAt), now: () => clock.now() },
  });
  return state.context.leftMs;
}
