import { describe, expect, it } from "vitest";
import { fold } from "../kernel/decider.ts";
import { specify } from "../kernel/given-when-then.ts";
import { entryDecider } from "./decider.ts";
import { entrySamples as samples } from "./samples.ts";

const given = specify(entryDecider);
const { EntryCreated, EntryRevised, EntryRedated, EntryMadeReadOnly, EntryMadeWritable } = samples;
const make = { type: "MakeReadOnly", data: EntryMadeReadOnly.data } as const;
const back = { type: "MakeWritable", data: EntryMadeWritable.data } as const;
const handedOver = given(EntryCreated, EntryRevised, EntryMadeReadOnly);

describe("an entry that can be read and not changed", () => {
  it("is handed over once, with the look of its journal, and taken back once", () => {
    given(EntryCreated).when(make).then(EntryMadeReadOnly);
    handedOver.when(make).thenNothing();
    handedOver.when(back).then(EntryMadeWritable);
    given(EntryCreated).when(back).thenNothing();
    given().when(make).thenRejected("not_found");
    const { originalSettings } = fold(entryDecider, [EntryCreated, EntryMadeReadOnly]);
    expect(originalSettings).toEqual(EntryMadeReadOnly.data.settings);
  });

  it("refuses another text, date, picture or look", () => {
    const text = { ...EntryRevised.data, contentTag: "another", versionId: EntryRevised.data.versionId + 9 };
    handedOver.when({ type: "ReviseEntry", data: text, base: undefined }).thenRejected("forbidden");
    handedOver
      .when({ type: "RestoreVersion", data: samples.EntryVersionRestored.data })
      .thenRejected("forbidden");
    handedOver.when({ type: "RedateEntry", data: EntryRedated.data }).thenRejected("forbidden");
    handedOver.when({ type: "AddPhoto", data: samples.PhotoAdded.data }).thenRejected("forbidden");
    given(EntryCreated, samples.PhotoAdded, EntryMadeReadOnly)
      .when({ type: "RemovePhoto", data: samples.PhotoRemoved.data })
      .thenRejected("forbidden");
    handedOver.when({ type: "ThemeEntry", data: samples.EntryThemed.data }).thenRejected("forbidden");
  });

  it("keeps quiet about what it is already", () => {
    handedOver.when({ type: "ReviseEntry", data: EntryRevised.data, base: undefined }).thenNothing();
  });

  it("leaves to its reader the star, the tags, the link, the trash and the lock", () => {
    const { EntryStarred, EntryTagged, EntryPublished, EntryTrashed, EntryLocked, EntryErased } = samples;
    handedOver.when({ type: "StarEntry", data: EntryStarred.data, starred: true }).then(EntryStarred);
    handedOver.when({ type: "TagEntry", data: EntryTagged.data, tagged: true }).then(EntryTagged);
    handedOver.when({ type: "PublishEntry", data: EntryPublished.data }).then(EntryPublished);
    handedOver.when({ type: "TrashEntry", data: EntryTrashed.data }).then(EntryTrashed);
    handedOver.when({ type: "LockEntry", data: EntryLocked.data }).then(EntryLocked);
    handedOver.when({ type: "EraseEntry", data: EntryErased.data }).then(EntryErased);
  });

  it("can be written again once it was taken back", () => {
    given(EntryCreated, EntryMadeReadOnly, EntryMadeWritable)
      .when({ type: "RedateEntry", data: EntryRedated.data })
      .then(EntryRedated);
  });
});
