import { expect } from "vitest";
import type { ErrorCode } from "../contract/errors.ts";
import { type Decider, fold } from "./decider.ts";
import { isRejection } from "./rejection.ts";

/**
 * Specification by example for a decider:
 * `given(events).when(command).then(events)` or `.thenRejected(code)`; `.thenState(…)` folds what was decided.
 */
export function specify<C, E extends { type: string; data: unknown }, S>(decider: Decider<C, E, S>) {
  return (...history: readonly E[]) => ({
    when: (command: C) => {
      const before = fold(decider, history);
      const outcome = decider.decide(command, before);
      return {
        then: (...expected: readonly E[]): void => {
          expect(outcome).toEqual(expected);
        },
        thenNothing: (): void => {
          expect(outcome).toEqual([]);
        },
        thenRejected: (code: ErrorCode): void => {
          expect(isRejection(outcome) ? outcome.code : outcome).toBe(code);
        },
        thenState: (check: (state: S) => void): void => {
          if (isRejection(outcome)) throw new Error(`rejected: ${outcome.code}`);
          check(fold(decider, outcome, before));
        },
      };
    },
  });
}
