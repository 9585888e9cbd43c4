import { entryDecider } from "@daybook/domain/entry/decider";
import { fillPath } from "@daybook/domain/contract/paths";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject, type Rejection } from "@daybook/domain/kernel/rejection";
import type { EntryPhoto } from "@daybook/domain/entry/entry";
import { type RenderingName, renderings } from "@daybook/platform/photos/photo-store";
import type { DataKey } from "@daybook/platform/privacy/key-vault";
import { nobodysOpening } from "@daybook/platform/privacy/lock-facts";
import type { Actor } from "../context.ts";
import type { ApiDeps } from "../deps.ts";
import { ownEntryState } from "./entry-access.ts";
import { activeJournal } from "./journal-access.ts";

/** Who is shown something, and the origin that addresses in the reply begin with. */
export type Viewer = {
  readonly actor: Actor;
  readonly origin: string;
};

const hour = 3_600;
/** Addresses of the same quarter of an hour are the same, so that a browser finds again what it has. */
const step = 900;

/** In place of a sign-in: whoever reads a page by its public link. */
const visitor = 0;

const thingOf = (photoId: number, rendering: RenderingName): string => `photo-${photoId}/${rendering}`;

/**
 * The address of a picture, good for 45 minutes at least and an hour at most. It says in its signature whose sign-in it
 * was made for, and what that one had opened, as that is who is let in by it; nobody but the server can read that.
 */
export function photoUrl(
  deps: Pick<ApiDeps, "capabilities" | "clock">,
  { actor, origin }: Viewer,
  photo: { readonly photoId: number; readonly entryId: number },
  rendering: RenderingName,
): string {
  const ends = Math.floor(deps.clock.now() / 1_000 / step) * step + hour;
  const { lineage, passed, tokens: opened } = actor.opening;
  const tokens = [...passed.values()].flatMap(({ keyId }) => opened.get(keyId) ?? []);
  const claims = [actor.userId, lineage ?? visitor, photo.entryId, ...tokens];
  const signature = deps.capabilities.sign(thingOf(photo.photoId, rendering), ends, claims);
  const which = rendering === "original" ? "" : `&v=${rendering}`;
  return `${origin}${fillPath("getPhoto", { photoId: photo.photoId })}?e=${ends}&s=${signature}${which}`;
}

/** The query of a picture's address. */
export type PhotoQuery = {
  readonly e?: string | undefined;
  readonly s?: string | undefined;
  readonly v?: string | undefined;
};

const notFound = () => reject("not_found", "There is no such photo, or its address has expired.");

/**
 * The gate to a picture: who has its address is let in as whoever it was made for, as long as that one may see the entry.
 * All else, a lock too, is a 404.
 */
export async function photoByUrl(
  deps: ApiDeps,
  photoId: number,
  { e = "", s = "", v = "original" }: PhotoQuery,
): Promise<{ photo: EntryPhoto; entryId: number; rendering: RenderingName; key: DataKey } | Rejection> {
  const rendering = renderings.find((name) => name === v);
  if (!rendering || !/^\d{10}$/.test(e) || Number(e) * 1_000 <= deps.clock.now()) return notFound();
  const claims = deps.capabilities.read(thingOf(photoId, rendering), Number(e), s);
  const [userId, lineage, entryId, ...tokens] = claims ?? [];
  if (typeof userId !== "number" || typeof lineage !== "number" || typeof entryId !== "number")
    return notFound();

  const opening =
    lineage === visitor ? nobodysOpening() : await deps.locks.openingOf(userId, lineage, tokens.map(String));
  const actor: Actor = { userId, sessionId: 0, token: "", lineage, opening };
  // An entry that was moved since keeps its photos, so the journal is the one that it is in now.
  const { state: now } = await deps.commands.load(entryDecider, streamOf.entry(entryId));
  if (lineage === visitor && now.publicLink === null) return notFound();
  const [journal, entry] = await Promise.all([
    activeJournal(deps, actor, now.journalId),
    ownEntryState(deps, actor, { journalId: now.journalId, entryId }),
  ]);
  // The entry first: one that was erased is gone, whether or not a read model has heard of it.
  if (isRejection(entry)) return entry.code === "unavailable" ? entry : notFound();
  if (isRejection(journal)) return journal.code === "unavailable" ? journal : notFound();
  const photo = entry.state.photos.find(({ id }) => id === photoId);
  return photo ? { photo, entryId, rendering, key: entry.key } : notFound();
}
