import { domainEvents } from "@daybook/domain/events";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { projections } from "./registry.ts";
import { createMemoryTables, sampleLog } from "./testing/memory-tables.ts";

test("the samples include every event type", () => {
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
        const twice = createMemoryTables(projection);
        for (const event of sampleLog.slice(0, index)) twice.apply(event);
        twice.apply(sampleLog[index]!);
        twice.apply(sampleLog[index]!);
        expect(twice.rows()).toEqual(appliedOnce.rows());
      },
    );

    test("the size of batches makes no difference", () => {
      const singly = createMemoryTables(projection);
      const states = sampleLog.map((event) => {
        singly.apply(event);
        return singly.rows();
      });
      fc.assert(
        fc.property(fc.uniqueArray(fc.nat(sampleLog.length - 1)), (cuts) => {
          const batched = createMemoryTables(projection);
          const ends = [...cuts.toSorted((a, b) => a - b), sampleLog.length - 1];
          let from = 0;
          for (const endEvent of ends) {
            batched.apply(...sampleLog.slice(from, endEvent + 1));
            from = endEvent + 1;
            expect(batched.rows()).toEqual(states[endEvent]);
          }
        }),
        { numRuns: 50 },
      );
    });
  },
);
