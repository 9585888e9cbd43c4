import fc from "fast-check";
import { expect, test } from "vitest";
import type { AutosaveEvent } from "./autosave-state.ts";
import { SimulatedDevice } from "./testing/simulated-device.ts";
import { SimulatedServer } from "./testing/simulated-server.ts";

const outcomes = fc.constantFrom<Parameters<SimulatedDevice["answer"]>[0]>(
  "arrive",
  "lose",
  "applyAndLose",
  "refuse",
);
const events: AutosaveEvent[] = [
  { type: "save.now" },
  { type: "save.now" },
  { type: "online" },
  { type: "page.hidden" },
  { type: "logged.in" },
  { type: "mine.kept" },
  { type: "choice.made", choice: "theirs" },
  { type: "choice.made", choice: "both" },
];
type Step =
  | { do: "type"; pause: number }
  | { do: "wait"; ms: number }
  | { do: "answer"; how: Parameters<SimulatedDevice["answer"]>[0] }
  | { do: "elsewhere" }
  | { do: "event"; event: AutosaveEvent }
  | { do: "crash"; requestsArrive: boolean };
const withWeight = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });
const stepArbitrary = fc.oneof(
  withWeight(
    4,
    fc.constantFrom(0, 0, 1_000).map((pause) => ({ do: "type", pause })),
  ),
  withWeight(
    1,
    fc.constantFrom(100, 10_000, 61_000).map((ms) => ({ do: "wait", ms })),
  ),
  withWeight(
    5,
    outcomes.map((outcome) => ({ do: "answer", how: outcome })),
  ),
  withWeight(1, fc.constant({ do: "elsewhere" })),
  withWeight(
    3,
    fc.constantFrom(...events).map((event) => ({ do: "event", event })),
  ),
  withWeight(
    1,
    fc.boolean().map((requestsArrive) => ({ do: "crash", requestsArrive })),
  ),
);

/** The last typed text is acknowledged by the server or stored on the device. "Clean" means that the server acknowledged it. */
function nothingIsLost(device: SimulatedDevice): void {
  const { value, context } = device.snapshot();
  expect(context.writing.body).toBe(device.typedBody);
  if (value === "clean") {
    expect(device.typedBody === "" || device.server.has(device.typedBody)).toBe(true);
    if (context.saved) expect(context.saved.writing.body).toBe(device.typedBody);
  } else expect(device.draft?.writing.body).toBe(device.typedBody);
}

test("in every sequence, the last typed text is acknowledged or in the draft, and one page becomes one entry", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 5, maxLength: 80 }), async (steps) => {
      const server = new SimulatedServer();
      const device = new SimulatedDevice(server);
      let maxCopies = 0;
      let textNumber = 0;
      let hasOneWriter = true;
      for (const step of steps) {
        if (step.do === "type") {
          device.send({ type: "writing.changed", change: { body: `<p>${(textNumber += 1)}</p>` } });
          device.wait(step.pause);
        } else if (step.do === "wait") device.wait(step.ms);
        else if (step.do === "answer") await device.answer(step.how);
        else if (step.do === "crash") device.crash(step.requestsArrive);
        else if (step.do === "event") {
          if (step.event.type === "choice.made" && step.event.choice === "both") maxCopies += 1;
          device.send(step.event);
        } else {
          const [id] = server.entries.keys();
          if (id !== undefined) hasOneWriter = false;
          if (id !== undefined) server.write(id, `<p>elsewhere ${(textNumber += 1)}</p>`);
        }
        nothingIsLost(device);
        if (hasOneWriter) expect(device.snapshot().matches("conflict")).toBe(false);
        expect(server.entries.size).toBeLessThanOrEqual(1 + maxCopies);
      }

      // The connection works again: everything gets saved, and page and server agree.
      for (let round = 0; round < 12 && device.snapshot().value !== "clean"; round += 1) {
        device.send({ type: "mine.kept" });
        device.send({ type: "save.now" });
        device.send({ type: "logged.in" });
        while (device.pendingRequests.length > 0) await device.answer("arrive");
      }
      expect(device.snapshot().value).toBe("clean");
      nothingIsLost(device);
      expect(device.draft).toBeNull();
    }),
    { numRuns: process.env["DAYBOOK_TEST_MATRIX"] === "full" ? 200 : 60 },
  );
});
