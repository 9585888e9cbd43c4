import { randomBytes } from "node:crypto";
import { reject } from "@daybook/domain/kernel/rejection";
import type { VaultTag } from "@daybook/platform/tags/tag-names";
import { DataKey } from "@daybook/platform/vault/data-key";
import { expect, it, vi } from "vitest";
import type { Application } from "../application.ts";
import type { Context } from "../context.ts";
import { addTag } from "./add-tag.ts";

it("does not delete the record of a merge that began after it found the tag", async () => {
  const foundTag = {
    tagId: 5,
    userId: 1,
    name: "sealed",
    ordinal: 1,
    mergeInto: null,
  } as unknown as VaultTag;
  const [release, remove] = [vi.fn<() => Promise<void>>(), vi.fn<() => Promise<void>>()];
  const app = {
    vault: { openKey: async () => new DataKey(randomBytes(32)) },
    keyedHash: () => "hash",
    commands: { execute: async () => reject("not_found", "There is no such tag.") },
    tagNames: {
      findUnfinished: async () => [],
      claim: async () => foundTag,
      find: async () => ({ ...foundTag, name: null, mergeInto: 6 }),
      release,
      remove,
    },
  } as unknown as Application;
  const context = {
    actor: { userId: 1 },
    command: { ids: [9], commandId: "a", at: "2026-11-20T10:00:00.000Z" },
  } as unknown as Context;
  await addTag(app, context, { name: "sea", createdAt: undefined, entryIds: [] });
  expect(release).not.toHaveBeenCalled();
  expect(remove).not.toHaveBeenCalled();
});
