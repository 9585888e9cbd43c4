import { streamOf } from "@daybook/domain/kernel/ids";
import { accountById } from "@daybook/read-models/queries/accounts";
import { journalsOfUser } from "@daybook/read-models/queries/journals";
import { type OpenJournal, openJournal } from "../access/journal-access.ts";
import type { Application } from "../application.ts";
import type { Context } from "../context.ts";
import { orderJournals } from "./order-journals.ts";

/** Lists the actor's journals in the order of their settings. */
export async function listJournals(
  app: Application,
  { actor, command }: Context,
  { view }: { readonly view: "active" | "trashed" },
): Promise<OpenJournal[]> {
  const [rows, account] = await Promise.all([
    journalsOfUser(app.pool, actor.userId, view, command.at),
    accountById(app.pool, actor.userId),
  ]);
  const streams = rows.map(({ id }) => streamOf.journal(id));
  const [keys, locks] = await Promise.all([app.vault.openKeys(streams), app.locks.locksOf(streams)]);
  const opened = rows.flatMap((row) => {
    const stream = streamOf.journal(row.id);
    return openJournal(app, actor, row, keys.get(stream), locks.get(stream)) ?? [];
  });
  const customOrder = account?.customOrder ? account.customOrder.split(",").map(Number) : [];
  return orderJournals(opened, account?.journalOrder ?? "created", customOrder);
}
