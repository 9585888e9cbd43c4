import type { DomainEvent } from "@daybook/domain/events";
import type { Decider } from "@daybook/domain/kernel/decider";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import type { CommandContext, CommandResult } from "@daybook/platform/commands/handle-command";
import { uuid5 } from "@daybook/platform/event-store/uuid5";
import type { Application } from "../application.ts";

const namespace = "0f9cbb0c-8c35-4a5e-9d5f-6f4c1a3a7e11";

/**
 * The context for erasing a stream without a request. The same stream always gets the same command id, so a second run adds nothing.
 * `repeated` is always true, because an earlier run may have appended the events already.
 */
export function erasureContext(app: Application, userId: number, stream: string): CommandContext {
  return {
    at: new Date(app.clock.now()).toISOString(),
    commandId: uuid5(namespace, stream),
    repeated: true,
    actor: String(userId),
    sessionId: null,
    requestId: null,
    source: "scheduler",
  };
}

/**
 * Erases the entry, journal or account of a stream, always in this order: store a durable intent, append the event, call
 * `prepare`, delete the key with all keys below it, call `finish`. A command that erases nothing keeps the key. After a crash, a job deletes the key if the
 * event was appended.
 *
 * @param finish runs when the stream is erased; it may run again
 * @param prepare uses the key for the last time; it may run again. The job that deletes the key after a crash must do the work of
 * `prepare` first
 */
export async function eraseStream<C, E extends DomainEvent, S extends { readonly status: string }>(
  app: Application,
  {
    stream,
    decider,
    command,
    context,
  }: {
    readonly stream: string;
    readonly decider: Decider<C, E, S>;
    readonly command: C;
    readonly context: CommandContext;
  },
  finish: () => Promise<void>,
  prepare: () => Promise<void> = async () => {},
): Promise<CommandResult<S> | Rejection> {
  await app.vault.beginErasure(stream);
  const result = await app.commands.execute({ decider, stream, commands: [command], context });
  if (isRejection(result) || result.state.status !== "erased") return result;
  await prepare();
  await app.vault.completeErasure(stream);
  await finish();
  return result;
}
