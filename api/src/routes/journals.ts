import { accountDecider } from "@daybook/domain/account/decider";
import { journalDecider } from "@daybook/domain/journal/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import { contentTag, seal } from "@daybook/platform/privacy/seal";
import { journalsOf } from "@daybook/read-models/queries/journals";
import type { Act } from "../context.ts";
import type { ApiDeps } from "../deps.ts";
import { stepOf } from "../http/act-step.ts";
import type { Mount } from "../http/mount.ts";
import { openJournal, ownJournal } from "../policies/journal-access.ts";
import { type JournalFacts, presentJournal } from "../presenters/journal.ts";
import { projected } from "./projected.ts";

const ghostAge = 60_000;

/**
 * Reserves a journal on the account, which owns the rule how many there may be. What a crash between two steps left
 * reserved (a journal that never came into being, or one in the trash) is released first, so that no ghost locks
 * anybody out.
 */
async function reserveJournal(
  deps: ApiDeps,
  userId: number,
  journalId: number,
  act: Act,
): Promise<Rejection | null> {
  const stream = streamOf.account(userId);
  const { state } = await deps.commands.load(accountDecider, stream);
  for (const [reserved, since] of state.journals) {
    if (reserved === journalId) continue;
    const { status } = (await deps.commands.load(journalDecider, streamOf.journal(reserved))).state;
    const neverMade = status === "none" && act.now - Date.parse(since) > ghostAge;
    if (neverMade || status === "trashed") await releaseJournal(deps, userId, reserved, act);
  }
  const reserved = await deps.commands.execute({
    decider: accountDecider,
    stream,
    commands: [{ type: "ReserveJournal", data: { journalId, at: act.at } }],
    context: stepOf(act, "reserve"),
  });
  return isRejection(reserved) ? reserved : null;
}

async function releaseJournal(deps: ApiDeps, userId: number, journalId: number, act: Act): Promise<void> {
  await deps.commands.execute({
    decider: accountDecider,
    stream: streamOf.account(userId),
    commands: [{ type: "ReleaseJournal", data: { journalId, at: act.at } }],
    context: stepOf(act, `release ${journalId}`),
  });
}

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
});

/** The calls of journals. */
export function mountJournals(mount: Mount, deps: ApiDeps): void {
  mount("listJournals", async ({ actor, query }) => {
    const rows = await journalsOf(deps.pool, actor.userId, query.view);
    const keys = await deps.vault.openKeys(rows.map(({ id }) => streamOf.journal(id)));
    const journals = rows.flatMap((row) => {
      const opened = openJournal(row, keys.get(streamOf.journal(row.id)));
      return opened ? [{ journal: presentJournal(opened, opened.clearName) }] : [];
    });
    return { status: 200, body: { journals } };
  });

  mount("getJournal", async ({ actor, params }) => {
    const journal = await ownJournal(deps, actor, params.journalId);
    if (isRejection(journal)) return journal;
    return { status: 200, body: { journal: presentJournal(journal, journal.clearName) } };
  });

  mount("createJournal", async ({ actor, body, act }) => {
    const made = await makeJournal(deps, actor.userId, act.ids[0], body.name, act);
    if (isRejection(made)) return made;
    const stored = await ownJournal(deps, actor, act.ids[0]);
    const journal = isRejection(stored)
      ? presentJournal(made.facts, made.name)
      : presentJournal(stored, stored.clearName);
    return { status: 201, body: { journal } };
  });

  mount("updateJournal", async ({ actor, params, body, act }) => {
    const journal = await ownJournal(deps, actor, params.journalId);
    if (isRejection(journal)) return journal;
    const stream = streamOf.journal(journal.id);
    const key = await deps.vault.openKey(stream);
    if (body.restore) {
      const refused = await reserveJournal(deps, actor.userId, journal.id, act);
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
    if (isRejection(outcome)) return outcome;
    await projected(deps, ["journal-list", "account"], outcome.position);
    const facts = { ...journal, trashedAt: outcome.state.status === "trashed" ? journal.trashedAt : null };
    return { status: 200, body: { journal: presentJournal(facts, body.name ?? journal.clearName) } };
  });

  mount("deleteJournal", async ({ actor, params, act }) => {
    const journal = await ownJournal(deps, actor, params.journalId);
    if (isRejection(journal)) return journal;
    const outcome = await deps.commands.execute({
      decider: journalDecider,
      stream: streamOf.journal(journal.id),
      commands: [{ type: "TrashJournal", data: { journalId: journal.id, at: act.at } }],
      context: act,
    });
    if (isRejection(outcome)) return outcome;
    await releaseJournal(deps, actor.userId, journal.id, act);
    await projected(deps, ["journal-list"], outcome.position);
    return { status: 204 };
  });
}
