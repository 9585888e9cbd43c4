import type { Decider } from "../kernel/decider.ts";
import type { DataOf } from "../kernel/define-events.ts";
import { reject } from "../kernel/rejection.ts";
import type { TagEvent } from "./events.ts";

/** The state of a tag, without its name. */
export type Tag = {
  readonly status: "none" | "active" | "merged" | "erased";
  readonly accountId: number;
  /** How many names the tag has had. A rename without a higher number is late or repeated, and is ignored. */
  readonly ordinal: number;
  /** The tag that this one was merged into. */
  readonly mergedInto: number | null;
};

/** The commands of a tag. `NameTag` creates a tag or renames it. */
export type TagCommand =
  | { type: "NameTag"; data: DataOf<TagEvent, "TagCreated"> }
  | { type: "MergeTag"; data: DataOf<TagEvent, "TagMerged"> }
  | { type: "EraseTag"; data: DataOf<TagEvent, "TagErased"> };

/** The rules of a tag. The vault has already made sure that no other tag of the person has the name. */
export const tagDecider: Decider<TagCommand, TagEvent, Tag> = {
  initialState: { status: "none", accountId: 0, ordinal: 0, mergedInto: null },

  decide(command, tag) {
    const hasEnded = tag.status === "merged" || tag.status === "erased";
    switch (command.type) {
      case "NameTag": {
        const { tagId, name, ordinal, at } = command.data;
        if (tag.status === "none") return [{ type: "TagCreated", data: command.data }];
        if (hasEnded) return reject("not_found", "There is no such tag.");
        if (tag.accountId !== command.data.accountId) return reject("id_taken", "Please try again.");
        return ordinal > tag.ordinal ? [{ type: "TagRenamed", data: { tagId, name, ordinal, at } }] : [];
      }
      case "MergeTag":
        return tag.status === "active" ? [{ type: "TagMerged", data: command.data }] : [];
      case "EraseTag":
        return tag.status === "active" ? [{ type: "TagErased", data: command.data }] : [];
    }
  },

  evolve: {
    TagCreated: (_tag, { accountId, ordinal }) => ({
      status: "active",
      accountId,
      ordinal,
      mergedInto: null,
    }),
    TagRenamed: (tag, { ordinal }) => ({ ...tag, ordinal }),
    TagMerged: (tag, { intoTagId }) => ({ ...tag, status: "merged", mergedInto: intoTagId }),
    TagErased: (tag) => ({ ...tag, status: "erased", mergedInto: null }),
  },
};
