import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { bounds } from "@daybook/domain/contract/bounds";
import { limits } from "@daybook/application/access/limits";
import { createRateLimits } from "@daybook/platform/rate-limits/rate-limits";
import {
  imageMarker,
  refusedFiles,
  pngWithClaimedSize,
  sampleImages,
} from "@daybook/platform/testing/sample-images";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEverythingStored } from "./everything-stored.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import {
  listBlobNames,
  photoIdsOf,
  writeEntry,
  readEntry,
  uploadRefusedPhoto,
  waitUntilPhotosRemoved,
  uploadPhoto,
} from "./photo-steps.ts";

let daybook: TestDaybook;
let owner: RemoteDaybook;

beforeAll(async () => {
  daybook = await startTestDaybook();
  owner = await daybook.newPerson();
});
afterAll(() => daybook?.stop());

describe("uploaded photos", () => {
  it.each([
    ["jpeg", "image/jpeg", 40, 60],
    ["png", "image/png", 60, 40],
    ["webp", "image/webp", 60, 40],
    ["gif", "image/gif", 60, 40],
    ["heic", "image/jpeg", 16, 24],
  ] as const)(
    "an uploaded %s is shown as %s to anyone with its URL, and has lost its EXIF data",
    async (kind, type, width, height) => {
      const params = await writeEntry(owner);
      const photo = await uploadPhoto(owner, params, await sampleImages[kind]());
      expect([photo.width, photo.height]).toEqual([width, height]);
      const fileNames = [photo.url, photo.thumbnail_url].map((url) =>
        new URL(url).pathname.split("/").at(-1),
      );
      const extension = type.replace("image/", "").replace("jpeg", "jpg");
      expect(fileNames).toEqual([`${photo.id}.${extension}`, `${photo.id}-thumbnail.webp`]);

      const fullResponse = await fetch(photo.url);
      const bytes = Buffer.from(await fullResponse.arrayBuffer());
      expect([fullResponse.status, fullResponse.headers.get("content-type"), bytes.length]).toEqual([
        200,
        type,
        photo.size,
      ]);
      expect(fullResponse.headers.get("cache-control")).toMatch(/^private/);
      expect(fullResponse.headers.get("x-content-type-options")).toBe("nosniff");
      expect(fullResponse.headers.get("content-security-policy")).toContain("sandbox");
      expect(bytes.includes(imageMarker)).toBe(false);
      const { exif, width: realWidth, height: realHeight } = await sharp(bytes).metadata();
      expect([exif, realWidth, realHeight]).toEqual([undefined, width, height]);
      const size = photo.size < 1024 ? `${photo.size} bytes` : `${(photo.size / 1024).toFixed(2)} KB`;
      expect(photo.size_text).toBe(size);

      const thumbnail = await fetch(photo.thumbnail_url);
      expect([thumbnail.status, thumbnail.headers.get("content-type")]).toEqual([200, "image/webp"]);
      expect((await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata()).width).toBe(width);

      expect(photoIdsOf((await readEntry(owner, params)).photos)).toEqual([photo.id]);
      const listedAnswer = await owner.call("listPhotos", { params });
      expect(
        listedAnswer.ok && listedAnswer.body.photos.map(({ photo: listedPhoto }) => listedPhoto),
      ).toEqual([photo]);
    },
  );

  it("a photo is stored once, however often the command is repeated, also at the same time", async () => {
    const params = await writeEntry(owner);
    const [photo, key] = [await sampleImages.jpeg(), randomUUID()];
    const [firstPhoto, secondPhoto] = await Promise.all([
      uploadPhoto(owner, params, photo, key),
      uploadPhoto(owner, params, photo, key),
    ]);
    const thirdPhoto = await uploadPhoto(owner, params, photo, key);
    expect([secondPhoto.id, thirdPhoto.id]).toEqual([firstPhoto.id, firstPhoto.id]);
    expect(await listBlobNames(daybook, params.entryId)).toHaveLength(2);
    await uploadPhoto(owner, params, photo);
    expect((await readEntry(owner, params)).photos).toHaveLength(2);
  });

  it("a photo changes neither the revision nor the modification time of the entry", async () => {
    const params = await writeEntry(owner);
    const entryBefore = await readEntry(owner, params);
    await uploadPhoto(owner, params, await sampleImages.png());
    const entryAfter = await readEntry(owner, params);
    expect([entryAfter.revision, entryAfter.modified_at]).toEqual([
      entryBefore.revision,
      entryBefore.modified_at,
    ]);
  });

  it("a photo is revalidated at each request, and answered with 304 while it is unchanged", async () => {
    const { url } = await uploadPhoto(owner, await writeEntry(owner), await sampleImages.png());
    const { headers } = await fetch(url);
    expect(headers.get("cache-control")).toBe("private, no-cache");
    const etag = headers.get("etag") ?? "";
    // This sends the headers of a browser. `fetch` would add `cache-control: no-cache`.
    const repeatedResponse = await new Promise<IncomingMessage>((resolve) =>
      get(url, { headers: { "If-None-Match": etag } }, resolve),
    );
    repeatedResponse.resume();
    expect([repeatedResponse.statusCode, repeatedResponse.headers["content-length"]]).toEqual([
      304,
      undefined,
    ]);
  });

  it("a photo is encrypted on disk; no metadata is readable in the database, and no signature of its URL is logged", async () => {
    const params = await writeEntry(owner);
    const { url } = await uploadPhoto(owner, params, await sampleImages.jpeg());
    const clearBytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    const { dataFolder } = daybook.platform.config;
    const files = await readdir(join(dataFolder, "photos"), { recursive: true, withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile())) {
      const ciphertext = await readFile(join(file.parentPath, file.name));
      expect(ciphertext.includes(clearBytes.subarray(100, 200))).toBe(false);
      expect(ciphertext.includes("JFIF")).toBe(false);
    }
    const storedText = await readEverythingStored(daybook.platform.pools.durable);
    expect(storedText).not.toContain("image/jpeg");
    expect(storedText).not.toContain(imageMarker);
    expect(daybook.log()).not.toContain("s=");
  });
});

describe("refused files", () => {
  it("a file is refused if it is none of the five picture types", async () => {
    const params = await writeEntry(owner);
    for (const file of Object.values(refusedFiles)) {
      expect(await uploadRefusedPhoto(owner, params, await file())).toEqual([415, "unsupported_media"]);
    }
  });

  it("a file is refused if it is damaged, or too large when decoded", async () => {
    const params = await writeEntry(owner);
    const png = await sampleImages.png();
    expect(await uploadRefusedPhoto(owner, params, png.subarray(0, png.length / 2))).toEqual([
      422,
      "invalid",
    ]);
    expect(await uploadRefusedPhoto(owner, params, pngWithClaimedSize(50_000, 50_000, png))).toEqual([
      422,
      "invalid",
    ]);
  });

  it("a file is refused if it has more than 20 MB", async () => {
    const params = await writeEntry(owner);
    expect(await uploadRefusedPhoto(owner, params, Buffer.alloc(bounds.photoBytes + 1))).toEqual([
      413,
      "too_large",
    ]);
    expect(await uploadRefusedPhoto(owner, params, Buffer.alloc(bounds.photoBytes + 500_000))).toEqual([
      413,
      "too_large",
    ]);
    expect(await uploadRefusedPhoto(owner, params, Buffer.alloc(bounds.photoBytes))).toEqual([
      415,
      "unsupported_media",
    ]);
  });

  it("a file is refused if its entry is in the trash, and no part of the file stays stored", async () => {
    const params = await writeEntry(owner);
    const body = { entry_ids: [Number(params.entryId)] };
    await owner.call("deleteEntries", { params, body });
    expect(await uploadRefusedPhoto(owner, params, await sampleImages.png())).toEqual([422, "entry_trashed"]);
    await waitUntilPhotosRemoved(daybook, params.entryId);
  });
});

describe("the upload limit", () => {
  it("the rate of uploads is limited for each account, before the picture is read", async () => {
    const [uploader, otherUser] = [await daybook.newPerson(), await daybook.newPerson()];
    const [params, otherParams] = [await writeEntry(uploader), await writeEntry(otherUser)];
    const photo = await sampleImages.jpeg();
    await uploadPhoto(uploader, params, photo);
    const { clock, masterKey, pools } = daybook.platform;
    if (!masterKey || !uploader.session) throw new Error("no key or session");
    const { photosOfAccount: rule } = limits;
    const rateLimits = createRateLimits({ pool: pools.durable, clock, masterKey });
    expect(await rateLimits.take(rule, uploader.session.user.id, rule.limit - 1)).toEqual({ allowed: true });
    const body = { photo: await refusedFiles.text() };
    const answer = await uploader.call("addPhoto", { params, body, key: randomUUID() });
    expect([answer.status, !answer.ok && answer.body.code]).toEqual([429, "rate_limited"]);
    expect(!answer.ok && answer.body.error).toMatch(/many photos in a short time/);
    await uploadPhoto(otherUser, otherParams, photo);
    expect((await readEntry(uploader, params)).photos).toHaveLength(1);
  });
});
