import { entryDecider } from "@daybook/domain/entry/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import { findEntryState } from "../access/entry-access.ts";
import { changeAccount } from "../accounts/change-account.ts";
import { invalidLink } from "../accounts/refusals.ts";
import { findAccountBySlug } from "../accounts/user-slug.ts";
import type { Application } from "../application.ts";
import type { Actor, Context, Refusal } from "../context.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";

/** Turns Looking Glass off for the account of a mailed link. Needs no session: the slug is the credential. */
export async function disableLookingGlass(
  app: Application,
  { command }: Pick<Context<Actor | null>, "command">,
  userSlug: string,
): Promise<Refusal | null> {
  const account = await findAccountBySlug(app, userSlug);
  if (isRejection(account)) return account;
  const accountChange = await changeAccount(app, account.userId, command, "looking glass", {
    type: "ChangeSettings",
    data: { changes: { lookingGlass: false }, at: command.at },
  });
  if (isRejection(accountChange)) return accountChange;
  await waitForReadModels(app, ["account"], accountChange.position);
  return null;
}

/** An entry that Looking Glass should not show again. */
export type Exclusion = {
  readonly entryId: number;
  /** The entry id in the submitted form; `undefined` when the form has none. It must equal `entryId`, which is from the path. */
  readonly formEntryId: number | undefined;
  /** The credential of a mailed link. Without it, the entry must be the actor's. */
  readonly userSlug: string | undefined;
};

async function ownerOf(
  app: Application,
  actor: Actor | null,
  userSlug: string | undefined,
): Promise<number | Refusal> {
  if (userSlug === undefined) return actor?.userId ?? invalidLink();
  const account = await findAccountBySlug(app, userSlug);
  return isRejection(account) ? account : account.userId;
}

/** Excludes an entry from Looking Glass for good. The entry may be locked, in the trash, or in a locked journal. */
export async function excludeFromLookingGlass(
  app: Application,
  { actor, command }: Context<Actor | null>,
  { entryId, formEntryId = entryId, userSlug }: Exclusion,
): Promise<Refusal | null> {
  if (formEntryId !== entryId) {
    return reject("invalid", "The ids differ.", { eid: "This is not the id in the path." });
  }
  const userId = await ownerOf(app, actor, userSlug);
  if (isRejection(userId)) return userId;
  const entry = await findEntryState(app, { userId }, { journalId: null, entryId });
  if (isRejection(entry)) return invalidLink();
  const result = await app.commands.execute({
    decider: entryDecider,
    stream: streamOf.entry(entryId),
    commands: [{ type: "ExcludeFromLookingGlass", data: { entryId, at: command.at } }],
    context: { ...command, actor: String(userId) },
  });
  if (isRejection(result)) return result;
  await waitForReadModels(app, ["entry-page"], result.position);
  return null;
}
