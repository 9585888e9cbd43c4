import { randomUUID } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { reviseEntry } from "@daybook/application/entries/revise-entry";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { BlobsUnavailable } from "@daybook/platform/blobs/blobs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { contextOf } from "./call-context.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import {
  createNoisePhoto,
  type EntryPath,
  toDataUrl,
  uploadPhoto,
  uploadRefusedPhoto,
  writeEntry,
} from "./photo-steps.ts";
import { openSecondApplication } from "./second-application.ts";

const freeTierBytes = 2 * 1024 * 1024;
let daybook: TestDaybook;

beforeAll(async () => {
  daybook = await startTestDaybook({ PHOTOS_FREE_MB: "2", PHOTOS_PAID_MB: "3" });
});
afterAll(() => daybook?.stop());

describe("the storage for photos", () => {
  it("the storage for photos has the limit of the tier; text can still be saved, and a removed photo frees its space", async () => {
    const person = await daybook.newPerson();
    const params = await writeEntry(person);
    const firstPhoto = await uploadPhoto(person, params, await createNoisePhoto(freeTierBytes * 0.6));
    expect(await uploadRefusedPhoto(person, params, await createNoisePhoto(freeTierBytes * 0.6))).toEqual([
      422,
      "quota",
    ]);

    const inlinePhoto = await createNoisePhoto(freeTierBytes * 0.1);
    await uploadPhoto(person, params, await createNoisePhoto(freeTierBytes * 0.35));
    const html = `<p>Still writing <img src="${toDataUrl(inlinePhoto)}"></p>`;
    const savedAnswer = await person.call("updateEntry", { params, body: { richtext_body: html } });
    expect(savedAnswer.ok && savedAnswer.body.entry.richtext_body).toContain("data:image/png");

    await daybook.grant(person, { level: "pro", years: 1 });
    await uploadPhoto(person, params, await createNoisePhoto(freeTierBytes * 0.4));
    expect(await uploadRefusedPhoto(person, params, await createNoisePhoto(freeTierBytes * 0.5))).toEqual([
      422,
      "quota",
    ]);
    await person.call("deletePhoto", { params: { ...params, photoId: String(firstPhoto.id) } });
    await vi.waitFor(async () => uploadPhoto(person, params, await createNoisePhoto(freeTierBytes * 0.5)), {
      timeout: 60_000,
    });
  });
});

describe("saves that use no storage for photos", () => {
  const savesWithPicture = 3;

  async function saveOften(person: RemoteDaybook, params: EntryPath, modified?: string): Promise<number[]> {
    const inlinePicture = toDataUrl(await createNoisePhoto(freeTierBytes * 0.35));
    const statuses: number[] = [];
    for (let count = 0; count < savesWithPicture; count++) {
      const html = `<p>Save ${count} <img src="${inlinePicture}"></p>`;
      const body = { richtext_body: html, ...(modified && { modified }) };
      statuses.push((await person.call("updateEntry", { params, body, key: randomUUID() })).status);
    }
    return statuses;
  }

  it("saves during an outage of the photo store use no storage for photos", async () => {
    const person = await daybook.newPerson();
    const params = await writeEntry(person);
    const folder = daybook.platform.dataFolder.photos;
    await rename(folder, `${folder}.aside`);
    await writeFile(folder, "a file in its place");
    const statuses = await saveOften(person, params);
    await rm(folder);
    await rename(`${folder}.aside`, folder);
    expect(statuses).toEqual([200, 200, 200]);
    await uploadPhoto(person, params, await createNoisePhoto(freeTierBytes * 0.8));
  });

  it("saves that are refused because the entry was changed elsewhere use no storage for photos", async () => {
    const person = await daybook.newPerson();
    const params = await writeEntry(person);
    expect(await saveOften(person, params, "2020-01-01T00:00:00.000Z")).toEqual([409, 409, 409]);
    await uploadPhoto(person, params, await createNoisePhoto(freeTierBytes * 0.8));
  });

  it("the repeat of a save whose first run could not store the picture uses no storage for photos", async () => {
    const person = await daybook.newPerson();
    const params = await writeEntry(person);
    const path = { journalId: Number(params.journalId), entryId: Number(params.entryId) };
    const app = await openSecondApplication(daybook.platform);
    const context = contextOf(app, person.session?.user.id ?? 0);
    const repeat = { ...context, command: { ...context.command, repeated: true } };
    const html = `<p>See <img src="${toDataUrl(await createNoisePhoto(freeTierBytes * 0.35))}"></p>`;
    const edit = { html, base: undefined, restore: false };
    const write = () => Promise.reject(new BlobsUnavailable("outage"));
    const appInOutage = { ...app, photos: { ...app.photos, write } };
    for (const result of [
      await reviseEntry(appInOutage, context, path, edit),
      await reviseEntry(app, repeat, path, edit),
    ]) {
      expect(result).toMatchObject({ changed: true });
    }
    app.waiter.close();
    await uploadPhoto(person, params, await createNoisePhoto(freeTierBytes * 0.8));
  });
});
