import type { Session } from "@daybook/domain/contract/sessions";
import type { Operation } from "@daybook/domain/contract/entry-bulk";
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, vi } from "vitest";
import { createActor } from "xstate";
import type { Api } from "../../../shared/api-client.ts";
import type { Services } from "../../../shared/services.ts";
import { sessionMachine } from "../../../shared/session/session.machine.ts";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { sampleJournal } from "../../../shared/testing/sample-journal.ts";
import { sampleSession } from "../../../shared/testing/sample-session.ts";
import { expiredAccount } from "../../../shared/expired-account.ts";
import { SettingsStore } from "../../../stores/settings.store.ts";
import { DowngradePage } from "../downgrade-page.tsx";
import { openDowngradeStore } from "../open-downgrade.ts";

// The next page could replace the success message before a test on a busy computer sees it, so the message stays for an hour here.
// `downgrade.machine.test.ts` checks that the page continues.
vi.mock(import("../downgrade.machine.ts"), async (importOriginal) => {
  const original = await importOriginal();
  const delays = { "reading time": 3_600_000 };
  return { ...original, downgradeMachine: original.downgradeMachine.provide({ delays }) };
});

/** The time of the tests. */
export const now = Date.parse("2026-11-23T12:00:00.000Z");
const membership = {
  package_name: "standard",
  subscription_length: 1,
  expires_at: "2027-11-22T12:00:00.000Z",
  auto_renew: false,
};
/** A user with a year of PRO. */
export const proUser = {
  ...sampleSession(now + 40 * 86_400_000).user,
  is_pro: true,
  pro_membership: membership,
};
/** A downgrade that has just begun. */
export const operation = {
  id: 4,
  done: 0,
  total: 3,
  status: "running",
  result: null,
  token: "t",
} as unknown as Operation;
/** What the server replies. */
export type Answer = {
  status: number;
  data?: unknown;
  code?: string;
  message?: string;
  fields?: object;
  isHeld?: boolean;
};
type Call = { name: string; body: Record<string, unknown> | undefined; key: string | undefined };

/** A reply with this content. */
export const okReply = (data: unknown): Answer => ({ status: 200, data });
/** A reply with this content that waits until the test lets it arrive. */
export const heldReply = (data: unknown): Answer => ({ ...okReply(data), isHeld: true });
/** A failed call; status 0 means that no reply arrived. */
export const failedCall = (status: number, code: string, message = "No."): Answer => ({
  status,
  code,
  message,
});

let cleanUp = async () => {};
/** Removes the page and what it stored. */
export async function closePage(): Promise<void> {
  await cleanUp();
  cleanUp = async () => {};
  expiredAccount.set(null);
  openDowngradeStore.forget();
}

/**
 * Opens the page.
 *
 * @param user null for a visitor
 * @param answersByCall the answers of some calls, one after the other; the last one repeats. Other calls have the usual answers
 */
export async function openPage(user: object | null, answersByCall: Record<string, Answer[]> = {}) {
  const answers: Record<string, Answer[]> = {
    listJournals: [
      okReply({
        journals: [
          { journal: sampleJournal(1, { name: "Diary" }) },
          { journal: sampleJournal(2, { name: "Travel" }) },
          { journal: sampleJournal(3, { name: "Secrets", lock_type_id: 3, is_unlocked: false }) },
          { journal: sampleJournal(4, { name: "Open secrets", lock_type_id: 2, is_unlocked: true }) },
        ],
      }),
    ],
    getRunningDowngrade: [okReply({ downgrade: null })],
    getRefundAmount: [okReply({ refund_amount: 19.99 })],
    getDowngradeOffer: [okReply({ promotion: null })],
    downgrade: [okReply({ operation })],
    plusToProDowngrade: [okReply({ operation })],
    downgradeLoggedOut: [okReply({ operation })],
    getOperation: [heldReply({ operation: { ...operation, done: 3, status: "done" } })],
    ...answersByCall,
  };
  const sentCalls: Call[] = [];
  let releaseReplies = () => {};
  const released = new Promise<void>((resolve) => {
    releaseReplies = resolve;
  });
  const api = {
    call: async (
      name: string,
      input?: { body?: Call["body"] },
      options?: { idempotencyKey?: string; quiet401?: boolean },
    ) => {
      sentCalls.push({ name, body: input?.body, key: options?.idempotencyKey });
      const queue = answers[name] ?? [];
      const answer = (queue.length > 1 ? queue.shift() : queue[0]) ?? failedCall(404, "not_found");
      if (answer.isHeld) await released;
      // As the API client does.
      if (answer.status === 401 && !options?.quiet401) sessionActor.send({ type: "unauthorised" });
      const isOk = answer.status >= 200 && answer.status < 300;
      return isOk ? { ok: true, ...answer } : { ok: false, body: null, retryAfter: null, ...answer };
    },
  } as unknown as Api;
  let storedSession = (user && { ...sampleSession(now + 40 * 86_400_000), user }) as Session | null;
  const sessionActor = createActor(
    sessionMachine.provide({
      actions: { "store session": ({ context }) => void (storedSession = context.session) },
    }),
    { input: { now: () => now, read: () => storedSession } },
  ).start();
  const clock = { now: () => now };
  const settings = new SettingsStore(api);
  const services = { api, sessionActor, settings, clock, isMobile: false } as unknown as Services;
  const router = createMemoryRouter(
    [
      { path: "/app/downgrade", Component: DowngradePage },
      { path: "*", element: <p>another page</p> },
    ],
    { initialEntries: ["/app/downgrade"] },
  );
  const page = await renderForTest(<RouterProvider router={router} />, services);
  cleanUp = async () => {
    await page.remove();
    sessionActor.stop();
  };
  const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)!;
  return {
    ...page,
    /** Lets the held replies arrive. */
    releaseReplies: () => releaseReplies(),
    router,
    sessionActor,
    field,
    callsOf: (name: string) => sentCalls.filter((call) => call.name === name),
    text: () => document.body.textContent,
    /** Types after what the field already contains. */
    typeInto: async (name: string, text: string) => {
      field(name).focus();
      await page.type(text);
    },
    clear: (name: string) =>
      act(async () => {
        Reflect.set(HTMLInputElement.prototype, "value", "", field(name));
        field(name).dispatchEvent(new Event("input", { bubbles: true }));
      }),
    click: (name: string) => act(async () => page.button(name).click()),
  };
}

/** The button that sends the downgrade. */
export const submitButton = () => document.querySelector<HTMLButtonElement>('button[type="submit"]')!;
/** Waits until the page says this. Meanwhile, timers run outside of `act`. */
export async function pageSays(sentence: string) {
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  await vi.waitFor(() => expect(document.body.textContent).toContain(sentence), { timeout: 60_000 });
  environment.IS_REACT_ACT_ENVIRONMENT = true;
}
