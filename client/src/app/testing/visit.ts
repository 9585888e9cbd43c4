import { sessionTimes } from "@daybook/domain/contract/bounds";
import { createMemoryRouter } from "react-router";
import { expect, vi } from "vitest";
import { createActor, SimulatedClock } from "xstate";
import { sessionMachine } from "../../shared/session/session.machine.ts";
import { followSession } from "../follow-session.ts";
import { createRoutes } from "../routes.tsx";
import { loaderMachine } from "../../shared/loader.machine.ts";
import type { Services } from "../../shared/services.ts";
import { sampleEntry, sampleJournal } from "../../shared/testing/sample-journal.ts";
import { sampleSession } from "../../shared/testing/sample-session.ts";
import { testServer } from "../../shared/testing/test-server.ts";
import { ClientConfigStore } from "../../stores/client-config.store.ts";
import { LockSyncStore } from "../../stores/lock-sync.store.ts";
import { SettingsStore } from "../../stores/settings.store.ts";
import { storesOf } from "../../stores/use-stores.ts";

/** The current time in these tests. */
export const now = Date.parse("2026-11-20T12:00:00.000Z");
/** A session that is far from its expiry, of a user who has finished the onboarding. */
export const validSession = sampleSession(now + 2 * sessionTimes.expiringWithin);

/** Opens a URL in the client: routes, session and stores, but without rendering the screens. */
export async function visit(
  address: string,
  storedSession: ReturnType<typeof sampleSession> | null = validSession,
  isMobile = false,
) {
  const device = { storedSession };
  const server = testServer(
    {
      journals: [sampleJournal(1), sampleJournal(2, { last_update: "2026-11-20T10:00:00.000Z" })],
      entries: [sampleEntry(5)],
    },
    {
      session: () => sessionActor.getSnapshot().context.session,
      onUnauthorised: () => sessionActor.send({ type: "unauthorised" }),
    },
  );
  const sessionActor = createActor(
    sessionMachine.provide({
      actions: { "store session": ({ context }) => void (device.storedSession = context.session) },
    }),
    { input: { now: () => now, read: () => device.storedSession }, clock: new SimulatedClock() },
  ).start();
  const trackedEvents: string[] = [];
  const services: Services = {
    api: server.api,
    unlocks: new Map(),
    lockSync: new LockSyncStore({ post: () => {}, subscribe: () => {}, close: () => {} }),
    sessionActor,
    presence: { read: () => null, write: () => {}, subscribe: () => {} },
    logOutIdle: () => {},
    analytics: { track: (event) => void trackedEvents.push(event) },
    experiments: { pro_form_carousel: "a" },
    loaderActor: createActor(loaderMachine),
    stores: null,
    settings: new SettingsStore(server.api),
    clientConfig: new ClientConfigStore(server.api),
    clock: server.clock,
    isMobile,
  };
  const router = createMemoryRouter(createRoutes(services), { initialEntries: [address] });
  followSession(router, services);
  const currentPath = () => router.state.location.pathname + router.state.location.search;
  const expectPath = (path: string) =>
    vi.waitFor(() => expect(currentPath()).toBe(path), { timeout: 20_000 });
  const waitUntilLoaded = async () => {
    await vi.waitFor(
      () => expect([router.state.initialized, router.state.navigation.state]).toEqual([true, "idle"]),
      // The first test that opens a screen has to compile it.
      20_000,
    );
    return currentPath();
  };
  const navigateTo = async (path: string) => {
    await router.navigate(path);
    return await waitUntilLoaded();
  };
  const loaderData = () =>
    Object.values(router.state.loaderData).at(-1) as { failure: { status: number } | null };
  await waitUntilLoaded();
  return {
    ...services,
    ...storesOf(services),
    trackedEvents,
    server,
    device,
    router,
    currentPath,
    expectPath,
    navigateTo,
    waitUntilLoaded,
    loaderData,
  };
}
