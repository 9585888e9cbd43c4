import type { CommandContext } from "@daybook/platform/commands/handle-command";
import { uuid5 } from "@daybook/platform/event-store/uuid5";

const namespace = "7c1d5a86-1b0e-4c37-9d3a-2f8b6f0f9a41";

/**
 * The command of a step before, at or after the end of a membership: announcing, paying, expiring. The same step of the same account
 * always has the same command id, so that a repeated step adds nothing. `repeated` is always true, since an earlier run may have died
 * after it appended the events.
 *
 * @param at ISO-8601 UTC
 */
export const renewalContext = (accountId: number, step: string, at: string): CommandContext => ({
  commandId: uuid5(namespace, `${accountId} ${step}`),
  repeated: true,
  actor: null,
  sessionId: null,
  requestId: null,
  source: "scheduler",
  at,
});
