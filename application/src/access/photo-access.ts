import { entryDecider } from "@daybook/domain/entry/decider";
import { fillPath } from "@daybook/domain/contract/paths";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject, type Rejection } from "@daybook/domain/kernel/rejection";
import type { EntryPhoto } from "@daybook/domain/entry/entry";
import { type RenderingName, renderings } from "@daybook/platform/photos/photo-store";
import type { Rendering } from "@daybook/platform/images/images";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import { noLockAccess } from "@daybook/platform/vault/lock-access";
import type { Actor } from "../context.ts";
import type { Application } from "../application.ts";
import { openEntryState } from "./entry-access.ts";
import { findActiveJournal } from "./journal-access.ts";

const hourSeconds = 3_600;
/** Paths that are made in the same quarter of an hour are equal, so that browsers can use their caches. */
const pathLifetimeStepSeconds = 900;

/** The content type of a photo. */
type PhotoType = Rendering["contentType"];
const extensions: Readonly<Record<PhotoType, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/gif": "gif",
};

/** The session family in the path of a visitor with a public link. */
const visitorFamilyId = 0;

const signedResource = (photoId: number, rendering: RenderingName): string => `photo-${photoId}/${rendering}`;

/**
 * The path of a picture, valid for 45 to 60 minutes. Its signature contains the session and open locks that it was made for,
 * or the public link. They decide who may load the picture, and only the server can read them.
 *
 * @param publicLinkId the public link through which a visitor sees the entry
 */
export function photoPath(
  app: Pick<Application, "capabilities" | "clock">,
  actor: Pick<Actor, "userId" | "lockAccess">,
  photo: { readonly photoId: number; readonly entryId: number; readonly contentType: PhotoType },
  rendering: RenderingName,
  publicLinkId?: number,
): string {
  const expiresAt =
    Math.floor(app.clock.now() / 1_000 / pathLifetimeStepSeconds) * pathLifetimeStepSeconds + hourSeconds;
  const { sessionFamilyId, traversedLocks, tokens: unlockTokens } = actor.lockAccess;
  const tokens = [...traversedLocks.values()].flatMap(({ keyId }) => unlockTokens.get(keyId) ?? []);
  const access = publicLinkId === undefined ? tokens : [publicLinkId];
  const claims = [actor.userId, sessionFamilyId ?? visitorFamilyId, photo.entryId, ...access];
  const signature = app.capabilities.sign(signedResource(photo.photoId, rendering), expiresAt, claims);
  const { photoId } = photo;
  const [fileName, variantQuery] =
    rendering === "original"
      ? [`${photoId}.${extensions[photo.contentType]}`, ""]
      : [`${photoId}-${rendering}.webp`, `&v=${rendering}`];
  return `${fillPath("getPhoto", { photoId, fileName })}?e=${expiresAt}&s=${signature}${variantQuery}`;
}

/** The query of a picture's path: expiry (`e`, unix time), signature (`s`) and variant (`v`, the name of a rendering). */
export type PhotoQuery = {
  readonly e?: string | undefined;
  readonly s?: string | undefined;
  readonly v?: string | undefined;
};

const notFound = () => reject("not_found", "There is no such photo, or its address has expired.");

/**
 * Finds a picture by its signed path. The session or public link in the path must still exist, and the entry must be
 * visible with it; otherwise, for example after a lock was closed, the result is `not_found`. It is `unavailable` when
 * the read model does not have the entry's journal yet, or the journal's events are parked. For a person with a session, it is also
 * `unavailable` while the entry is being moved to a journal whose lock is closed.
 */
export async function findPhotoByPath(
  app: Application,
  photoId: number,
  { e: expiry = "", s: signature = "", v: variant = "original" }: PhotoQuery,
): Promise<{ photo: EntryPhoto; entryId: number; rendering: RenderingName; key: DataKey } | Rejection> {
  const rendering = renderings.find((name) => name === variant);
  if (!rendering || !/^\d{10}$/.test(expiry) || Number(expiry) * 1_000 <= app.clock.now()) return notFound();
  const claims = app.capabilities.read(signedResource(photoId, rendering), Number(expiry), signature);
  // `access` has the tokens of open locks or, for a visitor, the id of the public link.
  const [userId, sessionFamilyId, entryId, ...access] = claims ?? [];
  if (typeof userId !== "number" || typeof sessionFamilyId !== "number" || typeof entryId !== "number")
    return notFound();

  const isVisitor = sessionFamilyId === visitorFamilyId;
  if (!isVisitor && !(await app.sessions.hasFamily(userId, sessionFamilyId))) return notFound();
  const lockAccess = isVisitor
    ? noLockAccess()
    : await app.locks.lockAccessOf(userId, sessionFamilyId, access.map(String));
  const actor: Actor = { userId, sessionId: 0, token: "", sessionFamilyId, lockAccess };
  // The entry may have been moved since the path was made; its photos moved with it.
  const { state: currentEntry } = await app.commands.load(entryDecider, streamOf.entry(entryId));
  const { status, publicLink } = currentEntry;
  if (isVisitor && (status !== "active" || publicLink === null || publicLink.linkId !== access[0]))
    return notFound();
  const [journal, entry] = await Promise.all([
    findActiveJournal(app, actor, currentEntry.journalId),
    openEntryState(app, actor, { journalId: currentEntry.journalId, entryId }),
  ]);
  // Check the entry first: an erased entry is `not_found` even when the read model is behind.
  if (isRejection(entry)) return entry.code === "unavailable" && !isVisitor ? entry : notFound();
  if (isRejection(journal)) return journal.code === "unavailable" ? journal : notFound();
  const photo = entry.state.photos.find(({ id }) => id === photoId);
  return photo ? { photo, entryId, rendering, key: entry.key } : notFound();
}
