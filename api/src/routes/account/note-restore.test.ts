import { expect, test } from "vitest";
import type { ApiDeps } from "../../deps.ts";
import { noteRestore, type RestoreCall } from "./note-restore.ts";

test("what cannot be noted is logged, and stops nothing", async () => {
  const warnings: unknown[] = [];
  const broken = new Error("the database is away");
  const deps: Partial<ApiDeps> = {
    vault: { openKey: () => Promise.reject(broken) } as unknown as ApiDeps["vault"],
    logger: { warn: (facts: unknown) => void warnings.push(facts) } as unknown as ApiDeps["logger"],
  };
  const call = { actor: { userId: 1 }, act: { requestId: "asked" }, caller: {} } as unknown as RestoreCall;
  await noteRestore(deps as ApiDeps, call, "version");
  expect(warnings).toEqual([{ err: broken, requestId: "asked" }]);
});
