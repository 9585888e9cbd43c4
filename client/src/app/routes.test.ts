import { sessionTimes } from "@daybook/domain/contract/bounds";
import type { OnboardingStep } from "@daybook/domain/contract/settings-values";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { moveOnboarding, skipOnboarding } from "../features/onboarding/move-onboarding.ts";
import { prefetchRoutes } from "./routes.tsx";
import { layoutPartsOf, mergeHandles } from "../shared/route-handle.ts";
import { sampleJournal } from "../shared/testing/sample-journal.ts";
import { sampleSession } from "../shared/testing/sample-session.ts";
import { validSession, now, visit } from "./testing/visit.ts";

// Compiling the editor takes a while.
beforeAll(prefetchRoutes, 180_000);

test.each([
  ["/journals", true],
  ["/search", true],
  ["/app/account", true],
  ["/app/account/billing", true],
  ["/app/account/delete", false],
  ["/app/account/billing/orders/7", false],
  ["/journals/1/new", false],
])("%s shows a promotion to a free account: %s", async (address, isShown) => {
  const { router } = await visit(address);
  const handle = mergeHandles(router.state.matches.map(({ route }) => route.handle as unknown));
  const viewer = { isLoggedIn: true, isMobile: false };
  expect(layoutPartsOf(handle, { ...viewer, isPaid: false }).promo).toBe(isShown);
  expect(layoutPartsOf(handle, { ...viewer, isPaid: true }).promo).toBe(false);
});

describe("without a session", () => {
  test.each([
    ["/", "/app/signup"],
    ["/app", "/app/signup"],
    ["/login?after_login=%2Faccount", "/app/login?after_login=%2Faccount"],
    ["/journals", "/app/login?after_login=%2Fjournals"],
    ["/journals/1/entries?page=2", "/app/login?after_login=%2Fjournals%2F1%2Fentries%3Fpage%3D2"],
    ["/journals/1/new", "/app/login?after_login=%2Fjournals%2F1%2Fnew"],
    ["/journals/new-entry", "/app/login?after_login=%2Fjournals%2Fnew-entry"],
    ["/app/login", "/app/login"],
    ["/app/account/delete", "/app/login?after_login=%2Fapp%2Faccount%2Fdelete"],
    ["/account/delete-account-confirmation", "/account/delete-account-confirmation"],
    ["/nowhere", "/error/404?type=page"],
    ["/error/403", "/error/403"],
    ["/online-journal", "/online-journal"],
    ["/gopro", "/gopro"],
    ["/app/signup-pro", "/app/signup-pro"],
    ["/support", "/support"],
    ["/public/abc", "/public/abc"],
    ["/app/disable-reminder/1/slug", "/app/disable-reminder/1/slug"],
    ["/search?query=snow", "/app/login?after_login=%2Fsearch%3Fquery%3Dsnow"],
    ["/welcome", "/app/login?after_login=%2Fwelcome"],
    ["/mobile", "/app/login?after_login=%2Fmobile"],
  ])("%s leads to %s", async (address, expected) => {
    expect((await visit(address, null)).currentPath()).toBe(expected);
  });

  test.each([
    ["/journals/1/unlock", "unlockByLink", { journalId: "1" }],
    ["/journals/1/5/unlock", "unlockEntryByLink", { journalId: "1", entryId: "5" }],
  ])(
    "the token of a mailed link to %s is kept out of the URL and used after the login",
    async (...unlock) => {
      const [path, call, params] = unlock;
      const { api, currentPath, sessionActor } = await visit(`${path}?token=secret`, null);
      expect(currentPath()).toBe(`/app/login?after_login=${encodeURIComponent(path)}`);
      const calls = vi.spyOn(api, "call");
      sessionActor.send({ type: "session.opened", session: validSession });
      await vi.waitFor(() => expect(calls).toHaveBeenCalledWith(call, { params, body: { token: "secret" } }));
    },
  );

  test("an expired session leads to the login page, which keeps the requested path", async () => {
    const expiredSession = sampleSession(now + sessionTimes.expiredWithin - 1);
    const journalsVisit = await visit("/journals", expiredSession);
    expect(journalsVisit.currentPath()).toBe("/app/login?message=expired&after_login=%2Fjournals");
    expect(journalsVisit.device.storedSession).toBeNull();
    expect((await visit("/", expiredSession)).currentPath()).toBe("/app/login?message=expired");
  });
});

describe("with a session", () => {
  test.each([
    ["/", "/journals"],
    ["/app", "/journals"],
    ["/app/login", "/journals"],
    ["/app/signup", "/journals"],
    ["/app/signup?gopro&pc=SPRING26", "/gopro?pc=SPRING26"],
    ["/app/signup?gopro&basic", "/journals"],
    ["/app/signup-pro", "/gopro"],
    ["/gopro", "/gopro"],
    ["/app/login?after_login=%2Fjournals%2F1", "/journals/1"],
    ["/app/login?after_login=%2F%2Fevil.example", "/journals"],
    ["/journals/1", "/journals/1"],
    ["/journals/1/entries?page=1&view=starred", "/journals/1/entries?page=1&view=starred"],
    ["/journals/new-entry", "/journals/2/new"],
    ["/journals/abc", "/error/404?type=journal"],
    ["/journals/1/abc", "/error/404?type=entry"],
    ["/journals/0/5", "/error/404?type=journal"],
    ["/redirect?goto=%2Fjournals%2F1", "/journals/1"],
    ["/redirect?goto=https%3A%2F%2Fevil.example", "/error/404?type=page"],
    ["/redirect", "/error/404?type=page"],
    ["/redirect?goto=%2F%2Fevil.example", "/error/404?type=page"],
    ["/redirect?goto=//evil.example", "/error/404?type=page"],
    ["/redirect?goto=%2F%5Cevil.example", "/error/404?type=page"],
    ["/redirect?goto=%2F%252F%252Fevil.example", "/error/404?type=page"],
    ["/redirect?goto=javascript%3Aalert(1)", "/error/404?type=page"],
    ["/redirect?goto=%2Fredirect%3Fgoto%3D%252F%252Fevil.example", "/error/404?type=page"],
    ["/redirect?goto=%2Fsupport", "/support"],
    ["/online-journal", "/online-journal"],
    ["/search", "/search"],
    ["/public/abc", "/public/abc"],
    ["/journals/1/unlock", "/journals/1"],
    ["/welcome/customize", "/welcome/customize"],
    ["/onboarding", "/onboarding/write"],
    ["/mobile", "/journals"],
    ["/app/account", "/app/account"],
    ["/app/account?monthly_to_yearly", "/app/account?monthly_to_yearly"],
    ["/app/account/billing?update-payment&pc=x", "/app/account/billing?update-payment&pc=x"],
    ["/app/account/nowhere", "/error/404?type=page"],
  ])("%s leads to %s", async (address, expected) => {
    expect((await visit(address)).currentPath()).toBe(expected);
  });

  test.each(["/journals/abc/new", "/journals/0/5", "/journals/abc", "/journals/1/abc"])(
    "a visit to %s is tracked as an invalid id",
    async (address) => {
      expect((await visit(address)).trackedEvents).toEqual(["Invalid Id"]);
    },
  );

  test("a missing journal leads to the error page with the server's message", async () => {
    const { currentPath } = await visit("/journals/77");
    const sentence = "Sorry, the journal you were looking for was not found.";
    expect(new URLSearchParams(currentPath().split("?")[1]).get("message")).toBe(sentence);
    expect(currentPath().startsWith("/error/404?type=journal")).toBe(true);
  });

  test("when the server is down, the page gets the failure and keeps the previous data", async () => {
    const { server, navigateTo, loaderData, journals } = await visit("/journals");
    server.serverState.isDown = true;
    expect(await navigateTo("/journals")).toBe("/journals");
    expect(loaderData().failure?.status).toBe(503);
    expect(journals.all?.length).toBe(2);
  });
});

describe("a new entry", () => {
  const lockedJournal = { lock_type_id: 2 as const, is_unlocked: false };
  const unlockPage = "/journals/1/unlock?after=%2Fjournals%2F1%2Fnew";

  test("does not open when another browser locked the journal", async () => {
    const { server, navigateTo, journals } = await visit("/journals");
    server.serverState.journals = server.serverState.journals.map((journal) =>
      journal.id === 1 ? { ...journal, ...lockedJournal } : journal,
    );
    expect(journals.find(1)?.is_unlocked).toBe(true);
    expect(await navigateTo("/journals/1/new")).toBe(unlockPage);
  });

  test("opens while the server is down only when the journal has no lock", async () => {
    const { server, navigateTo, journals } = await visit("/journals");
    journals.put({ ...sampleJournal(1), ...lockedJournal, is_unlocked: true });
    server.serverState.isDown = true;
    expect(await navigateTo("/journals/2/new")).toBe("/journals/2/new");
    expect(await navigateTo("/journals/1/new")).toBe(unlockPage);
  });

  test("does not open before the lock is checked when its journal is not loaded", async () => {
    const { server, navigateTo, loaderData } = await visit("/search");
    server.serverState.isDown = true;
    await navigateTo("/journals/2/new");
    expect(loaderData().failure?.status).toBe(503);
    server.serverState.isDown = false;
    await navigateTo("/journals/2/new");
    expect(loaderData().failure).toBeNull();
  });

  test("stays open when the first words change its URL", async () => {
    const { server, navigateTo, lockSync } = await visit("/journals/1/new");
    const release = lockSync.deferReload();
    server.serverState.journals = server.serverState.journals.map((journal) => ({
      ...journal,
      ...lockedJournal,
    }));
    expect(await navigateTo("/journals/1/new?draft=x")).toBe("/journals/1/new?draft=x");
    release();
    expect(await navigateTo("/journals/1/new?draft=y")).toBe(`${unlockPage}%3Fdraft%3Dy`);
  });
});

/** A session at a step of the onboarding. */
const inOnboarding = (step: OnboardingStep) => ({
  ...validSession,
  user: { ...validSession.user, onboarding_step: step },
});

describe("with an unfinished onboarding", () => {
  test.each([
    ["/", "/welcome/journal"],
    ["/journals", "/welcome/journal"],
    ["/journals/1/new", "/welcome/journal"],
    ["/journals/new-entry", "/welcome/journal"],
    ["/search", "/welcome/journal"],
    ["/app/login?after_login=%2Fjournals%2F1", "/welcome/journal"],
    ["/welcome", "/welcome"],
    ["/welcome/mobile", "/welcome/mobile"],
    ["/onboarding/entries?entryId=5", "/onboarding/entries?entryId=5"],
    ["/app/account", "/app/account"],
    ["/app/account/delete", "/app/account/delete"],
    ["/support", "/support"],
  ])("%s leads to %s", async (address, expected) => {
    expect((await visit(address, inOnboarding("welcome/journal"))).currentPath()).toBe(expected);
  });

  test("a skipped onboarding continues to the journals, and does not come back", async () => {
    const services = await visit("/journals", inOnboarding("onboarding/write"));
    expect(services.currentPath()).toBe("/onboarding/write");
    skipOnboarding(services);
    expect(await services.navigateTo("/journals")).toBe("/journals");
    expect(services.device.storedSession?.user.onboarding_step).toBeNull();
    moveOnboarding(services, "welcome");
    expect(services.device.storedSession?.user.onboarding_step).toBeNull();
  });
});

test("a skipped onboarding does not come back when the server was down", async () => {
  const services = await visit("/welcome", inOnboarding("welcome"));
  services.server.serverState.isDown = true;
  skipOnboarding(services);
  expect(await services.navigateTo("/journals")).toBe("/journals");
  const { storedSession } = services.device;
  expect((await visit("/journals", storedSession)).currentPath()).toBe("/journals");
});

describe("on a phone", () => {
  test.each([
    ["/", "/mobile"],
    ["/journals", "/mobile"],
    ["/journals/1/new", "/mobile"],
    ["/search", "/mobile"],
    ["/app/account", "/mobile"],
    ["/app/account/delete", "/mobile"],
    ["/app/login", "/mobile"],
    ["/mobile", "/mobile"],
    ["/support", "/support"],
    ["/gopro", "/gopro"],
    ["/public/abc", "/public/abc"],
    ["/error/404", "/error/404"],
  ])("%s leads to %s", async (address, expected) => {
    expect((await visit(address, validSession, true)).currentPath()).toBe(expected);
    expect((await visit(address, inOnboarding("welcome"), true)).currentPath()).toBe(expected);
  });

  test.each(["/journals/1?tour", "/search", "/app/account", "/mobile"])(
    "a visitor of %s gets the login page for phones",
    async (address) => {
      const { currentPath } = await visit(address, null, true);
      expect(currentPath()).toBe(`/mobile/login?after_login=${encodeURIComponent(address)}`);
    },
  );
});
