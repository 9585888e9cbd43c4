import { describe, it } from "vitest";
import { specify } from "../kernel/given-when-then.ts";
import { entryDecider } from "./decider.ts";
import { entrySamples } from "./samples.ts";

const given = specify(entryDecider);
const { EntryCreated, EntryTrashed, EntryPublished, EntryUnpublished } = entrySamples;

describe("a public link", () => {
  const publish = { type: "PublishEntry", data: EntryPublished.data } as const;
  const unpublish = { type: "UnpublishEntry", data: EntryUnpublished.data } as const;

  it("stays the same until it is removed", () => {
    given(EntryCreated).when(publish).then(EntryPublished);
    given(EntryCreated, EntryPublished).when(publish).thenNothing();
    given(EntryCreated, EntryPublished).when(unpublish).then(EntryUnpublished);
    given(EntryCreated, EntryPublished, EntryUnpublished).when(publish).then(EntryPublished);
    given(EntryCreated).when(unpublish).thenNothing();
  });

  it("can be removed but not created in the trash", () => {
    given(EntryCreated, EntryTrashed).when(publish).thenRejected("entry_trashed");
    given(EntryCreated, EntryPublished, EntryTrashed).when(unpublish).then(EntryUnpublished);
  });
});
