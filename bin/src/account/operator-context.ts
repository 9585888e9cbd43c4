import { randomUUID } from "node:crypto";
import type { CommandContext } from "@daybook/platform/commands/handle-command";

/** The context of a command from the operator's command line. @param now milliseconds since 1970 */
export const operatorContext = (now: number): CommandContext => ({
  at: new Date(now).toISOString(),
  repeated: false,
  commandId: randomUUID(),
  actor: null,
  sessionId: null,
  requestId: null,
  source: "operator",
});
