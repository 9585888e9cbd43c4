import { randomUUID } from "node:crypto";
import type { Application } from "@daybook/application/application";
import { startDowngrade } from "@daybook/application/downgrade/start-downgrade";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { noLockAccess } from "@daybook/platform/vault/lock-access";

/** Downgrades a person to the basic plan with this application. Ends when its run has ended, also by an error. */
export async function downgradeWith(app: Application, { session }: RemoteDaybook): Promise<void> {
  if (!session) throw new Error("nobody is signed in");
  const userId = session.user.id;
  const [commandId, now] = [randomUUID(), app.clock.now()];
  const command = {
    commandId,
    correlationId: commandId,
    repeated: false,
    completed: false,
    ids: [app.newId(), app.newId()] as const,
    now,
    at: new Date(now).toISOString(),
    actor: String(userId),
    sessionId: null,
    requestId: "test",
    source: "web" as const,
  };
  const actor = { userId, sessionId: 1, sessionFamilyId: 1, token: "", lockAccess: noLockAccess() };
  const context = { actor, command, caller: { ip: "192.0.2.1", userAgent: "test" } };
  let run: Promise<void> | undefined;
  const inBackground: Application["inBackground"] = (_name, work) =>
    void (run = work(new AbortController().signal));
  const request = { to: "free", refund: true, reason: null, comments: "" } as const;
  await startDowngrade({ ...app, inBackground }, context, request);
  await run?.catch(() => {});
}
