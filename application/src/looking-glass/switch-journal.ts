import { journalDecider } from "@daybook/domain/journal/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { findJournalMetadata } from "../access/journal-access.ts";
import { changeAccount, isStepDone, loadAccount } from "../accounts/change-account.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import type { JournalView } from "../journals/journal-view.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";

const accountStep = "looking glass";

/**
 * Turns Looking Glass on or off for a journal. Turning it on also turns it on for the account. It is on for a journal only
 * while it is on for the account.
 *
 * @param requestedStatus `undefined` turns it off if it is on for the journal and for the account, and on otherwise
 */
export async function switchJournalLookingGlass(
  app: Application,
  context: Context,
  journalId: number,
  requestedStatus: boolean | undefined,
): Promise<JournalView | Refusal> {
  const { actor, command } = context;
  const journal = await findJournalMetadata(app, actor, journalId);
  if (isRejection(journal)) return journal;
  const stream = streamOf.journal(journalId);
  const [{ state }, account] = await Promise.all([
    app.commands.load(journalDecider, stream),
    loadAccount(app, actor.userId),
  ]);
  if (command.completed) {
    return { ...journal, isInLookingGlass: state.lookingGlass && account.settings.lookingGlass };
  }
  // A repeat must not invert what an earlier run has done.
  const isDone =
    (command.repeated && (await app.commands.findCommandPosition(stream, command.commandId)) !== null) ||
    (await isStepDone(app, actor.userId, command, accountStep));
  const isOn = state.lookingGlass && account.settings.lookingGlass;
  const shouldBeOn = requestedStatus ?? (isDone ? state.lookingGlass : !isOn);
  const journalResult = await app.commands.execute({
    decider: journalDecider,
    stream,
    commands: [{ type: "SwitchLookingGlass", data: { journalId, on: shouldBeOn, at: command.at } }],
    context: command,
  });
  if (isRejection(journalResult)) return journalResult;
  const accountResult = shouldBeOn
    ? await changeAccount(app, actor.userId, command, accountStep, {
        type: "ChangeSettings",
        data: { changes: { lookingGlass: true }, at: command.at },
      })
    : { position: null };
  if (isRejection(accountResult)) return accountResult;
  await waitForReadModels(app, ["journal-list"], journalResult.position);
  await waitForReadModels(app, ["account"], accountResult.position);
  return { ...journal, isInLookingGlass: shouldBeOn };
}
