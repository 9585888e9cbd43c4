import { expect, test } from "vitest";
import type { Application } from "../application.ts";
import type { ActivityContext } from "./note-activity.ts";
import { noteRestore } from "./note-restore.ts";

test("a failure to note a restore is only logged", async () => {
  const warnings: unknown[] = [];
  const databaseError = new Error("the database is down");
  const app: Partial<Application> = {
    vault: { openKey: () => Promise.reject(databaseError) } as unknown as Application["vault"],
    logger: { warn: (fields: unknown) => void warnings.push(fields) } as unknown as Application["logger"],
  };
  const context = {
    actor: { userId: 1 },
    command: { requestId: "request-1" },
    caller: {},
  } as unknown as ActivityContext;
  await noteRestore(app as Application, context, "version");
  expect(warnings).toEqual([{ err: databaseError, requestId: "request-1" }]);
});
