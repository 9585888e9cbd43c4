import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { listSessions } from "../accounts/list-sessions.ts";
import type { Application } from "../application.ts";
import type { Context } from "../context.ts";
import { contentEvents } from "./save-entry.ts";

/** The device that saved a text. */
export type SavingDevice = { readonly userAgent: string | null; readonly isCurrent: boolean };

/** The device that saved the current text of an entry; `null` when it is not known, for example because its session has ended. */
export async function findSavingDevice(
  app: Application,
  context: Context,
  entryId: number,
): Promise<SavingDevice | null> {
  const lastSave = await app.commands.findLastMetadata(streamOf.entry(entryId), ({ type }) =>
    contentEvents.has(type),
  );
  if (!lastSave?.sessionId) return null;
  const sessions = await listSessions(app, context);
  if (isRejection(sessions)) return null;
  const session = sessions.find(({ id }) => String(id) === lastSave.sessionId);
  return session ? { userAgent: session.userAgent, isCurrent: session.isCurrent } : null;
}
