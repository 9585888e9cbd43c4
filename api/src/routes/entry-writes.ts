import { accountDecider } from "@daybook/domain/account/decider";
import { type EditBase, type Entry, entryDecider } from "@daybook/domain/entry/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import { contentTag } from "@daybook/platform/privacy/seal";
import type { Call, Refusal } from "../context.ts";
import type { ApiDeps } from "../deps.ts";
import type { Mount } from "../http/mount.ts";
import { ownEntryRow, ownEntryState } from "../policies/entry-access.ts";
import { activeJournal, type OpenJournal } from "../policies/journal-access.ts";
import { presentEntry } from "../presenters/entry.ts";
import { entryDate, localDateAt } from "./entry-dates.ts";
import { openVersion } from "./entry-reads.ts";
import { type EntryText, readEntryText } from "./entry-text.ts";
import { createEntry, currentText, type EntryChange, type LoadedEntry, saveEntry } from "./save-entry.ts";

type Edit = Call<"updateEntry">["body"];

/** The entry as it now stands. `sent` is what the caller sent, which spares opening the text when it is still that. */
async function present(deps: ApiDeps, journal: OpenJournal, entry: LoadedEntry, sent?: EntryText) {
  const { entryId, state, key } = entry;
  const isSent = sent && contentTag(key, [sent.title, sent.html]) === state.contentTag;
  const text = isSent ? sent : await currentText(deps, entry);
  return presentEntry({ ...state, id: entryId }, text, { id: journal.id, name: journal.clearName });
}

/** The entry as it is now goes along with a conflict, so that the client can show both texts. */
async function withCurrentEntry(
  deps: ApiDeps,
  refusal: Rejection,
  journal: OpenJournal,
  { entryId, key }: LoadedEntry,
): Promise<Refusal> {
  if (refusal.code !== "revision_conflict") return refusal;
  const { state } = await deps.commands.load(entryDecider, streamOf.entry(entryId));
  return { ...refusal, extra: { entry: await present(deps, journal, { entryId, state, key }) } };
}

/** What an edit is based on; a number may come as text. */
function baseOf(modified: Edit["modified"]): EditBase {
  if (modified === null || modified === undefined) return undefined;
  return typeof modified === "string" && /^\d{1,9}$/.test(modified) ? Number(modified) : modified;
}

const isStale = (base: EditBase, state: Entry): boolean =>
  base !== undefined && base !== state.revision && base !== state.modifiedAt;

/** Reads out of an edit what it changes; what it leaves out of the text is filled in from the entry. */
async function changeOf(deps: ApiDeps, entry: LoadedEntry, body: Edit): Promise<EntryChange> {
  const { title, richtext_body: html } = body;
  let text: EntryText | undefined;
  if (title !== undefined || html !== undefined) {
    const known = title === undefined || html === undefined ? await currentText(deps, entry) : null;
    text = readEntryText(title ?? known?.title ?? "", html ?? known?.html ?? "");
  }
  const dated = body.created_at ?? body.created ?? body.local_date ?? body.timezone;
  return {
    ...(text && { text, base: baseOf(body.modified) }),
    ...(dated !== undefined && { date: entryDate(body, entry.state) }),
    ...(body.starred !== undefined && { starred: body.starred }),
    ...(body.status_id === 1 && { restoreInto: entry.state.journalId }),
  };
}

/** The calls that write entries. */
export function mountEntryWrites(mount: Mount, deps: ApiDeps): void {
  /** An empty body is saved like any other, but may be a client's mistake. */
  const warnIfEmpty = (text: EntryText | undefined, requestId: string) => {
    if (text?.html === "") deps.logger.warn({ requestId }, "an entry was saved with an empty body");
  };

  mount("createEntry", async ({ actor, params, body, act }) => {
    const [journal, account] = await Promise.all([
      activeJournal(deps, actor, params.journalId),
      deps.commands.load(accountDecider, streamOf.account(actor.userId)),
    ]);
    if (isRejection(journal)) return journal;
    const timezone = body.timezone ?? account.state.timezone;
    const today = { createdAt: act.at, localDate: localDateAt(act.at, timezone), timezone };
    const text = readEntryText(body.title, body.richtext_body);
    warnIfEmpty(text, act.requestId);
    const created = await createEntry(deps, act, {
      userId: actor.userId,
      journalId: journal.id,
      text,
      date: entryDate(body, today),
      promptId: body.prompt_id ?? null,
    });
    if (isRejection(created)) return created;
    return { status: 201, body: { entry: await present(deps, journal, created, text) } };
  });

  mount("updateEntry", async ({ actor, params, body, act }) => {
    const [journal, found] = await Promise.all([
      activeJournal(deps, actor, params.journalId),
      ownEntryState(deps, actor, params),
    ]);
    if (isRejection(journal)) return journal;
    if (isRejection(found)) return found;
    const entry = { entryId: params.entryId, ...found };
    const change = await changeOf(deps, entry, body);
    warnIfEmpty(change.text, act.requestId);
    const outcome = await saveEntry(deps, act, entry, change);
    if (isRejection(outcome)) return withCurrentEntry(deps, outcome, journal, entry);
    // A client whose text is right but whose revision is old learns the new one; else there is nothing to say.
    if (!outcome.changed && !isStale(change.base, outcome.state)) return { status: 204 };
    const after = { ...entry, state: outcome.state };
    return { status: 200, body: { entry: await present(deps, journal, after, change.text) } };
  });

  mount("restoreVersion", async ({ actor, params, query, act }) => {
    const journal = await activeJournal(deps, actor, params.journalId);
    if (isRejection(journal)) return journal;
    // The read model first: it waits for the versions, and answers 503 while they are late.
    const row = await ownEntryRow(deps, actor, params);
    if (isRejection(row)) return row;
    const found = await ownEntryState(deps, actor, params);
    if (isRejection(found)) return found;
    const opened = await openVersion(deps, found.key, params.entryId, query.version_id);
    if (isRejection(opened)) return opened;
    const entry = { entryId: params.entryId, ...found };

    if (!query.replace) {
      const { createdAt, localDate, timezone, promptId } = found.state;
      const copy = await createEntry(deps, act, {
        userId: actor.userId,
        journalId: journal.id,
        text: opened.text,
        date: { createdAt, localDate, timezone },
        promptId,
      });
      if (isRejection(copy)) return copy;
      return { status: 200, body: { entry: await present(deps, journal, copy, opened.text) } };
    }
    const outcome = await saveEntry(deps, act, entry, {
      text: opened.text,
      restoredVersionId: opened.version.id,
    });
    if (isRejection(outcome)) return outcome;
    const after = { ...entry, state: outcome.state };
    return { status: 200, body: { entry: await present(deps, journal, after, opened.text) } };
  });
}
