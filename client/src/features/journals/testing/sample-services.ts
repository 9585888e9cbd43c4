import { createActor } from "xstate";
import type { Api } from "../../../shared/api-client.ts";
import { createAtom } from "../../../shared/atom.ts";
import type { Services } from "../../../shared/services.ts";
import { sessionMachine } from "../../../shared/session/session.machine.ts";
import { sampleSession } from "../../../shared/testing/sample-session.ts";

/** What a page of journals needs, for a logged-in user. The caller stops `sessionActor`. */
export function startServices(call: (name: string, input?: object) => Promise<unknown>, isPro: boolean) {
  const session = sampleSession(Date.now() + 1e9);
  const sessionActor = createActor(sessionMachine, {
    input: { now: () => Date.now(), read: () => ({ ...session, user: { ...session.user, is_pro: isPro } }) },
  }).start();
  return {
    api: { call } as unknown as Api,
    sessionActor,
    stores: null,
    clock: { now: () => Date.parse("2026-11-20T12:00:00.000Z") },
    settings: { current: createAtom(null) } as unknown as Services["settings"],
  };
}
