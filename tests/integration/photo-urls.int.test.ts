import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { createFolderBlobs } from "@daybook/platform/blobs/folder";
import { createCommandHandler } from "@daybook/platform/commands/handle-command";
import { createPhotoStore } from "@daybook/platform/photos/photo-store";
import { sweepPhotos } from "@daybook/platform/photos/sweep-photos";
import { sampleImages } from "@daybook/platform/testing/sample-images";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import {
  listBlobNames,
  fetchPhotoStatus,
  uploadPhoto,
  waitUntilPhotosRemoved,
  writeEntry,
} from "./photo-steps.ts";

let daybook: TestDaybook;
let owner: RemoteDaybook;

beforeAll(async () => {
  daybook = await startTestDaybook();
  owner = await daybook.newPerson();
});
afterAll(() => daybook?.stop());

describe("photo URLs", () => {
  it("the URL of a photo does not work if it is changed, expired or made for another photo", async () => {
    const params = await writeEntry(owner);
    const startedAt = Date.now() / 1_000;
    const [firstPhoto, secondPhoto] = [
      await uploadPhoto(owner, params, await sampleImages.png()),
      await uploadPhoto(owner, params, await sampleImages.jpeg()),
    ];
    const url = new URL(firstPhoto.url);
    const expiresAt = Number(url.searchParams.get("e"));
    expect(expiresAt - startedAt).toBeGreaterThanOrEqual(2_700);
    expect(expiresAt - Date.now() / 1_000).toBeLessThanOrEqual(3_600);
    const changedUrl = (change: (copy: URL) => void): string => {
      const copy = new URL(url);
      change(copy);
      return copy.href;
    };
    const wrongUrls = [
      changedUrl((copy) => copy.searchParams.set("e", String(expiresAt + 900))),
      changedUrl((copy) => copy.searchParams.set("e", "9".repeat(40))),
      changedUrl((copy) => copy.searchParams.delete("e")),
      changedUrl((copy) => copy.searchParams.delete("s")),
      changedUrl((copy) => copy.searchParams.set("s", `${url.searchParams.get("s")}A`)),
      changedUrl((copy) => copy.searchParams.set("v", "thumbnail")),
      changedUrl((copy) => copy.searchParams.set("v", "")),
      changedUrl((copy) => (copy.pathname = new URL(secondPhoto.url).pathname)),
    ];
    for (const wrongUrl of wrongUrls)
      expect([wrongUrl, await fetchPhotoStatus(wrongUrl)]).toEqual([wrongUrl, 404]);

    const clockSpy = vi.spyOn(daybook.platform.clock, "now").mockReturnValue(expiresAt * 1_000 - 1);
    expect(await fetchPhotoStatus(firstPhoto.url)).toBe(200);
    clockSpy.mockReturnValue(expiresAt * 1_000);
    expect(await fetchPhotoStatus(firstPhoto.url)).toBe(404);
    clockSpy.mockRestore();
  });

  it("the URL of a photo stops working when the photo, the entry or its journal is deleted", async () => {
    const person = await daybook.newPerson();
    const params = await writeEntry(person);
    const [firstPhoto, secondPhoto] = [
      await uploadPhoto(person, params, await sampleImages.png()),
      await uploadPhoto(person, params, await sampleImages.jpeg()),
    ];
    const photoId = String(firstPhoto.id);
    const removedAnswer = await person.call("deletePhoto", { params: { ...params, photoId } });
    expect([
      removedAnswer.status,
      await fetchPhotoStatus(firstPhoto.url),
      await fetchPhotoStatus(firstPhoto.thumbnail_url),
    ]).toEqual([204, 404, 404]);
    expect((await person.call("deletePhoto", { params: { ...params, photoId } })).status).toBe(404);
    expect(await fetchPhotoStatus(secondPhoto.url)).toBe(200);

    await person.call("deleteJournal", { params });
    expect(await fetchPhotoStatus(secondPhoto.url)).toBe(404);
    await person.call("updateJournal", { params, body: { restore: true } });
    expect(await fetchPhotoStatus(secondPhoto.url)).toBe(200);

    const body = { entry_ids: [Number(params.entryId)], permanent: true };
    await person.call("deleteEntries", { params, body });
    expect(await fetchPhotoStatus(secondPhoto.url)).toBe(404);
    await waitUntilPhotosRemoved(daybook, params.entryId);
  });
});

describe("photo files", () => {
  it("photo files without a photo in the log are swept after a day; files of logged photos stay", async () => {
    const { platform } = daybook;
    const params = await writeEntry(owner);
    const photo = await uploadPhoto(owner, params, await sampleImages.png());
    const pool = platform.pools.durable;
    const blobs = createFolderBlobs(platform.dataFolder.photos);
    const photos = createPhotoStore({ pool, blobs, clock: platform.clock });
    const orphan = { photoId: 1_234, entryId: Number(params.entryId) };
    await photos.claim({
      ...orphan,
      userId: owner.session?.user.id ?? 0,
      bytes: 1,
      sourceTag: "x",
      quota: 10 ** 9,
    });
    await blobs.put(`${params.entryId}-${orphan.photoId}.original`, Buffer.from("cut off"));
    expect(await listBlobNames(daybook, params.entryId)).toHaveLength(3);
    const commands = createCommandHandler({ store: platform.store });
    const now = platform.clock.now() + 25 * 3_600_000;
    await sweepPhotos({ pool, blobs, photos, commands, now });
    expect(await listBlobNames(daybook, params.entryId)).toHaveLength(2);
    expect(await fetchPhotoStatus(photo.url)).toBe(200);
  });
});
