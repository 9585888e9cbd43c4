import { describe, expect, it } from "vitest";
import { specify } from "../kernel/given-when-then.ts";
import { tagDecider } from "./decider.ts";
import { tagSamples as samples } from "./samples.ts";

const given = specify(tagDecider);
const { TagCreated, TagRenamed, TagMerged, TagErased } = samples;
const nameTag = (ordinal: number, accountId = TagCreated.data.accountId) =>
  ({
    type: "NameTag",
    data: { ...TagCreated.data, ...TagRenamed.data, accountId, ordinal },
  }) as const;

describe("tags", () => {
  it("a tag is created with its first name", () => {
    given().when({ type: "NameTag", data: TagCreated.data }).then(TagCreated);
  });

  it("a tag accepts a newer name, and ignores the same or an older one", () => {
    given(TagCreated).when(nameTag(2)).then(TagRenamed);
    given(TagCreated, TagRenamed).when(nameTag(2)).thenNothing();
    given(TagCreated, TagRenamed).when(nameTag(1)).thenNothing();
  });

  it("a tag refuses a name from another account", () => {
    given(TagCreated).when(nameTag(2, 999)).thenRejected("id_taken");
  });

  it("a tag is merged or erased once, and does not exist afterwards", () => {
    given(TagCreated).when({ type: "MergeTag", data: TagMerged.data }).then(TagMerged);
    given(TagCreated).when({ type: "EraseTag", data: TagErased.data }).then(TagErased);
    for (const end of [TagMerged, TagErased]) {
      given(TagCreated, end).when({ type: "MergeTag", data: TagMerged.data }).thenNothing();
      given(TagCreated, end).when({ type: "EraseTag", data: TagErased.data }).thenNothing();
      given(TagCreated, end).when(nameTag(3)).thenRejected("not_found");
    }
    given().when({ type: "EraseTag", data: TagErased.data }).thenNothing();
  });

  it("a merged tag remembers the tag that it was merged into", () => {
    given(TagCreated)
      .when({ type: "MergeTag", data: TagMerged.data })
      .thenState(({ mergedInto }) => expect(mergedInto).toBe(TagMerged.data.intoTagId));
  });
});
