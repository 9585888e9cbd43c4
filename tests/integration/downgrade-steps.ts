import type { Application } from "@daybook/application/application";
import { startDowngrade } from "@daybook/application/downgrade/start-downgrade";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { contextOf } from "./call-context.ts";

/** Downgrades a person to the basic plan with this application. Returns when the run has ended, successfully or with an error. */
export async function downgradeWith(app: Application, { session }: RemoteDaybook): Promise<void> {
  if (!session) throw new Error("nobody is logged in");
  const context = contextOf(app, session.user.id);
  let run: Promise<void> | undefined;
  const inBackground: Application["inBackground"] = (_name, work) =>
    void (run = work(new AbortController().signal));
  const request = { to: "free", refund: true, reason: null, comments: "" } as const;
  await startDowngrade({ ...app, inBackground }, context, request);
  await run?.catch(() => {});
}
