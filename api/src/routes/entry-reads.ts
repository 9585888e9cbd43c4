import { diffTexts } from "@daybook/content/diff-texts";
import { accountDecider } from "@daybook/domain/account/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import type { DataKey } from "@daybook/platform/privacy/key-vault";
import { listEntries, countEntries, neighbours } from "@daybook/read-models/queries/entries";
import { photosOf } from "@daybook/read-models/queries/photos";
import { type NumberedVersion, versionById, versionsOf } from "@daybook/read-models/queries/versions";
import type { ApiDeps } from "../deps.ts";
import type { Mount } from "../http/mount.ts";
import { listedTexts, ownEntryRow } from "../policies/entry-access.ts";
import { activeJournal, ownJournal } from "../policies/journal-access.ts";
import { closedEntries } from "../policies/lock-gate.ts";
import { presentEntry, presentNeighbour } from "../presenters/entry.ts";
import { appliedThemes } from "./applied-themes.ts";
import { extrasOf } from "./entry-extras.ts";
import { type EntryText, openEntryText } from "./entry-text.ts";
import { listedDays } from "./listed-days.ts";
import { presentList } from "./listed-entries.ts";
import { showPhotos } from "./photos/show-photos.ts";

function presentVersion(version: NumberedVersion, text: EntryText) {
  return {
    id: version.id,
    created_at: version.createdAt,
    plain_text_body: text.text,
    word_count: version.wordCount,
    words_added: version.wordsAdded,
    words_removed: version.wordsRemoved,
    session: version.session,
  };
}

/** A version of this very entry, opened. */
export async function openVersion(deps: ApiDeps, key: DataKey, entryId: number, versionId: number) {
  const version = await versionById(deps.pool, entryId, versionId);
  if (!version) return reject("not_found", "There is no such version of this entry.");
  return { version, text: openEntryText(key, entryId, version) };
}

/** The calls that read entries and their versions. */
export function mountEntryReads(mount: Mount, deps: ApiDeps): void {
  mount("listEntries", async ({ actor, act, params, query }) => {
    // The trash of a journal that is in the trash itself can be looked into, so that something of it can be rescued.
    const gate = query.view === "trashed" ? ownJournal : activeJournal;
    const [journal, account] = await Promise.all([
      gate(deps, actor, params.journalId),
      query.time === "all" ? null : deps.commands.load(accountDecider, streamOf.account(actor.userId)),
    ]);
    if (isRejection(journal)) return journal;
    const days = listedDays(query, act.at, account?.state.settings.timezone ?? "UTC");
    if (isRejection(days)) return days;
    // That a closed entry has a tag is withheld, as its tags are.
    const closed = query.tag === undefined ? [] : await closedEntries(deps, actor);
    const listing = { journalId: journal.id, ...query, days, closed };
    const [page, total] = await Promise.all([
      listEntries(deps.pool, listing),
      countEntries(deps.pool, listing),
    ]);
    if (isRejection(page)) return page;
    return presentList(deps, { actor, act }, journal, {
      rows: page.entries,
      nextCursor: page.nextCursor,
      total,
      number: query.page,
      size: query.limit,
    });
  });

  mount("getEntry", async ({ actor, act, params, query, origin }) => {
    const journal = await activeJournal(deps, actor, params.journalId);
    if (isRejection(journal)) return journal;
    const found = await ownEntryRow(deps, actor, params);
    if (isRejection(found)) return found;
    const { row, key, lock } = found;
    const [beside, photos, extras, [facts = row]] = await Promise.all([
      neighbours(deps.pool, row, query.previous, query.next),
      photosOf(deps.pool, row.id),
      extrasOf(deps, actor.userId, [row.id]),
      appliedThemes(deps, actor.userId, act.at, [row]),
    ]);
    const all = [...beside.previous, ...beside.next];
    const texts = await listedTexts(deps, actor, all);
    const present = (rows: typeof all) =>
      rows.flatMap((neighbour) => {
        const text = texts.get(neighbour.id);
        return text ? [{ entry: presentNeighbour(neighbour, text) }] : [];
      });
    const name = { id: journal.id, name: journal.clearName };
    return {
      status: 200,
      body: {
        entry: presentEntry(facts, openEntryText(key, row.id, row), name, lock, {
          photos: showPhotos(deps, { actor, origin }, { entryId: row.id, key }, photos),
          extras: extras(row.id),
        }),
        previous: present(beside.previous),
        next: present(beside.next),
      },
    };
  });

  mount("listVersions", async ({ actor, params, query }) => {
    const found = await ownEntryRow(deps, actor, params);
    if (isRejection(found)) return found;
    const { total, versions } = await versionsOf(deps.pool, params.entryId, query);
    return {
      status: 200,
      body: {
        total_versions: total,
        versions: versions.map((version) => ({
          version: presentVersion(version, openEntryText(found.key, params.entryId, version)),
        })),
      },
    };
  });

  mount("previewVersion", async ({ actor, params, query, origin }) => {
    const found = await ownEntryRow(deps, actor, params);
    if (isRejection(found)) return found;
    const opened = await openVersion(deps, found.key, params.entryId, query.version_id);
    if (isRejection(opened)) return opened;
    const { version, text } = opened;
    const entry = { entryId: params.entryId, key: found.key };
    const photos = showPhotos(deps, { actor, origin }, entry, await photosOf(deps.pool, params.entryId));
    const body = { title: text.title, richtext_body: photos.fill(text.html) };
    return { status: 200, body: { version: { ...presentVersion(version, text), ...body } } };
  });

  mount("diffVersions", async ({ actor, params, query }) => {
    const found = await ownEntryRow(deps, actor, params);
    if (isRejection(found)) return found;
    const [from, to] = await Promise.all([
      openVersion(deps, found.key, params.entryId, query.from),
      openVersion(deps, found.key, params.entryId, query.to),
    ]);
    if (isRejection(from)) return from;
    if (isRejection(to)) return to;
    // A title belongs to what changed when it did.
    const isRenamed = from.text.title !== to.text.title;
    const [before, after] = [from, to].map(({ text }) =>
      isRenamed ? `${text.title}\n\n${text.text}` : text.text,
    );
    return { status: 200, body: { diff: diffTexts(before ?? "", after ?? "") } };
  });
}
