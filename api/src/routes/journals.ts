import type { Journal } from "@daybook/domain/contract/journals";
import { classroomRefusal } from "@daybook/domain/journal/classroom";
import { journalDecider } from "@daybook/domain/journal/decider";
import { initialComposeSettings } from "@daybook/domain/journal/look";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import { contentTag, seal } from "@daybook/platform/privacy/seal";
import { accountById } from "@daybook/read-models/queries/accounts";
import { journalsOf } from "@daybook/read-models/queries/journals";
import type { Act, Call } from "../context.ts";
import type { ApiDeps } from "../deps.ts";
import type { Mount } from "../http/mount.ts";
import { ensureContentKey } from "../policies/content-key.ts";
import { journalOutside, type OpenJournal, openJournal } from "../policies/journal-access.ts";
import { mayErase } from "../policies/journal-erasure.ts";
import { type JournalFacts, presentJournal } from "../presenters/journal.ts";
import { eraseJournal, isErasedInLog } from "../processes/erase-journal.ts";
import { releaseJournal, reservationOf, reserveJournal } from "../processes/reserve-journal.ts";
import { noteRestore, type RestoreCall } from "./account/note-restore.ts";
import { changeJournalLock } from "./locks/journal-locks.ts";
import { readLockForm } from "./locks/lock-form.ts";
import { orderJournals } from "./order-journals.ts";
import { projected } from "./projected.ts";

/**
 * Makes a journal, or finishes making it: reservation, key, event, in this order, so that a crash leaves nothing that blocks
 * or cannot be read.
 */
export async function makeJournal(
  deps: ApiDeps,
  userId: number,
  journalId: number,
  name: string,
  act: Act,
): Promise<{ facts: JournalFacts; name: string } | Rejection> {
  const refused = await reserveJournal(deps, userId, journalId, act);
  if (refused) return refused;
  const stream = streamOf.journal(journalId);
  const key = await deps.vault.create(stream, streamOf.account(userId));
  await ensureContentKey(deps, journalId);
  const created = await deps.commands.execute({
    decider: journalDecider,
    stream,
    commands: [
      {
        type: "CreateJournal",
        data: {
          journalId,
          accountId: userId,
          name: seal(key, stream, "journal.name", name),
          nameTag: contentTag(key, [name]),
          at: act.at,
        },
      },
    ],
    context: act,
  });
  if (isRejection(created)) {
    // Made already, by this very act or by the same one sent twice.
    const { state } = await deps.commands.load(journalDecider, stream);
    return state.accountId === userId ? { facts: newJournal(journalId, act), name } : created;
  }
  await projected(deps, ["journal-list", "account"], created.position);
  return { facts: newJournal(journalId, act), name };
}

/** What is known of a journal that was just made, while the read model is late. */
const newJournal = (id: number, act: Act): JournalFacts => ({
  id,
  position: 1,
  createdAt: act.at,
  trashedAt: null,
  activeEntries: 0,
  trashedEntries: 0,
  lastUpdate: null,
  lastEntryId: null,
  cover: null,
  ...initialComposeSettings,
  classroom: "none",
  isPaid: false,
  lock: null,
});

/** The calls of journals. */
export function mountJournals(mount: Mount, deps: ApiDeps): void {
  mount("listJournals", async ({ actor, query, act }) => {
    const [rows, account] = await Promise.all([
      journalsOf(deps.pool, actor.userId, query.view, act.at),
      accountById(deps.pool, actor.userId),
    ]);
    const streams = rows.map(({ id }) => streamOf.journal(id));
    const [keys, locks] = await Promise.all([deps.vault.openKeys(streams), deps.locks.locksOf(streams)]);
    const opened = rows.flatMap((row) => {
      const stream = streamOf.journal(row.id);
      return openJournal(deps, actor, row, keys.get(stream), locks.get(stream)) ?? [];
    });
    const customOrder = account?.customOrder ? account.customOrder.split(",").map(Number) : [];
    const ordered = orderJournals(opened, account?.journalOrder ?? "created", customOrder);
    const journals = ordered.map((journal) => ({ journal: presentJournal(journal, journal.clearName) }));
    return { status: 200, body: { journals } };
  });

  mount("getJournal", async ({ actor, params }) => {
    const journal = await journalOutside(deps, actor, params.journalId);
    if (isRejection(journal)) return journal;
    return { status: 200, body: { journal: presentJournal(journal, journal.clearName) } };
  });

  mount("createJournal", async ({ actor, body, act }) => {
    const made = await makeJournal(deps, actor.userId, act.ids[0], body.name, act);
    if (isRejection(made)) return made;
    const stored = await journalOutside(deps, actor, act.ids[0]);
    const journal = isRejection(stored)
      ? presentJournal(made.facts, made.name)
      : presentJournal(stored, stored.clearName);
    return { status: 201, body: { journal } };
  });

  mount("updateJournal", async ({ actor, params, body, act, caller }) => {
    const journal = await journalOutside(deps, actor, params.journalId);
    if (isRejection(journal)) return journal;
    const form = readLockForm(body);
    const changesLock = form !== null && form.kind !== "open" && form.kind !== "close";
    const refused = changesLock ? classroomRefusal(journal.classroom, "lock") : null;
    if (refused) return refused;
    const isLockOnly = form !== null && body.name === undefined && !body.restore;
    const changed = isLockOnly ? null : await renameOrRestore(journal, body, { actor, act, caller });
    if (isRejection(changed)) return changed;
    if (!form)
      return { status: 200, body: { journal: changed ?? presentJournal(journal, journal.clearName) } };
    const locked = await changeJournalLock(deps, { actor, act, caller }, journal.id, form);
    // Nothing of it is for a repeat: not what is said once, nor whether it was open.
    return isRejection(locked) ? locked : { status: 200, body: locked, unkept: true };
  });

  async function renameOrRestore(
    journal: OpenJournal,
    body: Call<"updateJournal">["body"],
    call: RestoreCall,
  ): Promise<Journal | Rejection> {
    const { act } = call;
    const stream = streamOf.journal(journal.id);
    const key = await deps.vault.openKey(stream);
    if (body.restore) {
      const refused = await reserveJournal(deps, journal.userId, journal.id, act);
      if (refused) return refused;
    }
    const outcome = await deps.commands.execute({
      decider: journalDecider,
      stream,
      commands: [
        ...(body.restore
          ? [{ type: "RestoreJournal" as const, data: { journalId: journal.id, at: act.at } }]
          : []),
        ...(body.name !== undefined && key
          ? [
              {
                type: "RenameJournal" as const,
                data: {
                  journalId: journal.id,
                  name: seal(key, stream, "journal.name", body.name),
                  nameTag: contentTag(key, [body.name]),
                  at: act.at,
                },
              },
            ]
          : []),
      ],
      context: act,
    });
    if (isRejection(outcome)) {
      if (body.restore) await releaseJournal(deps, journal.userId, journal.id, act.at, act);
      return outcome;
    }
    await projected(deps, ["journal-list", "account"], outcome.position);
    const wasTrashed = journal.trashedAt !== null || act.repeated;
    if (body.restore && wasTrashed && outcome.changed) await noteRestore(deps, call, "journal");
    const facts = { ...journal, trashedAt: outcome.state.status === "trashed" ? journal.trashedAt : null };
    return presentJournal(facts, body.name ?? journal.clearName);
  }

  mount("deleteJournal", async ({ actor, params, query, body, act, caller }) => {
    const journal = await journalOutside(deps, actor, params.journalId);
    if (isRejection(journal)) {
      const isDone = act.repeated && (await isErasedInLog(deps, params.journalId, actor.userId));
      if (!query.permanent || !isDone) return journal;
    }
    const journalId = params.journalId;
    const data = { journalId, at: act.at };
    if (query.permanent) {
      const refused = isRejection(journal) ? null : await mayErase(deps, { actor, caller }, journalId, body);
      if (refused) return refused;
      const erased = await eraseJournal(deps, actor.userId, { type: "EraseJournal", data }, act);
      if (isRejection(erased)) return erased;
      await projected(deps, ["journal-list"], erased.position);
      return { status: 204 };
    }
    const reservedAt = await reservationOf(deps, actor.userId, journalId);
    const outcome = await deps.commands.execute({
      decider: journalDecider,
      stream: streamOf.journal(journalId),
      commands: [{ type: "TrashJournal", data }],
      context: act,
    });
    if (isRejection(outcome)) return outcome;
    // Brought back meanwhile, it keeps the reservation that it came back with.
    if (outcome.state.status === "trashed" && reservedAt !== undefined) {
      await releaseJournal(deps, actor.userId, journalId, reservedAt, act);
    }
    await projected(deps, ["journal-list"], outcome.position);
    return { status: 204 };
  });
}
