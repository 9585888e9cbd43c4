import type { CoverName } from "@daybook/domain/contract/appearance-values";
import { tierAt } from "@daybook/domain/account/tier";
import type { ComposeSettings } from "@daybook/domain/journal/appearance";
import { type JournalCommand, journalDecider } from "@daybook/domain/journal/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import { findJournalMetadata } from "../access/journal-access.ts";
import { loadAccount } from "../accounts/change-account.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import type { JournalLook } from "./journal-view.ts";

type LookCommand = Extract<JournalCommand, { type: "ChooseCover" | "ChangeComposeSettings" }>;

/**
 * The ids from a path. The look of a journal is its cover and its compose settings: font, date display and themes. The id of the cover
 * or of the settings must equal the id of the journal.
 */
export type LookRef = { readonly journalId: number; readonly lookId: number };

async function changeLook(
  app: Application,
  { actor, command }: Context,
  { journalId, lookId }: LookRef,
  createCommand: (isPaid: boolean) => LookCommand,
): Promise<JournalLook | Refusal> {
  const journal = await findJournalMetadata(app, actor, journalId);
  if (isRejection(journal)) return journal;
  if (lookId !== journal.id) return reject("not_found", "This journal has no such setting.");
  const { membership } = await loadAccount(app, actor.userId);
  const isPaid = tierAt(membership, command.at) !== "free";
  const result = await app.commands.execute({
    decider: journalDecider,
    stream: streamOf.journal(journal.id),
    commands: [createCommand(isPaid)],
    context: command,
  });
  if (isRejection(result)) return result;
  await waitForReadModels(app, ["journal-list"], result.position);
  const { cover, compose } = result.state;
  return { id: journal.id, isPaid, cover, ...compose };
}

/** Chooses the cover of a journal. */
export const chooseCover = (
  app: Application,
  context: Context,
  target: LookRef,
  cover: CoverName,
): Promise<JournalLook | Refusal> =>
  changeLook(app, context, target, (isPaid) => ({
    type: "ChooseCover",
    data: { journalId: target.journalId, cover, at: context.command.at },
    isPaid,
  }));

/** Changes compose settings of a journal. Settings that are absent from `changes` stay as they are. */
export const changeComposeSettings = (
  app: Application,
  context: Context,
  target: LookRef,
  changes: Partial<ComposeSettings>,
): Promise<JournalLook | Refusal> =>
  changeLook(app, context, target, (isPaid) => ({
    type: "ChangeComposeSettings",
    data: { journalId: target.journalId, changes, at: context.command.at },
    isPaid,
  }));
