import { describe, it } from "vitest";
import { specify } from "../kernel/given-when-then.ts";
import { entryDecider } from "./decider.ts";
import { entrySamples } from "./samples.ts";

const given = specify(entryDecider);
const { EntryCreated, EntryRevised, EntryTagged, EntryTrashed, EntryUntagged } = entrySamples;

describe("tags of an entry", () => {
  const tag = (tagged: boolean) => ({ type: "TagEntry", data: EntryTagged.data, tagged }) as const;
  const otherId = EntryTagged.data.tagId + 1;
  const replace = (replacementId: number | null) =>
    ({ type: "ReplaceTag", data: EntryUntagged.data, replacementId }) as const;

  it("a tag is added to an entry once, and removed once", () => {
    given(EntryCreated).when(tag(true)).then(EntryTagged);
    given(EntryCreated, EntryTagged).when(tag(true)).thenNothing();
    given(EntryCreated, EntryTagged).when(tag(false)).then(EntryUntagged);
    given(EntryCreated).when(tag(false)).thenNothing();
  });

  it("an entry has at most 200 tags, and in the trash none is added or removed", () => {
    const tags = Array.from({ length: 200 }, (_, index) => ({
      ...EntryTagged,
      data: { ...EntryTagged.data, tagId: 1_000 + index },
    }));
    given(EntryCreated, ...tags)
      .when(tag(true))
      .thenRejected("invalid");
    given(EntryCreated, EntryTrashed).when(tag(true)).thenRejected("entry_trashed");
    given(EntryCreated, EntryTagged, EntryTrashed).when(tag(false)).thenRejected("entry_trashed");
  });

  it("a tag of an entry is replaced by another one, also in the trash, without duplicates", () => {
    const otherTagAdded = { ...EntryTagged, data: { ...EntryUntagged.data, tagId: otherId } };
    given(EntryCreated, EntryTagged, EntryTrashed).when(replace(otherId)).then(EntryUntagged, otherTagAdded);
    given(EntryCreated, EntryTagged, otherTagAdded).when(replace(otherId)).then(EntryUntagged);
    given(EntryCreated, EntryTagged).when(replace(null)).then(EntryUntagged);
    given(EntryCreated).when(replace(otherId)).thenNothing();
  });

  it("adding and removing tags does not change the entry's revision", () => {
    given(EntryCreated, EntryTagged, EntryUntagged)
      .when({ type: "ReviseEntry", data: EntryRevised.data, base: 1 })
      .then(EntryRevised);
  });
});
