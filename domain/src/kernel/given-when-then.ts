import { expect } from "vitest";
import type { ErrorCode } from "../contract/errors.ts";
import { type Decider, fold } from "./decider.ts";
import { isRejection } from "./rejection.ts";

/**
 * Tests a decider by example: `given(events).when(command).then(events)` or `.thenRejected(code)`.
 * `.thenState(…)` checks the state after the decided events.
 */
export function specify<C, E extends { type: string; data: unknown }, S>(decider: Decider<C, E, S>) {
  return (...history: readonly E[]) => ({
    when: (command: C) => {
      const stateBefore = fold(decider, history);
      const decision = decider.decide(command, stateBefore);
      return {
        then: (...expectedEvents: readonly E[]): void => {
          expect(decision).toEqual(expectedEvents);
        },
        thenNothing: (): void => {
          expect(decision).toEqual([]);
        },
        thenRejected: (code: ErrorCode): void => {
          expect(isRejection(decision) ? decision.code : decision).toBe(code);
        },
        thenState: (check: (state: S) => void): void => {
          if (isRejection(decision)) throw new Error(`rejected: ${decision.code}`);
          check(fold(decider, decision, stateBefore));
        },
      };
    },
  });
}
