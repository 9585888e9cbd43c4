import { randomUUID } from "node:crypto";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { sampleImages } from "@daybook/platform/testing/sample-images";
import { beforeAll, describe, expect, it } from "vitest";
import { readEverythingStored } from "./everything-stored.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";
import {
  toDataUrl,
  type EntryPath,
  photoIdsOf,
  writeEntry,
  readEntry,
  fetchPhotoStatus,
  waitUntilPhotosRemoved,
  uploadPhoto,
} from "./photo-steps.ts";

let daybook: RunningDaybook;
let owner: RemoteDaybook;

beforeAll(async () => {
  daybook = await sharedDaybook();
  owner = await daybook.newPerson();
});

async function saveEntry(params: EntryPath, html: string) {
  const savedAnswer = await owner.call("updateEntry", {
    params,
    body: { richtext_body: html },
    key: randomUUID(),
  });
  if (!savedAnswer.ok) throw new Error(savedAnswer.body.code);
  return savedAnswer;
}

describe("photos in texts", () => {
  it("a photo in a text is stored as its id only, and returned with a URL in every reply", async () => {
    const params = await writeEntry(owner);
    const photo = await uploadPhoto(owner, params, await sampleImages.png());
    const html = `<p>By water <img src="${photo.url}" alt="the river" data-photo-id="${photo.id}"></p>`;
    const savedAnswer = await saveEntry(params, html);
    const { richtext_body, html_body, plaintext_body } = savedAnswer.body.entry;
    expect(richtext_body.replaceAll("&amp;", "&")).toContain(`src="${photo.url}"`);
    const returnedUrl = /src="([^"]+)"/.exec(richtext_body)?.[1] ?? "";
    expect([returnedUrl.includes("&amp;"), await fetchPhotoStatus(returnedUrl)]).toEqual([true, 200]);
    expect([html_body, plaintext_body]).toEqual([richtext_body, "By water the river"]);
    expect((await readEntry(owner, params)).richtext_body).toBe(richtext_body);

    // An editor sends back the URL it got. That is no change, with or without the photo id.
    expect((await saveEntry(params, richtext_body)).status).toBe(204);
    expect((await saveEntry(params, html.replace(/ data-photo-id="\d+"/, ""))).status).toBe(204);
    const versions = await owner.call("listVersions", { params });
    const versionId = versions.ok ? versions.body.versions[0]?.version.id : undefined;
    const preview = await owner.call("previewVersion", { params, query: { version_id: String(versionId) } });
    expect(preview.ok && preview.body.version.richtext_body).toBe(richtext_body);

    await owner.call("deletePhoto", { params: { ...params, photoId: String(photo.id) } });
    const entryAfter = await readEntry(owner, params);
    expect([entryAfter.richtext_body, entryAfter.html_body]).toEqual([
      "<p>By water </p>",
      "<p>By water </p>",
    ]);
    const laterPreview = await owner.call("previewVersion", {
      params,
      query: { version_id: String(versionId) },
    });
    expect(laterPreview.ok && laterPreview.body.version.richtext_body).toBe("<p>By water </p>");
  });

  it("a photo appears in the history and in a diff when it is added, removed or described", async () => {
    const params = await writeEntry(owner);
    const [river, dock] = [
      await uploadPhoto(owner, params, await sampleImages.png()),
      await uploadPhoto(owner, params, await sampleImages.jpeg()),
    ];
    const image = ({ id }: { id: number }, alt = "") => `<img data-photo-id="${id}" alt="${alt}">`;
    await saveEntry(params, "<p>By water</p>");
    await saveEntry(params, `<p>By water${image(river)}${image(dock)}</p>`);
    await saveEntry(params, `<p>By water${image(river, "Thames")}${image(dock)}</p>`);
    await saveEntry(params, `<p>By water${image(river, "Thames")}</p>`);
    const listVersions = async (query: { page?: string; limit?: string }) => {
      const reply = await owner.call("listVersions", { params, query });
      if (!reply.ok) throw new Error(reply.body.code);
      return reply.body.versions.map(({ version }) => version);
    };
    const versions = await listVersions({});
    expect(
      versions.map((version) => [
        version.photos_added,
        version.photos_removed,
        version.descriptions_changed,
        version.title_changed,
      ]),
    ).toEqual([
      [0, 1, 0, false],
      [0, 0, 1, false],
      [2, 0, 0, false],
      [0, 0, 0, false],
      [0, 0, 0, false],
    ]);
    // The last version of a page is compared with the first of the next page.
    expect((await listVersions({ limit: "3" })).map(({ photos_added: added }) => added)).toEqual([0, 0, 2]);

    const query = { from: String(versions[2]?.id), to: String(versions[0]?.id) };
    const diffAnswer = await owner.call("diffVersions", { params, query });
    expect(diffAnswer.ok && [diffAnswer.body.photos_added, diffAnswer.body.photos_removed]).toEqual([
      [],
      [{ photo_id: dock.id, url: expect.stringContaining(`/api/photos/${dock.id}`), description: "" }],
    ]);
    await owner.call("deletePhoto", { params: { ...params, photoId: String(dock.id) } });
    const laterDiff = await owner.call("diffVersions", { params, query });
    expect(laterDiff.ok && laterDiff.body.photos_removed[0]?.url).toBeNull();
  });

  it("a pasted photo does not count towards the length of the text", async () => {
    const params = await writeEntry(owner);
    const heavyPicture = Buffer.concat([await sampleImages.png(), Buffer.alloc(900_000)]);
    const { richtext_body } = (
      await saveEntry(params, `<p>By water <img src="${toDataUrl(heavyPicture)}"></p>`)
    ).body.entry;
    expect(richtext_body).toContain("data-photo-id");
    const words = "day ".repeat(260_000);
    const body = { richtext_body: `<p>${words}<img src="${toDataUrl(await sampleImages.png())}"></p>` };
    expect((await owner.call("updateEntry", { params, body, key: randomUUID() })).status).toBe(422);
  });

  it("a photo in a text is not shown if it belongs to another person or to a locked entry", async () => {
    const stranger = await daybook.newPerson();
    const strangersPhoto = await uploadPhoto(stranger, await writeEntry(stranger), await sampleImages.png());
    const lockedEntryPath = await writeEntry(owner);
    const hiddenPhoto = await uploadPhoto(owner, lockedEntryPath, await sampleImages.png());
    const lockForm = {
      plain_password: "locked 1660",
      retype_password: "locked 1660",
      password_hint: "the year",
    };
    await owner.call("updateEntry", { params: lockedEntryPath, body: { lock: true, ...lockForm } });
    const params = await writeEntry(owner);
    const images = [strangersPhoto, hiddenPhoto]
      .map(({ id, url }) => `<img src="${url}" data-photo-id="${id}">`)
      .join("");
    await saveEntry(params, `<p>x${images}</p>`);
    const entry = await readEntry(owner, params);
    expect([entry.richtext_body, entry.photos]).toEqual(["<p>x</p>", []]);
  });

  it("a photo is copied once with its text into another entry, and the copy outlives the original", async () => {
    const originalPath = await writeEntry(owner);
    const river = await sampleImages.png();
    const photo = await uploadPhoto(owner, originalPath, river);
    const copiedHtml = `<p>By water <img src="${photo.url}" alt="the river" data-photo-id="${photo.id}"></p>`;
    const entryWithCopy = await readEntry(owner, await writeEntry(owner, copiedHtml));
    const params = await writeEntry(owner);
    const htmlWithoutUrl = copiedHtml.replace(/ src="[^"]*"/, "");
    await saveEntry(params, htmlWithoutUrl);
    // An editor that does not know the new id yet saves the old one again, in two places.
    await saveEntry(params, `${htmlWithoutUrl}${htmlWithoutUrl}<p>More.</p>`);
    const otherEntry = await readEntry(owner, params);

    await owner.call("deleteEntries", {
      params: originalPath,
      body: { entry_ids: [Number(originalPath.entryId)], permanent: true },
    });
    await waitUntilPhotosRemoved(daybook, originalPath.entryId);
    for (const entry of [entryWithCopy, otherEntry]) {
      const [onlyPhoto] = entry.photos;
      expect(entry.photos).toHaveLength(1);
      expect(onlyPhoto?.photo.id).not.toBe(photo.id);
      const urls = [...entry.richtext_body.matchAll(/src="([^"]+)"/g)].map(([, src]) => src);
      expect(new Set(urls)).toEqual(new Set([onlyPhoto?.photo.url.replaceAll("&", "&amp;")]));
      expect(await fetchPhotoStatus(onlyPhoto?.photo.url ?? "")).toBe(200);
    }
  });

  it("a picture that is a data URL becomes one photo, however often the text is saved", async () => {
    const inline = toDataUrl(await sampleImages.jpeg(), "jpeg");
    const html = `<p>See <img src="${inline}" alt="a"> and <img src="${inline}" alt="b"></p>`;
    const params = await writeEntry(owner, html);
    const firstEntry = await readEntry(owner, params);
    expect(firstEntry.photos).toHaveLength(1);
    const [photo] = firstEntry.photos;
    expect(firstEntry.richtext_body).not.toContain("data:");
    expect(
      firstEntry.richtext_body.match(new RegExp(`data-photo-id="${photo?.photo.id}"`, "g")),
    ).toHaveLength(2);
    expect(await fetchPhotoStatus(photo?.photo.url ?? "")).toBe(200);

    expect((await saveEntry(params, html)).status).toBe(204);
    const laterAnswer = await saveEntry(params, html.replace("See", "Saw"));
    expect(photoIdsOf(laterAnswer.body.entry.photos)).toEqual(photoIdsOf(firstEntry.photos));
    expect(laterAnswer.body.entry.richtext_body).toContain("Saw");
    const storedText = await readEverythingStored(daybook.platform.pools.durable);
    expect(storedText).not.toContain(inline.slice(40, 90));
  });

  it("a data URL that is not a picture stays as it is", async () => {
    const html = '<p>a <img src="data:image/png;base64,iVBORw0KGgo="></p>';
    const entry = await readEntry(owner, await writeEntry(owner, html));
    expect([entry.richtext_body, entry.photos]).toEqual([html, []]);
  });

  it("a picture stays a data URL if two hundred damaged pictures precede it in the text", async () => {
    const damagedPictures = Array.from({ length: 200 }, (_, n) =>
      toDataUrl(Buffer.from(`damaged ${n}`), "png"),
    );
    const goodPicture = toDataUrl(await sampleImages.png(), "png");
    const html = [...damagedPictures, goodPicture].map((src) => `<p><img src="${src}"></p>`).join("");
    const entry = await readEntry(owner, await writeEntry(owner, html));
    expect(entry.photos).toEqual([]);
    expect(entry.richtext_body).toContain(goodPicture);
    const entryWithFewer = await readEntry(
      owner,
      await writeEntry(owner, html.slice(html.indexOf("</p>") + 4)),
    );
    expect(entryWithFewer.photos).toHaveLength(1);
  });

  it("a photo is copied when a version is restored as a new entry", async () => {
    const params = await writeEntry(owner);
    const photo = await uploadPhoto(owner, params, await sampleImages.heic());
    await saveEntry(params, `<p>Then <img data-photo-id="${photo.id}"></p>`);
    const versions = await owner.call("listVersions", { params });
    const versionId = versions.ok ? versions.body.versions[0]?.version.id : undefined;
    const query = { version_id: String(versionId), replace: "false" as const };
    const copyAnswer = await owner.call("restoreVersion", { params, query, key: randomUUID() });
    if (!copyAnswer.ok) throw new Error(copyAnswer.body.code);
    const { entry } = copyAnswer.body;
    const [copiedPhotoId] = photoIdsOf(entry.photos);
    expect(copiedPhotoId).not.toBe(photo.id);
    expect(entry.richtext_body).toContain(`data-photo-id="${copiedPhotoId}"`);
    const copyPath = { ...params, entryId: String(entry.id) };
    const erase = { entry_ids: [Number(params.entryId)], permanent: true };
    await owner.call("deleteEntries", { params, body: erase });
    await waitUntilPhotosRemoved(daybook, params.entryId);
    const [photoOfCopy] = (await readEntry(owner, copyPath)).photos;
    expect([await fetchPhotoStatus(photoOfCopy?.photo.url ?? ""), photoOfCopy?.photo.width]).toEqual([
      200, 16,
    ]);
  });
});
