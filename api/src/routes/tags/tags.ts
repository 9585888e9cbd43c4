import type { Tag } from "@daybook/domain/contract/tags";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection, reject } from "@daybook/domain/kernel/rejection";
import type { Position } from "@daybook/platform/event-store/event-store";
import { comparePositions } from "@daybook/platform/event-store/position";
import type { DataKey } from "@daybook/platform/privacy/key-vault";
import { seal } from "@daybook/platform/privacy/seal";
import type { NamedTag } from "@daybook/platform/privacy/tag-names";
import { isParked } from "@daybook/read-models/queries/parked";
import {
  type CountedTag,
  tagById,
  tagsByIds,
  tagsOf,
  tagsOfJournal,
} from "@daybook/read-models/queries/tags";
import type { Act, Actor, Call } from "../../context.ts";
import type { ApiDeps } from "../../deps.ts";
import type { Mount } from "../../http/mount.ts";
import { ownEntryById } from "../../policies/entry-by-id.ts";
import { activeJournal } from "../../policies/journal-access.ts";
import { closedFor } from "../../policies/lock-gate.ts";
import { noSuchTag, ownTagState } from "../../policies/tag-access.ts";
import { resumeTags, settleTag, survivorOf } from "../../processes/settle-tags.ts";
import { claimId } from "../claim-id.ts";
import { projected } from "../projected.ts";
import { changesOf, checkEntries, tagEntries } from "./tag-entries.ts";
import { byName, openTagName, readTagName, tagNameHash } from "./tag-name.ts";

const late = () => reject("unavailable", "This tag is being brought up to date. Please try again.");

const presentTag = (key: DataKey, row: CountedTag): Tag => ({
  id: row.id,
  name: openTagName(key, row.id, row.name),
  total_entries: row.totalEntries,
});

const furthest = (...positions: readonly (Position | null)[]): Position | null =>
  positions.reduce((a, b) => (a === null || (b !== null && comparePositions(b, a) > 0) ? b : a), null);

/** The tag as the read model has it; what is stored but not there yet is a 503. */
async function tagReply(deps: ApiDeps, actor: Actor, tagId: number): Promise<{ tag: Tag } | Rejection> {
  const [row, key, parked] = await Promise.all([
    closedFor(deps, actor).then((closed) => tagById(deps.pool, tagId, closed)),
    deps.vault.openKey(streamOf.account(actor.userId)),
    isParked(deps.pool, streamOf.tag(tagId)),
  ]);
  if (!row || parked) return late();
  return row.userId === actor.userId && key ? { tag: presentTag(key, row) } : noSuchTag();
}

/** A tag by its name: the one that has it, or a new one. */
async function nameTag(
  deps: ApiDeps,
  userId: number,
  act: Act,
  name: string,
  createdAt: string,
): Promise<{ tag: NamedTag; position: Position | null } | Rejection> {
  const key = await deps.vault.openKey(streamOf.account(userId));
  if (!key) return noSuchTag();
  return claimId(act.ids[0], async (tagId) => {
    const tag = await deps.tagNames.claim({
      tagId,
      userId,
      createdAt,
      nameHash: tagNameHash(deps, userId, name),
      name: seal(key, streamOf.tag(tagId), "tag.name", name),
    });
    if (!tag) return reject("id_taken", "Please try that again.");
    const settled = await settleTag(deps, act, tag);
    if (!isRejection(settled)) return { tag, position: settled.position };
    // The log has ended this tag, or knows its id as somebody else's: the name must not stay with it.
    await deps.tagNames.release(tag.tagId);
    await deps.tagNames.remove(tag.tagId);
    return reject("id_taken", "Please try that again.");
  });
}

/** Gives a tag another name; when another tag has that name, the answer is that tag, with the entries of both. */
async function renameTag(
  deps: ApiDeps,
  actor: Actor,
  act: Act,
  tagId: number,
  name: string,
): Promise<{ tagId: number; position: Position | null } | Rejection> {
  const { userId } = actor;
  const [before, key] = await Promise.all([
    deps.tagNames.find(tagId),
    deps.vault.openKey(streamOf.account(userId)),
  ]);
  if (!key || !before) return noSuchTag();
  if (before.name !== null && openTagName(key, tagId, before.name) === name) return { tagId, position: null };
  const renamed = await deps.tagNames.rename(tagId, {
    nameHash: tagNameHash(deps, userId, name),
    name: seal(key, streamOf.tag(tagId), "tag.name", name),
  });
  if (!renamed || (renamed.name === null && renamed.mergeInto === null)) return noSuchTag();
  const settled = await settleTag(deps, act, renamed);
  if (isRejection(settled)) return settled;
  const survivor = await survivorOf(deps, tagId);
  return survivor === null ? noSuchTag() : { tagId: survivor, position: settled.position };
}

/** The lists of entries stand in `updated` or beside it. */
function entryChanges({ updated, entries_added_to, entries_removed_from }: Call<"updateTag">["body"]) {
  const inside = typeof updated === "object" ? updated : {};
  return changesOf(
    [...(inside.entries_added_to ?? []), ...(entries_added_to ?? [])],
    [...(inside.entries_removed_from ?? []), ...(entries_removed_from ?? [])],
  );
}

/** The calls of tags. */
export function mountTags(mount: Mount, deps: ApiDeps): void {
  async function rowsFor(actor: Actor, query: Call<"listTags">["query"]): Promise<CountedTag[] | Rejection> {
    const { userId } = actor;
    const closed = await closedFor(deps, actor);
    if (query.entry_id !== undefined) {
      const found = await ownEntryById(deps, actor, query.entry_id);
      return isRejection(found) ? found : tagsByIds(deps.pool, userId, [...found.state.tags], closed);
    }
    if (query.journal_id === undefined) return tagsOf(deps.pool, userId, closed);
    const journal = await activeJournal(deps, actor, query.journal_id);
    return isRejection(journal) ? journal : tagsOfJournal(deps.pool, userId, journal.id, closed);
  }

  mount("listTags", async ({ actor, query }) => {
    await resumeTags(deps, actor.userId);
    const [rows, key] = await Promise.all([
      rowsFor(actor, query),
      deps.vault.openKey(streamOf.account(actor.userId)),
    ]);
    if (isRejection(rows)) return rows;
    if (!key) return noSuchTag();
    const shown = rows.map((row) => presentTag(key, row)).toSorted((a, b) => byName(a.name, b.name));
    return { status: 200, body: { tags: shown.map((tag) => ({ tag })) } };
  });

  mount("getTag", async ({ actor, params }) => {
    const state = await ownTagState(deps, actor, params.tagId);
    if (isRejection(state)) return state;
    if (state.status !== "active") return noSuchTag();
    const body = await tagReply(deps, actor, params.tagId);
    return isRejection(body) ? body : { status: 200, body };
  });

  mount("createTag", async ({ actor, body, act }) => {
    const name = readTagName(body.name);
    if (isRejection(name)) return name;
    const changes = changesOf(body.entries_added_to);
    const refused = await checkEntries(deps, actor, null, changes);
    if (refused) return refused;
    await resumeTags(deps, actor.userId);
    const named = await nameTag(deps, actor.userId, act, name, body.created ?? act.at);
    if (isRejection(named)) return named;
    const { tagId } = named.tag;
    const tagged = await tagEntries(deps, act, tagId, changes);
    if (isRejection(tagged)) return tagged;
    await projected(deps, ["tags"], furthest(named.position, tagged.position));
    const reply = await tagReply(deps, actor, tagId);
    if (!isRejection(reply)) return { status: 201, body: reply };
    // The read model is late: then what was asked for is what is known.
    return { status: 201, body: { tag: { id: tagId, name, total_entries: body.entries_added_to.length } } };
  });

  mount("updateTag", async ({ actor, params, body, act }) => {
    const state = await ownTagState(deps, actor, params.tagId);
    if (isRejection(state)) return state;
    await resumeTags(deps, actor.userId);
    // A repeated act may find that it has merged the tag already.
    const tagId = act.repeated ? await survivorOf(deps, params.tagId) : params.tagId;
    if (tagId === null || (!act.repeated && state.status !== "active")) return noSuchTag();
    const name = body.name === undefined ? undefined : readTagName(body.name);
    if (isRejection(name)) return name;
    const changes = entryChanges(body);
    const refused = await checkEntries(deps, actor, tagId, changes);
    if (refused) return refused;
    const tagged = await tagEntries(deps, act, tagId, changes);
    if (isRejection(tagged)) return tagged;
    const renamed =
      name === undefined ? { tagId, position: null } : await renameTag(deps, actor, act, tagId, name);
    if (isRejection(renamed)) return renamed;
    await projected(deps, ["tags"], furthest(tagged.position, renamed.position));
    const reply = await tagReply(deps, actor, renamed.tagId);
    return isRejection(reply) ? reply : { status: 200, body: reply };
  });

  mount("deleteTag", async ({ actor, params, act }) => {
    const { tagId } = params;
    const state = await ownTagState(deps, actor, tagId);
    if (isRejection(state)) return state;
    if (state.status !== "active" && !act.repeated) return noSuchTag();
    await deps.tagNames.release(tagId);
    const ended = await deps.tagNames.find(tagId);
    if (!ended) return { status: 204 };
    const settled = await settleTag(deps, act, ended);
    if (isRejection(settled)) return settled;
    await projected(deps, ["tags"], settled.position);
    return { status: 204 };
  });
}
