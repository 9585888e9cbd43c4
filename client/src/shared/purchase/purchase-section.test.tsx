// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { createActor } from "xstate";
import type { Api } from "../api-client.ts";
import { sessionMachine } from "../session/session.machine.ts";
import { renderForTest } from "../testing/rendered.tsx";
import { sampleSession } from "../testing/sample-session.ts";
import { PurchaseSection } from "./purchase-section.tsx";
import { purchaseText } from "./purchase-text.ts";

test("without the key for the card fields, the page says that nobody can pay, and has no form", async () => {
  const data = { payment: { kind: "braintree", test_mode: false, client_token: null } };
  const api = { call: () => Promise.resolve({ ok: true, status: 200, data }) } as unknown as Api;
  const session = sampleSession(Date.parse("2027-01-01T00:00:00.000Z"));
  const sessionActor = createActor(sessionMachine, {
    input: { now: () => Date.parse("2026-11-20T12:00:00.000Z"), read: () => session },
  }).start();
  const { remove } = await renderForTest(<PurchaseSection plans={[]} onPaid={() => {}} />, {
    api,
    sessionActor,
  });
  expect(document.body.textContent).toContain(purchaseText.notAvailable);
  expect(document.querySelector("form")).toBeNull();
  await remove();
  sessionActor.stop();
});
