import { sessionTimes } from "@daybook/domain/contract/bounds";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { warmRoutes } from "./routes.tsx";
import { sampleSession } from "./shared/testing/sample-session.ts";
import { lasting, now, visit } from "./testing/visit.ts";

// The editor takes a while to compile.
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
    sessionActor.send({ type: "session.opened", session: lasting });
    await arrived("/journals/1/entries?view=trashed");
  });

  test("a log-out leads to the login alone", async () => {
    const { arrived, sessionActor } = await visit("/journals/1");
    sessionActor.send({ type: "logout" });
    await arrived("/app/login");
  });

  test("idleness leads to the login, which says so, and back", async () => {
    const { arrived, sessionActor } = await visit("/journals/1");
    sessionActor.send({ type: "logout", why: "idle" });
    await arrived("/app/login?message=idle&after_login=%2Fjournals%2F1");
    sessionActor.send({ type: "session.opened", session: lasting });
    await arrived("/journals/1");
  });

  test("idleness leaves a page alone that needs no session", async () => {
    const { at, sessionActor } = await visit("/error/404");
    sessionActor.send({ type: "logout", why: "idle" });
    await vi.waitFor(() => expect(sessionActor.getSnapshot().matches("signedOut")).toBe(true));
    expect(at()).toBe("/error/404");
  });

  test("while an idle session is being left, no private page opens", async () => {
    const { go, sessionActor } = await visit("/error/404");
    sessionActor.send({ type: "logout", why: "idle" });
    expect(await go("/journals")).toBe("/app/login?message=idle&after_login=%2Fjournals");
  });

  test("a deleted account leads to the goodbye", async () => {
    const { arrived, sessionActor } = await visit("/app/account/delete");
    sessionActor.send({ type: "account.deleted" });
    await arrived("/account/delete-account-confirmation");
  });

  test("a log-out in another tab leads out of here too", async () => {
    const { arrived, sessionActor, world } = await visit("/journals/1");
    world.stored = null;
    sessionActor.send({ type: "session.changed" });
    await arrived("/app/login?after_login=%2Fjournals%2F1");
  });

  test("what was searched for stays out of the login when another tab logged out", async () => {
    const { arrived, sessionActor, world } = await visit("/search?query=snow");
    world.stored = null;
    sessionActor.send({ type: "session.changed" });
    await arrived("/app/login?after_login=%2Fsearch");
  });

  test("another person who logs in is not led to where the one before was", async () => {
    const { arrived, sessionActor } = await visit("/search?query=snow");
    sessionActor.send({ type: "logout", why: "idle" });
    await arrived("/app/login?message=idle&after_login=%2Fsearch%3Fquery%3Dsnow");
    const other = sampleSession(now + 2 * sessionTimes.expiringWithin, "other", 8);
    sessionActor.send({ type: "session.opened", session: other });
    await arrived("/journals");
  });

  test("a login in another tab leads in here too", async () => {
    const { arrived, sessionActor, world } = await visit("/app/signup?after_login=%2Fjournals%2F1", null);
    world.stored = lasting;
    sessionActor.send({ type: "session.changed" });
    await arrived("/journals/1");
  });

  test("another person sees nothing of the one before", async () => {
    const { arrived, sessionActor, server, entries, world } = await visit("/journals/1/entries");
    expect(entries.find(5)?.title).toBe("Entry 5");
    server.world.journals = [];
    world.stored = sampleSession(now + 2 * sessionTimes.expiringWithin, "other", 8);
    sessionActor.send({ type: "session.changed" });
    expect(entries.find(5)).toBeUndefined();
    await arrived("/journals");
  });

  test("pages that need no session stay when it ends", async () => {
    const { at, sessionActor, world } = await visit("/error/404");
    world.stored = null;
    sessionActor.send({ type: "session.changed" });
    expect(at()).toBe("/error/404");
  });
});
