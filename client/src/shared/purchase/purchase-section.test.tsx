// @vitest-environment happy-dom
import { act } from "react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { createActor } from "xstate";
import type { Api } from "../api-client.ts";
import { createAtom } from "../atom.ts";
import type { Services } from "../services.ts";
import { sessionMachine } from "../session/session.machine.ts";
import { renderForTest } from "../testing/rendered.tsx";
import { sampleSession } from "../testing/sample-session.ts";
import { PurchaseSection } from "./purchase-section.tsx";
import { purchaseText } from "./purchase-text.ts";
import type { VisitorPart } from "./visitor-part.ts";

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

test("the purchase form stays when a visitor logs in, and is a new one when another user logs in", async () => {
  const data = { payment: { kind: "sandbox", test_mode: true, client_token: null } };
  const api = { call: () => Promise.resolve({ ok: true, status: 200, data }) } as unknown as Api;
  const settings = { current: createAtom(null) } as unknown as Services["settings"];
  const now = () => Date.parse("2026-11-20T12:00:00.000Z");
  const sessionActor = createActor(sessionMachine, { input: { now, read: () => null } }).start();
  const visitor = { render: () => null, botCheck: null } as unknown as VisitorPart;
  const { remove } = await renderForTest(
    <MemoryRouter>
      <PurchaseSection plans={[]} visitor={visitor} onPaid={() => {}} />
    </MemoryRouter>,
    { api, settings, sessionActor, clock: { now } },
  );
  const form = () => document.querySelector("form");
  await expect
    .poll(async () => {
      await act(async () => {});
      return form();
    })
    .not.toBeNull();
  const formOfVisitor = form();
  const logIn = (userId: number) => {
    const session = sampleSession(Date.parse("2027-01-01T00:00:00.000Z"), "token", userId);
    return act(async () => sessionActor.send({ type: "session.opened", session }));
  };
  await logIn(7);
  expect(form()).toBe(formOfVisitor);
  await act(async () => sessionActor.send({ type: "unauthorised" }));
  await logIn(7);
  expect(form()).toBe(formOfVisitor);
  await logIn(8);
  expect(form()).not.toBeNull();
  expect(form()).not.toBe(formOfVisitor);
  await remove();
  sessionActor.stop();
});
