import { domainEvents } from "@daybook/domain/events";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { projections } from "./registry.ts";
import { createMemoryTables, sampleLog } from "./testing/memory-tables.ts";

test("the sample log includes every event type", () => {
  expect(sampleLog.map(({ type }) => type).toSorted()).toEqual(Object.keys(domainEvents).toSorted());
});

describe.each(projections.map((projection) => [projection.name, projection] as const))(
  "%s",
  (_, projection) => {
    test.each(sampleLog.map((event, index) => [event.type, index] as const))(
      "%s applied twice has the same result as once",
      (_type, index) => {
        const appliedOnce = createMemoryTables(projection);
        for (const event of sampleLog.slice(0, index + 1)) appliedOnce.apply(event);
        const appliedTwice = createMemoryTables(projection);
        for (const event of sampleLog.slice(0, index)) appliedTwice.apply(event);
        appliedTwice.apply(sampleLog[index]!);
        appliedTwice.apply(sampleLog[index]!);
        expect(appliedTwice.rows()).toEqual(appliedOnce.rows());
      },
    );

    test("the rows are the same for every size of batches", () => {
      const appliedSingly = createMemoryTables(projection);
      const states = sampleLog.map((event) => {
        appliedSingly.apply(event);
        return appliedSingly.rows();
      });
      fc.assert(
        fc.property(fc.uniqueArray(fc.nat(sampleLog.length - 1)), (batchEnds) => {
          const appliedInBatches = createMemoryTables(projection);
          const lastIndexes = [...batchEnds.toSorted((a, b) => a - b), sampleLog.length - 1];
          let from = 0;
          for (const lastIndex of lastIndexes) {
            appliedInBatches.apply(...sampleLog.slice(from, lastIndex + 1));
            from = lastIndex + 1;
            expect(appliedInBatches.rows()).toEqual(states[lastIndex]);
          }
        }),
        { numRuns: 50 },
      );
    });
  },
);
