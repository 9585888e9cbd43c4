import type { Session } from "@daybook/domain/contract/sessions";
import { describe, expect, test } from "vitest";
import { createActor, fromPromise } from "xstate";
import type { Api } from "../api-client.ts";
import { sampleSession } from "../testing/sample-session.ts";
import { refreshSession, replaceSession } from "./refresh-session.ts";
import { sessionMachine } from "./session.machine.ts";

const now = Date.parse("2026-11-23T12:00:00.000Z");
const expiresAt = now + 40 * 86_400_000;
const refreshedSession = sampleSession(expiresAt, "refreshed");

/** Refreshes a session, and reads what is then stored. `beforeReply` runs while the call is under way. */
async function refreshAndRead(
  beforeReply: (actor: ReturnType<typeof startSession>, abort: () => void) => void,
) {
  const sessionActor = startSession();
  const controller = new AbortController();
  const call = async () => {
    beforeReply(sessionActor, () => controller.abort());
    return { ok: true, status: 200, data: refreshedSession };
  };
  await refreshSession({ api: { call } as unknown as Api, sessionActor }, { signal: controller.signal });
  const { context } = sessionActor.getSnapshot();
  sessionActor.stop();
  return { token: context.session?.access_token.token, endReason: context.endReason };
}

function startSession(session = sampleSession(expiresAt)) {
  const logout = fromPromise<unknown, void>(() => new Promise(() => {}));
  return createActor(sessionMachine.provide({ actors: { logout } }), {
    input: { now: () => now, read: () => session },
  }).start();
}

test("the session is replaced by the refreshed one", async () => {
  expect((await refreshAndRead(() => {})).token).toBe("refreshed");
});

test("a refresh reply that arrives during a log-out does not undo the log-out", async () => {
  const { token, endReason } = await refreshAndRead((actor) => actor.send({ type: "logout" }));
  expect([token, endReason]).toEqual(["token", "logged out"]);
});

test("a refresh reply that arrives after a log-out opens no session", async () => {
  expect((await refreshAndRead((actor) => actor.send({ type: "unauthorised" }))).token).toBeUndefined();
});

test("a refresh reply about another user, or one that the page no longer waits for, changes nothing", async () => {
  const session = sampleSession(expiresAt, "other", 8);
  expect((await refreshAndRead((actor) => actor.send({ type: "session.opened", session }))).token).toBe(
    "other",
  );
  expect((await refreshAndRead((_, abort) => abort())).token).toBe("token");
});

test("a failed refresh changes nothing", async () => {
  const sessionActor = startSession();
  const call = async () => ({ ok: false, status: 503 });
  expect(await refreshSession({ api: { call } as unknown as Api, sessionActor })).toBe(false);
  expect(sessionActor.getSnapshot().context.session?.access_token.token).toBe("token");
  sessionActor.stop();
});

describe("onboarding", () => {
  const inOnboarding = (session: Session): Session => ({
    ...session,
    user: { ...session.user, onboarding_step: "welcome" },
  });

  test("the onboarding does not start again when a reply from before its end arrives", () => {
    const sessionActor = startSession(inOnboarding(sampleSession(expiresAt)));
    sessionActor.send({ type: "onboarding.moved", step: null });
    replaceSession({ sessionActor }, inOnboarding(refreshedSession));
    const { session } = sessionActor.getSnapshot().context;
    expect([session?.access_token.token, session?.user.onboarding_step]).toEqual(["refreshed", null]);
    sessionActor.stop();
  });

  test("the onboarding of another user who logs in starts", () => {
    const sessionActor = startSession();
    const session = inOnboarding(sampleSession(expiresAt, "other", 8));
    sessionActor.send({ type: "session.opened", session });
    expect(sessionActor.getSnapshot().context.session?.user.onboarding_step).toBe("welcome");
    sessionActor.stop();
  });
});
