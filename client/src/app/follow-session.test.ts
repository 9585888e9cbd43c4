import { sessionTimes } from "@daybook/domain/contract/bounds";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { warmRoutes } from "./routes.tsx";
import { sampleSession } from "../shared/testing/sample-session.ts";
import { validSession, now, visit } from "./testing/visit.ts";

// Compiling the editor takes a while.
beforeAll(warmRoutes, 60_000);

describe("the page follows the session", () => {
  test("a refused request leads to the login and back", async () => {
    const { server, router, arrived, sessionActor, journals } = await visit("/journals");
    server.world.sessionOver = true;
    await router.navigate("/journals/1/entries?view=trashed");
    await arrived(
      "/app/login?message=unauthed&status=401&after_login=%2Fjournals%2F1%2Fentries%3Fview%3Dtrashed",
    );
    await vi.waitFor(() => expect(journals.all).toBeNull());
    server.world.sessionOver = false;
    sessionActor.send({ type: "session.opened", session: validSession });
    await arrived("/journals/1/entries?view=trashed");
  });

  test("a logout leads to the login without a return path", async () => {
    const { arrived, sessionActor } = await visit("/journals/1");
    sessionActor.send({ type: "logout" });
    await arrived("/app/login");
  });

  test("auto-logout leads to the login, which says so, and back", async () => {
    const { arrived, sessionActor } = await visit("/journals/1");
    sessionActor.send({ type: "logout", why: "idle" });
    await arrived("/app/login?message=idle&after_login=%2Fjournals%2F1");
    sessionActor.send({ type: "session.opened", session: validSession });
    await arrived("/journals/1");
  });

  test("auto-logout stays on a public page", async () => {
    const { at, sessionActor } = await visit("/error/404");
    sessionActor.send({ type: "logout", why: "idle" });
    await vi.waitFor(() => expect(sessionActor.getSnapshot().matches("signedOut")).toBe(true));
    expect(at()).toBe("/error/404");
  });

  test("no private page opens while an idle session is ending", async () => {
    const { go, sessionActor } = await visit("/error/404");
    sessionActor.send({ type: "logout", why: "idle" });
    expect(await go("/journals")).toBe("/app/login?message=idle&after_login=%2Fjournals");
  });

  test("a deleted account leads to the goodbye page", async () => {
    const { arrived, sessionActor } = await visit("/app/account/delete");
    sessionActor.send({ type: "account.deleted" });
    await arrived("/account/delete-account-confirmation");
  });

  test("a logout in another tab logs out here too", async () => {
    const { arrived, sessionActor, world } = await visit("/journals/1");
    world.stored = null;
    sessionActor.send({ type: "session.changed" });
    await arrived("/app/login?after_login=%2Fjournals%2F1");
  });

  test("a logout in another tab keeps the search terms out of the login URL", async () => {
    const { arrived, sessionActor, world } = await visit("/search?query=snow");
    world.stored = null;
    sessionActor.send({ type: "session.changed" });
    await arrived("/app/login?after_login=%2Fsearch");
  });

  test("another user who logs in does not get the previous user's return path", async () => {
    const { arrived, sessionActor } = await visit("/search?query=snow");
    sessionActor.send({ type: "logout", why: "idle" });
    await arrived("/app/login?message=idle&after_login=%2Fsearch%3Fquery%3Dsnow");
    const otherSession = sampleSession(now + 2 * sessionTimes.expiringWithin, "other", 8);
    sessionActor.send({ type: "session.opened", session: otherSession });
    await arrived("/journals");
  });

  test("a login in another tab logs in here too", async () => {
    const { arrived, sessionActor, world } = await visit("/app/signup?after_login=%2Fjournals%2F1", null);
    world.stored = validSession;
    sessionActor.send({ type: "session.changed" });
    await arrived("/journals/1");
  });

  test("another user sees no data of the previous one", async () => {
    const { arrived, sessionActor, server, entries, world } = await visit("/journals/1/entries");
    expect(entries.find(5)?.title).toBe("Entry 5");
    server.world.journals = [];
    world.stored = sampleSession(now + 2 * sessionTimes.expiringWithin, "other", 8);
    sessionActor.send({ type: "session.changed" });
    expect(entries.find(5)).toBeUndefined();
    await arrived("/journals");
  });

  test("public pages stay when the session ends", async () => {
    const { at, sessionActor, world } = await visit("/error/404");
    world.stored = null;
    sessionActor.send({ type: "session.changed" });
    expect(at()).toBe("/error/404");
  });
});
