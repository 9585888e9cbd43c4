import { randomUUID } from "node:crypto";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { sampleImages } from "@daybook/platform/testing/sample-images";
import { beforeAll, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";
import {
  type LockableDiary,
  lockForm,
  lockJournal,
  namedLockTypes,
  unlockJournal,
  password,
  writeDiary,
} from "./lockable-diary.ts";
import { uploadPhoto } from "./photo-steps.ts";

let daybook: RunningDaybook;
let otherUrl: string;
beforeAll(async () => {
  daybook = await sharedDaybook();
  otherUrl = await daybook.startAnotherApi();
});

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;
const entryPathOf = ({ journalId, entryId }: LockableDiary) => ({ params: { journalId, entryId } });

/** The URL of the diary's first photo, as a session reads it. */
async function readPhotoUrl(diary: LockableDiary, session: LockableDiary["firstSession"]): Promise<string> {
  const { photos } = ok(await session.call("listPhotos", entryPathOf(diary)));
  const url = photos[0]?.photo.url;
  if (!url) throw new Error("no photo");
  return url;
}

describe.each(namedLockTypes)("pictures in a journal with a lock of type %s", (_, type) => {
  let diary: LockableDiary;
  beforeAll(async () => {
    diary = await writeDiary(daybook, otherUrl);
    await uploadPhoto(diary.firstSession, entryPathOf(diary).params, await sampleImages.jpeg());
  });

  it("a picture is not found after its journal was locked, even at a URL from before", async () => {
    const urlBefore = await readPhotoUrl(diary, diary.firstSession);
    expect(await statusOf(urlBefore)).toBe(200);
    await lockJournal(diary, type);
    expect(await statusOf(urlBefore)).toBe(404);
  });

  it("a picture is shown at the URL of the session that opened the lock, until the lock is set again", async () => {
    await unlockJournal(diary, diary.firstSession);
    const url = await readPhotoUrl(diary, diary.firstSession);
    expect(await statusOf(url)).toBe(200);
    expect(await statusOf(url.replace(new URL(url).origin, otherUrl))).toBe(200);
    const repeatedBody = { ...lockForm(type), current_password: password, remember_password: true };
    ok(
      await diary.firstSession.call("updateJournal", {
        params: { journalId: diary.journalId },
        body: repeatedBody,
      }),
    );
    expect(await statusOf(url)).toBe(404);
    await unlockJournal(diary, diary.secondSession);
    expect(await statusOf(url)).toBe(404);
  });

  it("the URL of a picture does not contain the unlock token", async () => {
    const unlockCall = {
      params: { journalId: diary.journalId },
      body: { unlock: true, plain_password: password },
    };
    const { unlock_token: token } = ok(
      await diary.firstSession.call("updateJournal", { ...unlockCall, key: randomUUID() }),
    );
    // Only an encryption lock has a token.
    expect(token !== undefined).toBe(type === lockTypes.encryption);
    if (token === undefined) return;
    diary.firstSession.setUnlockTokens(token);
    expect(await readPhotoUrl(diary, diary.firstSession)).not.toContain(token);
  });
});

it("a picture's URL stops working when its session ends, but not when another session ends or its own is refreshed", async () => {
  const diary = await writeDiary(daybook, otherUrl);
  const photo = await uploadPhoto(diary.firstSession, entryPathOf(diary).params, await sampleImages.jpeg());
  expect(await statusOf(photo.url)).toBe(200);
  diary.firstSession.setSession(ok(await diary.firstSession.call("refreshToken")));
  ok(await diary.firstSession.call("listJournals"));
  ok(await diary.secondSession.call("logout"));
  expect(await statusOf(photo.url)).toBe(200);
  ok(await diary.firstSession.call("logout"));
  expect(await statusOf(photo.url)).toBe(404);
});

it("visitors see a picture in a public entry until the link is removed, or the entry is trashed or locked", async () => {
  const diary = await writeDiary(daybook, otherUrl);
  const photo = await uploadPhoto(diary.firstSession, entryPathOf(diary).params, await sampleImages.jpeg());
  const body = { richtext_body: `<p>Look</p><img data-photo-id="${photo.id}" alt="">` };
  ok(await diary.firstSession.call("updateEntry", { ...entryPathOf(diary), body, key: randomUUID() }));

  const publishAndFindPicture = async (): Promise<string> => {
    const { public_url: link } = ok(
      await diary.firstSession.call("publicLink", { ...entryPathOf(diary), key: randomUUID() }),
    );
    const slug = link.slice("/public/".length);
    const response = await fetch(`${daybook.url}/api/pe/${slug}`);
    const { entry } = (await response.json()) as { entry: { html_body: string } };
    const url = /src="([^"]+)"/.exec(entry.html_body)?.[1]?.replaceAll("&amp;", "&");
    if (!url) throw new Error("no picture");
    return url;
  };
  const firstUrl = await publishAndFindPicture();
  expect(await statusOf(firstUrl)).toBe(200);
  ok(await diary.firstSession.call("unpublicLink", entryPathOf(diary)));
  expect(await statusOf(firstUrl)).toBe(404);
  const secondUrl = await publishAndFindPicture();
  expect(await statusOf(secondUrl)).toBe(200);
  // The picture URLs of a removed link do not work again after a new link was created.
  expect(await statusOf(firstUrl)).toBe(404);
  const { params } = entryPathOf(diary);
  const trashForm = { params, body: { entry_ids: [Number(params.entryId)] } };
  ok(await diary.firstSession.call("deleteEntries", trashForm));
  expect(await statusOf(secondUrl)).toBe(404);
  ok(await diary.firstSession.call("restoreEntries", trashForm));
  expect(await statusOf(secondUrl)).toBe(200);
  ok(
    await diary.firstSession.call("updateEntry", {
      ...entryPathOf(diary),
      body: lockForm(lockTypes.password),
      key: randomUUID(),
    }),
  );
  expect(await statusOf(secondUrl)).toBe(404);
});
