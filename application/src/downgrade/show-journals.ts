import { randomUUID } from "node:crypto";
import { accountDecider } from "@daybook/domain/account/decider";
import { journalDecider } from "@daybook/domain/journal/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { CommandContext } from "@daybook/platform/commands/handle-command";
import type { Position } from "@daybook/platform/event-store/event-store";
import { runEach } from "@daybook/platform/run-each";
import { hiddenJournalIds, hiddenJournalsToShow } from "@daybook/read-models/queries/journals";
import type { Application } from "../application.ts";
import { childCommand } from "../child-command.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";

/**
 * Shows a hidden journal again. First asks the account to count the journal. The account refuses when its tier allows no further journal.
 * The journal is shown even then.
 */
async function showJournal(
  app: Application,
  userId: number,
  journalId: number,
  context: CommandContext,
): Promise<Position | null> {
  const data = { journalId, at: context.at };
  await app.commands.execute({
    decider: accountDecider,
    stream: streamOf.account(userId),
    commands: [{ type: "ReserveJournal", data }],
    context: childCommand(context, `show ${journalId}`),
  });
  const result = await app.commands.execute({
    decider: journalDecider,
    stream: streamOf.journal(journalId),
    commands: [{ type: "ShowJournal", data }],
    context: childCommand(context, "show"),
  });
  return isRejection(result) ? null : result.position;
}

/** Shows the journals that a downgrade has hidden. Called when their account gets a paid plan. */
export async function showHiddenJournals(
  app: Application,
  userId: number,
  context: CommandContext,
): Promise<void> {
  for (const journalId of await hiddenJournalIds(app.pool, userId)) {
    const position = await showJournal(app, userId, journalId, context);
    await waitForReadModels(app, ["journal-list"], position);
  }
}

/**
 * Shows what must not stay hidden: journals of accounts that got a paid plan without a purchase, and journals into which a request
 * wrote an entry while they were being hidden. A journal that fails does not block the others.
 */
export async function showOverlookedJournals(app: Application, signal: AbortSignal): Promise<void> {
  const at = new Date(app.clock.now()).toISOString();
  const showOverlooked = ({ id, userId }: { id: number; userId: number }) => {
    const context = {
      at,
      commandId: randomUUID(),
      repeated: false,
      actor: String(userId),
      sessionId: null,
      requestId: null,
      source: "scheduler",
    } as const;
    return showJournal(app, userId, id, context);
  };
  await runEach(await hiddenJournalsToShow(app.pool, at), showOverlooked, signal);
}
