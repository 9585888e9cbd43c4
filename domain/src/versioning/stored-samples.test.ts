import { describe, expect, it } from "vitest";
import { domainEvents } from "../events.ts";
import { domainSamples } from "../samples.ts";
import storedSamples from "./stored-samples.json" with { type: "json" };
import { checkEvent, currentVersion, UnreadableEvent, upcast } from "./upcast.ts";

/** `stored-samples.json` is append-only, because stored events must always load. */
describe("stored samples", () => {
  it.each(storedSamples)("the stored sample of $type, version $version, still loads", (storedEvent) => {
    const event = upcast(storedEvent);
    expect(event.type).toBe(storedEvent.type);
    checkEvent(event);
  });

  it.each(Object.entries(domainEvents))(
    "the stored samples include every version of %s",
    (type, { version }) => {
      const versions = storedSamples.filter((sample) => sample.type === type).map((sample) => sample.version);
      expect(versions.sort((a, b) => a - b)).toEqual(
        Array.from({ length: version }, (_, index) => index + 1),
      );
    },
  );

  it.each(Object.values(domainSamples))("the current sample of $type matches its schema", (event) => {
    checkEvent(event);
    expect(currentVersion(event.type)).toBeGreaterThanOrEqual(1);
  });
});

describe("unreadable events", () => {
  it("an event of an unknown type or version is refused, and the error does not contain its data", () => {
    const unknownEvent = { type: "DiaryBurnt", version: 1, data: { secret: "marker" } };
    expect(() => upcast(unknownEvent)).toThrow(UnreadableEvent);
    expect(() => upcast(unknownEvent)).not.toThrow(/marker/);
    expect(() => upcast({ type: "EntryErased", version: 99, data: {} })).toThrow(UnreadableEvent);
    expect(() => upcast({ type: "toString", version: 1, data: {} })).toThrow(UnreadableEvent);
  });
});

describe("the check before writing", () => {
  it("the check before writing names the malformed field, never the value", () => {
    const brokenEvent = { ...domainSamples.EntryTrashed, data: { entryId: -1, at: "marker" } };
    expect(() => checkEvent(brokenEvent)).toThrow(/^EntryTrashed is malformed at entryId$/);
  });
});
