import type { EventOf } from "../kernel/define-events.ts";
import { sampleIds, sampleSealed, sampleTime } from "../kernel/sample-values.ts";
import type { tagEvents } from "./events.ts";

type Samples = {
  [K in keyof typeof tagEvents]: Extract<EventOf<typeof tagEvents>, { type: K }>;
};

const tagId = sampleIds.tag;

/** A sample event of each type. Together they are not one possible history. */
export const tagSamples: Samples = {
  TagCreated: {
    type: "TagCreated",
    data: {
      tagId,
      name: sampleSealed("tag-1"),
      ordinal: 1,
      accountId: sampleIds.account,
      createdAt: sampleTime(19),
      at: sampleTime(19),
    },
  },
  TagRenamed: {
    type: "TagRenamed",
    data: { tagId, name: sampleSealed("tag-2"), ordinal: 2, at: sampleTime(30) },
  },
  TagMerged: { type: "TagMerged", data: { tagId, intoTagId: tagId + 1, at: sampleTime(31) } },
  TagErased: { type: "TagErased", data: { tagId, at: sampleTime(32) } },
};
