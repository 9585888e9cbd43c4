import { diffTexts } from "@daybook/content/diff-texts";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import type { DataKey } from "@daybook/platform/privacy/key-vault";
import { open } from "@daybook/platform/privacy/seal";
import { listEntries, countEntries, neighbours } from "@daybook/read-models/queries/entries";
import { type NumberedVersion, versionById, versionsOf } from "@daybook/read-models/queries/versions";
import type { ApiDeps } from "../deps.ts";
import type { Mount } from "../http/mount.ts";
import { ownEntryRow } from "../policies/entry-access.ts";
import { activeJournal } from "../policies/journal-access.ts";
import { presentEntry, presentListed, presentNeighbour } from "../presenters/entry.ts";
import { presentJournal } from "../presenters/journal.ts";
import { type EntryText, openEntryText, openListed } from "./entry-text.ts";

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
  mount("listEntries", async ({ actor, params, query }) => {
    const journal = await activeJournal(deps, actor, params.journalId);
    if (isRejection(journal)) return journal;
    const listing = { journalId: journal.id, ...query };
    const page = await listEntries(deps.pool, listing);
    if (isRejection(page)) return page;
    const [keys, total] = await Promise.all([
      deps.vault.openKeys(page.entries.map((row) => streamOf.entry(row.id))),
      countEntries(deps.pool, listing),
    ]);
    const name = { id: journal.id, name: journal.clearName };
    const entries = page.entries.flatMap((row) => {
      const key = keys.get(streamOf.entry(row.id));
      return key ? [{ entry: presentListed(row, openListed(key, row.id, row), name) }] : [];
    });
    const shown = presentJournal(journal, journal.clearName, { number: query.page, size: query.limit });
    const totalPages = Math.max(1, Math.ceil(total / query.limit));
    return {
      status: 200,
      body: { journal: { ...shown, total_pages: totalPages }, entries, next_cursor: page.nextCursor },
    };
  });

  mount("getEntry", async ({ actor, params, query }) => {
    const journal = await activeJournal(deps, actor, params.journalId);
    if (isRejection(journal)) return journal;
    const found = await ownEntryRow(deps, actor, params);
    if (isRejection(found)) return found;
    const { row, key } = found;
    const beside = await neighbours(deps.pool, row, query.previous, query.next);
    const all = [...beside.previous, ...beside.next];
    const keys = await deps.vault.openKeys(all.map(({ id }) => streamOf.entry(id)));
    const present = (rows: typeof all) =>
      rows.flatMap((neighbour) => {
        const stream = streamOf.entry(neighbour.id);
        const neighbourKey = keys.get(stream);
        if (!neighbourKey) return [];
        return [
          { entry: presentNeighbour(neighbour, open(neighbourKey, stream, "entry.title", neighbour.title)) },
        ];
      });
    return {
      status: 200,
      body: {
        entry: presentEntry(row, openEntryText(key, row.id, row), {
          id: journal.id,
          name: journal.clearName,
        }),
        previous: present(beside.previous),
        next: present(beside.next),
      },
    };
  });

  mount("listPhotos", async ({ actor, params }) => {
    const found = await ownEntryRow(deps, actor, params);
    return isRejection(found) ? found : { status: 200, body: { photos: [] } };
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

  mount("previewVersion", async ({ actor, params, query }) => {
    const found = await ownEntryRow(deps, actor, params);
    if (isRejection(found)) return found;
    const opened = await openVersion(deps, found.key, params.entryId, query.version_id);
    if (isRejection(opened)) return opened;
    const { version, text } = opened;
    return {
      status: 200,
      body: { version: { ...presentVersion(version, text), title: text.title, richtext_body: text.html } },
    };
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
    return { status: 200, body: { diff: diffTexts(from.text.text, to.text.text) } };
  });
}
