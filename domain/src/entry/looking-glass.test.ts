import { describe, it } from "vitest";
import { specify } from "../kernel/given-when-then.ts";
import { entryDecider } from "./decider.ts";
import { entrySamples as samples } from "./samples.ts";

const given = specify(entryDecider);
const { EntryCreated, EntryRevised, EntryTrashed, EntryErased, EntryExcludedFromLookingGlass } = samples;

describe("excluding entries from Looking Glass", () => {
  const exclude = { type: "ExcludeFromLookingGlass", data: EntryExcludedFromLookingGlass.data } as const;

  it("an entry is excluded from Looking Glass once, also in the trash; a missing or erased entry is not found", () => {
    given(EntryCreated).when(exclude).then(EntryExcludedFromLookingGlass);
    given(EntryCreated, EntryTrashed).when(exclude).then(EntryExcludedFromLookingGlass);
    given(EntryCreated, EntryExcludedFromLookingGlass).when(exclude).thenNothing();
    given(EntryCreated, EntryErased).when(exclude).thenRejected("not_found");
    given().when(exclude).thenRejected("not_found");
  });

  it("an entry does not get a new revision when it is excluded from Looking Glass", () => {
    given(EntryCreated, EntryExcludedFromLookingGlass)
      .when({ type: "ReviseEntry", data: EntryRevised.data, base: 1 })
      .then(EntryRevised);
  });
});
