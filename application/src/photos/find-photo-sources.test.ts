import { expect, test } from "vitest";
import type { Application } from "../application.ts";
import type { Actor } from "../context.ts";
import { findPhotoSources } from "./find-photo-sources.ts";

test("a photo that was just removed from an entry is not copied back from the same entry", async () => {
  const app = {
    photos: { refsOf: async () => [{ photoId: 7, entryId: 1 }] },
    commands: { load: () => Promise.reject(new Error("the entry itself is no source")) },
  } as unknown as Application;
  const actor = { userId: 3 } as Actor;
  const target = { entryId: 1, state: { photos: [] } };
  expect(await findPhotoSources(app, actor, '<p><img data-photo-id="7"></p>', target)).toEqual([]);
});
