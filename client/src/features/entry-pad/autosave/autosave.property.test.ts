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
/** An event that is listed twice is chosen twice as often. */
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
  | { do: "type"; pauseMs: number }
  | { do: "wait"; ms: number }
  | { do: "answer"; outcome: Parameters<SimulatedDevice["answer"]>[0] }
  | { do: "write elsewhere" }
  | { do: "event"; event: AutosaveEvent }
  | { do: "crash"; requestsArrive: boolean };
const withWeight = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });
const stepArbitrary = fc.oneof(
  withWeight(
    4,
    fc.constantFrom(0, 0, 1_000).map((pauseMs) => ({ do: "type", pauseMs })),
  ),
  withWeight(
    1,
    fc.constantFrom(100, 10_000, 61_000).map((ms) => ({ do: "wait", ms })),
  ),
  withWeight(
    5,
    outcomes.map((outcome) => ({ do: "answer", outcome })),
  ),
  withWeight(1, fc.constant({ do: "write elsewhere" })),
  withWeight(
    3,
    fc.constantFrom(...events).map((event) => ({ do: "event", event })),
  ),
  withWeight(
    1,
    fc.boolean().map((requestsArrive) => ({ do: "crash", requestsArrive })),
  ),
);

/** Expects the text on the page to be on the server or in the draft; in the state "clean", on the server. */
function expectNothingLost(device: SimulatedDevice): void {
  const { value, context } = device.snapshot();
  expect(context.writing.body).toBe(device.shownBody);
  if (value === "clean") {
    expect(device.shownBody === "" || device.server.hasVersion(device.shownBody)).toBe(true);
    if (context.saved) expect(context.saved.writing.body).toBe(device.shownBody);
  } else expect(device.draft?.writing.body).toBe(device.shownBody);
}

test("the last typed text is always acknowledged or in the draft, and only a conflict can make a second entry", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 5, maxLength: 80 }), async (steps) => {
      const server = new SimulatedServer();
      const device = new SimulatedDevice(server);
      let maxExtraEntries = 0;
      let textNumber = 0;
      let hasOneWriter = true;
      for (const step of steps) {
        if (step.do === "type") {
          device.send({ type: "writing.changed", change: { body: `<p>${(textNumber += 1)}</p>` } });
          device.wait(step.pauseMs);
        } else if (step.do === "wait") device.wait(step.ms);
        else if (step.do === "answer") await device.answer(step.outcome);
        else if (step.do === "crash") device.crash(step.requestsArrive);
        else if (step.do === "event") {
          if (step.event.type === "choice.made" && step.event.choice === "both") maxExtraEntries += 1;
          device.send(step.event);
        } else {
          const [id] = server.entries.keys();
          if (id !== undefined) hasOneWriter = false;
          if (id !== undefined) server.write(id, `<p>elsewhere ${(textNumber += 1)}</p>`);
        }
        expectNothingLost(device);
        if (hasOneWriter) expect(device.snapshot().matches("conflict")).toBe(false);
        expect(server.entries.size).toBeLessThanOrEqual(1 + maxExtraEntries);
      }

      // The connection works again: everything gets saved, and page and server agree.
      for (let round = 0; round < 12 && device.snapshot().value !== "clean"; round += 1) {
        device.send({ type: "mine.kept" });
        device.send({ type: "save.now" });
        device.send({ type: "logged.in" });
        while (device.pendingRequests.length > 0) await device.answer("arrive");
      }
      expect(device.snapshot().value).toBe("clean");
      expectNothingLost(device);
      expect(device.draft).toBeNull();
    }),
    { numRuns: process.env["DAYBOOK_TEST_MATRIX"] === "full" ? 200 : 60 },
  );
});
