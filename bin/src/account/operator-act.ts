import { randomUUID } from "node:crypto";
import type { ActContext } from "@daybook/platform/commands/handle-command";

/** An act of whoever runs this Daybook, from the command line. @param now milliseconds since 1970 */
export const operatorAct = (now: number): ActContext => ({
  at: new Date(now).toISOString(),
  repeated: false,
  commandId: randomUUID(),
  actor: null,
  sessionId: null,
  requestId: null,
  source: "operator",
});
