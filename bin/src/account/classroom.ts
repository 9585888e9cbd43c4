import type { ClassroomRole } from "@daybook/domain/contract/appearance-values";
import { journalDecider } from "@daybook/domain/journal/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import { systemClock } from "@daybook/platform/clock";
import { createCommandHandler } from "@daybook/platform/commands/handle-command";
import type { Config } from "@daybook/platform/config";
import type { EventStore } from "@daybook/platform/event-store/event-store";
import { operatorContext } from "./operator-context.ts";
import { withDaybook } from "./with-daybook.ts";

/** Sets a journal's role in a class. Returns a rejection when there is no such journal. */
export async function setClassroomRole(
  store: EventStore,
  journalId: number,
  role: ClassroomRole,
  now: number,
): Promise<Rejection | null> {
  const context = operatorContext(now);
  const outcome = await createCommandHandler({ store }).execute({
    decider: journalDecider,
    stream: streamOf.journal(journalId),
    commands: [{ type: "SetClassroomRole", data: { journalId, role, at: context.at } }],
    context,
  });
  return isRejection(outcome) ? outcome : null;
}

const resultTexts: Record<ClassroomRole, string> = {
  master: "The journal is the master of a class.",
  slave: "The journal is a slave of a class.",
  none: "The journal belongs to no class.",
};

/** Sets the role in the configured database, which may be running or stopped. Returns the exit code. */
export function runClassroom(
  journalId: number,
  role: ClassroomRole,
  config: Config,
  printLine: (line: string) => void,
): Promise<number> {
  return withDaybook(config, async ({ store }) => {
    const rejection = await setClassroomRole(store, journalId, role, systemClock.now());
    printLine(rejection ? rejection.message : resultTexts[role]);
    return rejection ? 1 : 0;
  });
}
