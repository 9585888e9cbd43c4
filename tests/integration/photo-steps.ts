import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import type { Photo } from "@daybook/domain/contract/photos";
import sharp from "sharp";
import { expect } from "vitest";
import { firstJournalIdOf } from "./people.ts";
import type { RunningDaybook } from "./shared-daybook.ts";

/** The path parameters of an entry. */
export type EntryPath = { journalId: string; entryId: string };

/** Writes an entry into a person's first journal. */
export async function writeEntry(person: RemoteDaybook, html = "<p>Up betimes.</p>"): Promise<EntryPath> {
  const journalId = await firstJournalIdOf(person);
  const body = { title: "A day", richtext_body: html };
  const createdAnswer = await person.call("createEntry", { params: { journalId }, body, key: randomUUID() });
  if (!createdAnswer.ok) throw new Error(createdAnswer.body.code);
  return { journalId, entryId: String(createdAnswer.body.entry.id) };
}

/** Uploads a photo; throws if it is refused. */
export async function uploadPhoto(
  person: RemoteDaybook,
  params: EntryPath,
  photo: Buffer,
  key: string = randomUUID(),
): Promise<Photo> {
  const addedAnswer = await person.call("addPhoto", { params, body: { photo }, key });
  if (!addedAnswer.ok) throw new Error(`${addedAnswer.status} ${addedAnswer.body.code}`);
  return addedAnswer.body.photo;
}

/** Uploads a photo that should be refused. Returns the status and error code. */
export async function uploadRefusedPhoto(
  person: RemoteDaybook,
  params: EntryPath,
  photo: Buffer,
): Promise<[number, unknown]> {
  const answer = await person.call("addPhoto", { params, body: { photo } });
  return [answer.status, !answer.ok && answer.body.code];
}

/** An entry as its owner sees it. */
export async function readEntry(person: RemoteDaybook, params: EntryPath) {
  const answer = await person.call("getEntry", { params });
  if (!answer.ok) throw new Error(answer.body.code);
  return answer.body.entry;
}

/** The ids of photos in a reply. */
export const photoIdsOf = (photos: readonly { photo: Photo }[]): number[] =>
  photos.map(({ photo }) => photo.id);
/** The HTTP status of a photo's URL. */
export const fetchPhotoStatus = async (url: string): Promise<number> => (await fetch(url)).status;
/** An image as a data URL, as in a pasted text. */
export const toDataUrl = (bytes: Buffer, type = "png"): string =>
  `data:image/${type};base64,${bytes.toString("base64")}`;

/** A photo of noise, which compression does not make smaller. */
export async function createNoisePhoto(bytes: number): Promise<Buffer> {
  const edge = Math.ceil(Math.sqrt(bytes / 3));
  const pixels = Buffer.from(Array.from({ length: edge * edge * 3 }, () => Math.floor(Math.random() * 256)));
  const picture = sharp(pixels, { raw: { width: edge, height: edge, channels: 3 } });
  return picture.png({ compressionLevel: 0 }).toBuffer();
}

/** The names of an entry's photo files in the data folder. */
export async function listBlobNames(daybook: RunningDaybook, entryId: string): Promise<string[]> {
  const files = await readdir(daybook.platform.dataFolder.photos, { recursive: true, withFileTypes: true });
  return files.map(({ name }) => name).filter((name) => name.startsWith(`${entryId}-`));
}

async function countPhotoRows(daybook: RunningDaybook, entryId: string): Promise<number> {
  const { rows } = await daybook.platform.pools.durable.query<{ count: number }>(
    `SELECT (SELECT count(*) FROM blobs.photos WHERE entry_id = $1)
      + (SELECT count(*) FROM read_models.photos WHERE entry_id = $1) AS count`,
    [entryId],
  );
  return Number(rows[0]?.count);
}

/** Waits until all photos of an entry are gone. They are removed in the background. */
export async function waitUntilPhotosRemoved(daybook: RunningDaybook, entryId: string): Promise<void> {
  const readRemaining = async () => [
    await listBlobNames(daybook, entryId),
    await countPhotoRows(daybook, entryId),
  ];
  for (let tries = 0; (await readRemaining()).join() !== ",0" && tries < 1_200; tries++) await sleep(50);
  expect(await readRemaining()).toEqual([[], 0]);
}
