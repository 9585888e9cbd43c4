import { sessionTimes } from "@daybook/domain/contract/bounds";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { prefetchRoutes } from "./routes.tsx";
import { expiredAccount } from "../shared/expired-account.ts";
import { sampleSession } from "../shared/testing/sample-session.ts";
import { validSession, now, visit } from "./testing/visit.ts";

// Compiling the editor takes a while.
beforeAll(prefetchRoutes, 180_000);

describe("the page follows the session", () => {
  test("a request that is refused with 401 leads to the login page, and the next login leads back", async () => {
    const { server, router, expectPath, sessionActor, journals } = await visit("/journals");
    server.serverState.isSessionOver = true;
    await router.navigate("/journals/1/entries?view=trashed");
    await expectPath(
      "/app/login?message=unauthed&status=401&after_login=%2Fjournals%2F1%2Fentries%3Fview%3Dtrashed",
    );
    await vi.waitFor(() => expect(journals.all).toBeNull());
    server.serverState.isSessionOver = false;
    sessionActor.send({ type: "session.opened", session: validSession });
    await expectPath("/journals/1/entries?view=trashed");
  });

  test("a logout leads to the login page, without a path to return to", async () => {
    const { expectPath, sessionActor } = await visit("/journals/1");
    sessionActor.send({ type: "logout" });
    await expectPath("/app/login");
  });

  test("auto-logout leads to the login page with the reason in its URL, and the next login leads back", async () => {
    const { expectPath, sessionActor } = await visit("/journals/1");
    sessionActor.send({ type: "logout", reason: "idle" });
    await expectPath("/app/login?message=idle&after_login=%2Fjournals%2F1");
    sessionActor.send({ type: "session.opened", session: validSession });
    await expectPath("/journals/1");
  });

  test("after auto-logout, a public page stays open", async () => {
    const { currentPath, sessionActor } = await visit("/error/404");
    sessionActor.send({ type: "logout", reason: "idle" });
    await vi.waitFor(() => expect(sessionActor.getSnapshot().matches("loggedOut")).toBe(true));
    expect(currentPath()).toBe("/error/404");
  });

  test("no private page opens while an idle session is ending", async () => {
    const { navigateTo, sessionActor } = await visit("/error/404");
    sessionActor.send({ type: "logout", reason: "idle" });
    expect(await navigateTo("/journals")).toBe("/app/login?message=idle&after_login=%2Fjournals");
  });

  test("a deleted account leads to the goodbye page", async () => {
    const { expectPath, sessionActor } = await visit("/app/account/delete");
    sessionActor.send({ type: "account.deleted" });
    await expectPath("/account/delete-account-confirmation");
  });

  test("a logout in another tab logs out here too", async () => {
    const { expectPath, sessionActor, device } = await visit("/journals/1");
    device.storedSession = null;
    sessionActor.send({ type: "session.changed" });
    await expectPath("/app/login?after_login=%2Fjournals%2F1");
  });

  test("a logout in another tab keeps the search terms out of the login URL", async () => {
    const { expectPath, sessionActor, device } = await visit("/search?query=snow");
    device.storedSession = null;
    sessionActor.send({ type: "session.changed" });
    await expectPath("/app/login?after_login=%2Fsearch");
  });

  test("another user who logs in does not get the previous user's return path", async () => {
    const { expectPath, sessionActor } = await visit("/search?query=snow");
    sessionActor.send({ type: "logout", reason: "idle" });
    await expectPath("/app/login?message=idle&after_login=%2Fsearch%3Fquery%3Dsnow");
    const otherSession = sampleSession(now + 2 * sessionTimes.expiringWithin, "other", 8);
    sessionActor.send({ type: "session.opened", session: otherSession });
    await expectPath("/journals");
  });

  test("after a login in another tab, the password of an earlier refused login is forgotten", async () => {
    const { expectPath, sessionActor, device } = await visit("/app/login", null);
    expiredAccount.set({ email: "samuel@example.org", password: "blessed be god" });
    device.storedSession = validSession;
    sessionActor.send({ type: "session.changed" });
    await expectPath("/journals");
    expect(expiredAccount.get()).toBeNull();
  });

  test("a login in another tab logs in here too", async () => {
    const { expectPath, sessionActor, device } = await visit("/app/signup?after_login=%2Fjournals%2F1", null);
    device.storedSession = validSession;
    sessionActor.send({ type: "session.changed" });
    await expectPath("/journals/1");
  });

  test("another user sees no data of the previous one", async () => {
    const { expectPath, sessionActor, server, entries, device } = await visit("/journals/1/entries");
    expect(entries.find(5)?.title).toBe("Entry 5");
    server.serverState.journals = [];
    device.storedSession = sampleSession(now + 2 * sessionTimes.expiringWithin, "other", 8);
    sessionActor.send({ type: "session.changed" });
    expect(entries.find(5)).toBeUndefined();
    await expectPath("/journals");
  });

  test("another user who logs in just after a logout sees no data of the previous one", async () => {
    const { expectPath, sessionActor, server, entries, device } = await visit("/journals/1/entries");
    server.serverState.journals = [];
    for (const session of [null, sampleSession(now + 2 * sessionTimes.expiringWithin, "other", 8)]) {
      device.storedSession = session;
      sessionActor.send({ type: "session.changed" });
    }
    await expectPath("/journals");
    expect(entries.find(5)).toBeUndefined();
  });

  test("public pages stay when the session ends", async () => {
    const { waitUntilLoaded, sessionActor, device } = await visit("/error/404");
    device.storedSession = null;
    sessionActor.send({ type: "session.changed" });
    expect(await waitUntilLoaded()).toBe("/error/404");
  });
});
