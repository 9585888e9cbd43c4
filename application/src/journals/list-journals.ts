import { accountById } from "@daybook/read-models/queries/accounts";
import { journalsOfUser } from "@daybook/read-models/queries/journals";
import { findJournalKeys, type DecryptedJournal, decryptJournal } from "../access/journal-access.ts";
import type { Application } from "../application.ts";
import type { Context } from "../context.ts";
import { orderJournals } from "./order-journals.ts";

/** Lists the actor's journals in the order that the actor's settings choose. */
export async function listJournals(
  app: Application,
  { actor, command }: Context,
  { view }: { readonly view: "active" | "trashed" },
): Promise<DecryptedJournal[]> {
  const [rows, account] = await Promise.all([
    journalsOfUser(app.pool, actor.userId, view, command.at),
    accountById(app.pool, actor.userId),
  ]);
  const keyOf = await findJournalKeys(
    app,
    rows.map(({ id }) => id),
  );
  const journals = rows.flatMap((row) => decryptJournal(app, actor, row, keyOf(row.id)) ?? []);
  const customOrder = account?.customOrder ? account.customOrder.split(",").map(Number) : [];
  return orderJournals(journals, account?.journalOrder ?? "created", customOrder);
}
