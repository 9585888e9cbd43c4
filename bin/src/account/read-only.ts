import { entryDecider } from "@daybook/domain/entry/decider";
import { journalDecider } from "@daybook/domain/journal/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import { systemClock } from "@daybook/platform/clock";
import { createCommandHandler } from "@daybook/platform/commands/handle-command";
import type { Config } from "@daybook/platform/config";
import type { EventStore } from "@daybook/platform/event-store/event-store";
import { operatorContext } from "./operator-context.ts";
import { withDaybook } from "./with-daybook.ts";

/**
 * Makes an entry read-only or writable. A read-only entry keeps the settings that its journal has at this moment. Returns a rejection
 * when there is no such entry.
 */
export async function setReadOnly(
  store: EventStore,
  entryId: number,
  isReadOnly: boolean,
  now: number,
): Promise<Rejection | null> {
  const commands = createCommandHandler({ store });
  const stream = streamOf.entry(entryId);
  const { state: entry } = await commands.load(entryDecider, stream);
  const { state: journal } = await commands.load(journalDecider, streamOf.journal(entry.journalId));
  const context = operatorContext(now);
  const result = await commands.execute({
    decider: entryDecider,
    stream,
    commands: [
      isReadOnly
        ? { type: "MakeReadOnly", data: { entryId, settings: journal.compose, at: context.at } }
        : { type: "MakeWritable", data: { entryId, at: context.at } },
    ],
    context,
  });
  return isRejection(result) ? result : null;
}

/** Changes the entry in the configured database, which may be running or stopped. Returns the exit code. */
export function runReadOnly(
  entryId: number,
  isReadOnly: boolean,
  config: Config,
  printLine: (line: string) => void,
): Promise<number> {
  return withDaybook(config, async ({ store }) => {
    const rejection = await setReadOnly(store, entryId, isReadOnly, systemClock.now());
    printLine(rejection?.message ?? `The entry is ${isReadOnly ? "read-only" : "writable"} now.`);
    return rejection ? 1 : 0;
  });
}
