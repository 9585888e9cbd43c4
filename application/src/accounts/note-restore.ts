import type { DataOf } from "@daybook/domain/kernel/define-events";
import type { AccountEvent } from "@daybook/domain/account/events";
import type { Application } from "../application.ts";
import { noteActivity, type ActivityContext } from "./note-activity.ts";

/** Adds a restore to the account's activity: one line per command, even when it restored many entries. */
export const noteRestore = (
  app: Application,
  context: ActivityContext,
  restored: DataOf<AccountEvent, "RestoreDone">["restored"],
): Promise<void> =>
  noteActivity(app, context, "restore", (originAndTime) => ({
    type: "NoteRestore",
    data: { restored, ...originAndTime },
  }));
