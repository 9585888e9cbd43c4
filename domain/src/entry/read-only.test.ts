import { describe, expect, it } from "vitest";
import { fold } from "../kernel/decider.ts";
import { specify } from "../kernel/given-when-then.ts";
import { entryDecider } from "./decider.ts";
import { entrySamples as samples } from "./samples.ts";

const given = specify(entryDecider);
const { EntryCreated, EntryRevised, EntryRedated, EntryMadeReadOnly, EntryMadeWritable } = samples;
const makeReadOnly = { type: "MakeReadOnly", data: EntryMadeReadOnly.data } as const;
const makeWritable = { type: "MakeWritable", data: EntryMadeWritable.data } as const;
const readOnlyEntry = given(EntryCreated, EntryRevised, EntryMadeReadOnly);

it("an entry is made read-only with the settings of its journal, and writable again; a repeat changes nothing", () => {
  given(EntryCreated).when(makeReadOnly).then(EntryMadeReadOnly);
  readOnlyEntry.when(makeReadOnly).thenNothing();
  readOnlyEntry.when(makeWritable).then(EntryMadeWritable);
  given(EntryCreated).when(makeWritable).thenNothing();
  given().when(makeReadOnly).thenRejected("not_found");
  const { originalSettings } = fold(entryDecider, [EntryCreated, EntryMadeReadOnly]);
  expect(originalSettings).toEqual(EntryMadeReadOnly.data.settings);
});

describe("a read-only entry", () => {
  it("refuses a change of its text, date, photos, themes or prompt", () => {
    const text = { ...EntryRevised.data, contentTag: "another", versionId: EntryRevised.data.versionId + 9 };
    readOnlyEntry.when({ type: "ReviseEntry", data: text, base: undefined }).thenRejected("forbidden");
    readOnlyEntry
      .when({ type: "RestoreVersion", data: samples.EntryVersionRestored.data })
      .thenRejected("forbidden");
    readOnlyEntry.when({ type: "RedateEntry", data: EntryRedated.data }).thenRejected("forbidden");
    readOnlyEntry.when({ type: "AddPhoto", data: samples.PhotoAdded.data }).thenRejected("forbidden");
    given(EntryCreated, samples.PhotoAdded, EntryMadeReadOnly)
      .when({ type: "RemovePhoto", data: samples.PhotoRemoved.data })
      .thenRejected("forbidden");
    readOnlyEntry.when({ type: "ThemeEntry", data: samples.EntryThemed.data }).thenRejected("forbidden");
    readOnlyEntry.when({ type: "PromptEntry", data: samples.EntryPrompted.data }).thenRejected("forbidden");
  });

  it("accepts a save that changes nothing", () => {
    readOnlyEntry.when({ type: "ReviseEntry", data: EntryRevised.data, base: undefined }).thenNothing();
  });

  it("can be starred, tagged, published, trashed, locked and erased", () => {
    const { EntryStarred, EntryTagged, EntryPublished, EntryTrashed, EntryLocked, EntryErased } = samples;
    readOnlyEntry.when({ type: "StarEntry", data: EntryStarred.data, starred: true }).then(EntryStarred);
    readOnlyEntry.when({ type: "TagEntry", data: EntryTagged.data, tagged: true }).then(EntryTagged);
    readOnlyEntry.when({ type: "PublishEntry", data: EntryPublished.data }).then(EntryPublished);
    readOnlyEntry.when({ type: "TrashEntry", data: EntryTrashed.data }).then(EntryTrashed);
    readOnlyEntry.when({ type: "LockEntry", data: EntryLocked.data }).then(EntryLocked);
    readOnlyEntry.when({ type: "EraseEntry", data: EntryErased.data }).then(EntryErased);
  });

  it("accepts changes again when it is made writable", () => {
    given(EntryCreated, EntryMadeReadOnly, EntryMadeWritable)
      .when({ type: "RedateEntry", data: EntryRedated.data })
      .then(EntryRedated);
  });
});
