import { expect, test } from "vitest";
import type { Application } from "../application.ts";
import { noteRestore, type RestoreCall } from "./note-restore.ts";

test("a failure to record a restore is logged and does not fail the command", async () => {
  const warnings: unknown[] = [];
  const broken = new Error("the database is away");
  const app: Partial<Application> = {
    vault: { openKey: () => Promise.reject(broken) } as unknown as Application["vault"],
    logger: { warn: (facts: unknown) => void warnings.push(facts) } as unknown as Application["logger"],
  };
  const call = {
    actor: { userId: 1 },
    command: { requestId: "asked" },
    caller: {},
  } as unknown as RestoreCall;
  await noteRestore(app as Application, call, "version");
  expect(warnings).toEqual([{ err: broken, requestId: "asked" }]);
});
