import { accountDecider } from "@daybook/domain/account/decider";
import { entryDecider } from "@daybook/domain/entry/decider";
import type { EditBase, Entry } from "@daybook/domain/entry/entry";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject, type Rejection } from "@daybook/domain/kernel/rejection";
import type { Act, Actor, Answer, Call, Refusal } from "../context.ts";
import type { ApiDeps } from "../deps.ts";
import { stepOf } from "../http/act-step.ts";
import type { Mount } from "../http/mount.ts";
import { type EntryPath, ownEntryRow, ownEntryState } from "../policies/entry-access.ts";
import { activeJournal, type OpenJournal } from "../policies/journal-access.ts";
import { moveEntries } from "../processes/move-entries.ts";
import { noteRestore } from "./account/note-restore.ts";
import { maySetThemes } from "./applied-themes.ts";
import { entryDate, localDateAt } from "./entry-dates.ts";
import { openVersion } from "./entry-reads.ts";
import { type Asker, entryReply } from "./entry-reply.ts";
import { type EntryText, readEntryText } from "./entry-text.ts";
import { projected } from "./projected.ts";
import { changeEntryLock } from "./locks/entry-locks.ts";
import { readLockForm } from "./locks/lock-form.ts";
import { createEntry, currentText, type EntryChange, type LoadedEntry, saveEntry } from "./save-entry.ts";

type Edit = Call<"updateEntry">["body"];

/** The entry as it is now goes along with a conflict, so that the client can show both texts. */
async function withCurrentEntry(
  deps: ApiDeps,
  asker: Asker,
  refusal: Rejection,
  journal: OpenJournal,
  entry: LoadedEntry,
): Promise<Refusal> {
  if (refusal.code !== "revision_conflict") return refusal;
  const { state } = await deps.commands.load(entryDecider, streamOf.entry(entry.entryId));
  return { ...refusal, extra: { entry: await entryReply(deps, asker, journal, { ...entry, state }) } };
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
  const { pad_theme_id: padThemeId, page_theme_id: pageThemeId } = body;
  const themes =
    padThemeId !== undefined || pageThemeId !== undefined ? { padThemeId, pageThemeId } : undefined;
  const dated = body.created_at ?? body.created ?? body.local_date ?? body.timezone;
  return {
    ...(text && { text, base: baseOf(body.modified) }),
    ...(dated !== undefined && { date: entryDate(body, entry.state) }),
    ...(body.starred !== undefined && { starred: body.starred }),
    ...(themes && { themes }),
    ...(body.status_id === 1 && { restoreInto: entry.state.journalId }),
  };
}

/** True for an edit that is not about a lock alone. */
function saysMore(body: Edit): boolean {
  const { title, richtext_body: html, starred, status_id: status, journal_id: journalId } = body;
  const { pad_theme_id: pad, page_theme_id: page } = body;
  const dated = body.created_at ?? body.created ?? body.local_date ?? body.timezone;
  return [title, html, starred, status, dated, journalId, pad, page].some((part) => part !== undefined);
}

/** The calls that write entries. */
export function mountEntryWrites(mount: Mount, deps: ApiDeps): void {
  /** An empty body is saved like any other, but may be a client's mistake. */
  const warnIfEmpty = (text: EntryText | undefined, requestId: string) => {
    if (text?.html === "") deps.logger.warn({ requestId }, "an entry was saved with an empty body");
  };

  mount("createEntry", async ({ actor, params, body, act, origin }) => {
    const [journal, account] = await Promise.all([
      activeJournal(deps, actor, params.journalId),
      deps.commands.load(accountDecider, streamOf.account(actor.userId)),
    ]);
    if (isRejection(journal)) return journal;
    const timezone = body.timezone ?? account.state.settings.timezone;
    const today = { createdAt: act.at, localDate: localDateAt(act.at, timezone), timezone };
    const text = readEntryText(body.title, body.richtext_body);
    warnIfEmpty(text, act.requestId);
    const created = await createEntry(deps, act, {
      userId: actor.userId,
      journalId: journal.id,
      text,
      date: entryDate(body, today),
      promptId: body.prompt_id ?? null,
      opening: actor.opening,
    });
    if (isRejection(created)) return created;
    return {
      status: 201,
      body: { entry: await entryReply(deps, { actor, act, origin }, journal, created, text) },
    };
  });

  /** Where an edit says the entry is to be, when that is another journal. */
  async function targetOf(
    actor: Actor,
    params: EntryPath,
    body: Edit,
  ): Promise<OpenJournal | null | Refusal> {
    if (body.entry_id !== undefined && body.entry_id !== params.entryId) {
      return reject("invalid", "This names two entries.", {
        entry_id: "This is not the entry of the address.",
      });
    }
    if (body.journal_id === undefined || body.journal_id === params.journalId) return null;
    return activeJournal(deps, actor, body.journal_id);
  }

  /** The entry for an edit; a repeated one may have moved it already. */
  async function entryToEdit(actor: Actor, act: Act, params: EntryPath, target: OpenJournal | null) {
    const found = await ownEntryState(deps, actor, params);
    if (!isRejection(found) || !act.repeated || !target) return found;
    return ownEntryState(deps, actor, { ...params, journalId: target.id });
  }

  async function refuseThemes(actor: Actor, act: Act, { themes }: EntryChange): Promise<Rejection | null> {
    const chosen = Math.max(themes?.padThemeId ?? 1, themes?.pageThemeId ?? 1);
    if (chosen === 1 || (await maySetThemes(deps, actor.userId, act.at))) return null;
    return reject("pro_required", "Themes are part of Daybook PRO.");
  }

  mount("updateEntry", async (call) => {
    const { params, body } = call;
    const asked = readLockForm(body);
    // Whether an entry's lock closes by itself is said when it is set.
    const form = asked?.kind === "auto" ? null : asked;
    if (!form) return edit(call);
    const isOpening = form.kind === "open" || form.kind === "remove";
    const saved = isOpening || !saysMore(body) ? null : await edit(call);
    if (isRejection(saved)) return saved;
    const journalId = saved && body.journal_id ? body.journal_id : params.journalId;
    const changed = await changeEntryLock(deps, call, { ...params, journalId }, form);
    if (isRejection(changed)) return changed;
    const edited = isOpening && saysMore(body) ? await edit(call) : null;
    if (edited && (isRejection(edited) || edited.status === 200)) return edited;
    return { status: 200, body: changed, unkept: true };
  });

  async function edit(call: Call<"updateEntry">): Promise<Answer<"updateEntry">> {
    const { actor, params, body, act, caller, origin } = call;
    const [journal, target] = await Promise.all([
      activeJournal(deps, actor, params.journalId),
      targetOf(actor, params, body),
    ]);
    if (isRejection(journal)) return journal;
    if (isRejection(target)) return target;
    const found = await entryToEdit(actor, act, params, target);
    if (isRejection(found)) return found;
    const entry = { entryId: params.entryId, ...found };
    const change = await changeOf(deps, entry, body);
    const refused = await refuseThemes(actor, act, change);
    if (refused) return refused;
    warnIfEmpty(change.text, act.requestId);
    const outcome = await saveEntry(deps, act, entry, change);
    if (isRejection(outcome)) return withCurrentEntry(deps, { actor, act, origin }, outcome, journal, entry);
    // A repeat finds it active already; that nothing is said twice, the log sees to.
    const wasTrashed = found.state.status === "trashed" || act.repeated;
    if (change.restoreInto !== undefined && wasTrashed && outcome.changed) {
      await noteRestore(deps, { actor, act, caller }, "entries");
    }
    if (target) {
      // After the text: a conflict leaves everything as it was.
      const moving = { ids: [entry.entryId], from: params.journalId, to: target.id };
      const [moved] = await moveEntries(deps, actor, stepOf(act, "move"), "move", moving);
      if (isRejection(moved?.outcome)) return moved.outcome;
      await projected(deps, ["entry-page"], moved?.outcome ?? null);
    }
    // A client whose text is right but whose revision is old learns the new one; else there is nothing to say.
    if (!target && !outcome.changed && !isStale(change.base, outcome.state)) return { status: 204 };
    const after = { ...entry, state: outcome.state };
    return {
      status: 200,
      body: { entry: await entryReply(deps, { actor, act, origin }, target ?? journal, after, change.text) },
    };
  }

  mount("restoreVersion", async ({ actor, params, query, act, caller, origin }) => {
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
        photosFrom: { entryId: params.entryId, key: found.key, photos: found.state.photos },
        opening: actor.opening,
      });
      if (isRejection(copy)) return copy;
      await noteRestore(deps, { actor, act, caller }, "version");
      return {
        status: 200,
        body: { entry: await entryReply(deps, { actor, act, origin }, journal, copy, opened.text) },
      };
    }
    const outcome = await saveEntry(deps, act, entry, {
      text: opened.text,
      restoredVersionId: opened.version.id,
    });
    if (isRejection(outcome)) return outcome;
    if (outcome.changed) await noteRestore(deps, { actor, act, caller }, "version");
    const after = { ...entry, state: outcome.state };
    return {
      status: 200,
      body: { entry: await entryReply(deps, { actor, act, origin }, journal, after, opened.text) },
    };
  });
}
