// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, test } from "vitest";
import { sampleSession } from "../testing/sample-session.ts";
import { openPurchaseStore } from "./open-purchase.ts";
import { purchaseText } from "./purchase-text.ts";
import {
  cardLabel,
  cleanUpForm,
  member,
  okReply,
  quote,
  showForm,
  user,
} from "./testing/purchase-form-harness.tsx";

const now = Date.parse(quote.starts_at);

afterEach(cleanUpForm);

test.each([
  ["opens the session with the plan", "token", true],
  ["opens no session when the user has another one", "another token", false],
])(
  "an answer that comes after the form was left %s, and the purchase stays stored",
  async (_, token, opens) => {
    let answer: (reply: unknown) => void = () => {};
    const goProLoggedIn = new Promise((resolve) => {
      answer = resolve;
    });
    const { click, type, leave, sessionEvents } = await showForm({ startsWithYear: true }, { goProLoggedIn });
    await type(cardLabel, "4111111111111111");
    await click("Pay $19.99");
    await leave();
    const session = { ...sampleSession(0, token), user: member };
    await act(async () => answer(okReply(session)));
    expect(sessionEvents).toEqual(opens ? [{ type: "session.opened", session }] : []);
    expect(openPurchaseStore.find(user.id, now)).not.toBeNull();
  },
);

test("an answer that comes during a log-out does not undo it", async () => {
  let answer: (reply: unknown) => void = () => {};
  const goProLoggedIn = new Promise((resolve) => (answer = resolve));
  const { click, type, beginLogout, sessionEvents } = await showForm(
    { startsWithYear: true },
    { goProLoggedIn },
  );
  await type(cardLabel, "4111111111111111");
  await click("Pay $19.99");
  beginLogout();
  await act(async () => answer(okReply({ ...sampleSession(0, "refreshed"), user: member })));
  expect(sessionEvents).toEqual([]);
});

const noAnswer = { ok: false, status: 503, code: "payment_unknown", message: "No.", retryAfter: 30_000 };

test.each([
  ["another user", sampleSession(0, "token", 8)],
  ["nobody", null],
])("a purchase is not sent again when %s is logged in, and stays stored", async (_, session) => {
  const { click, type, changeSession, purchases } = await showForm(
    { startsWithYear: true },
    { goProLoggedIn: noAnswer },
  );
  await type(cardLabel, "4111111111111111");
  await click("Pay $19.99");
  expect(purchases).toHaveLength(1);
  changeSession(session);
  await click(purchaseText.again);
  expect(purchases).toHaveLength(1);
  expect(document.body.textContent).toContain(purchaseText.waiting);
  expect(openPurchaseStore.find(user.id, now)).not.toBeNull();
});

test("a purchase whose session ended before the answer may be paid, so it stays stored", async () => {
  const sessionEnded = { ...noAnswer, status: 401, code: "unauthorised" };
  const { click, type } = await showForm({ startsWithYear: true }, { goProLoggedIn: sessionEnded });
  await type(cardLabel, "4111111111111111");
  await click("Pay $19.99");
  expect(document.body.textContent).toContain(purchaseText.waiting);
  expect(openPurchaseStore.find(user.id, now)).not.toBeNull();
});

test("a purchase that is refused because of the clock was not charged, and is forgotten", async () => {
  const refused = { ...noAnswer, status: 401, code: "clock_skew" };
  const { click, type } = await showForm({ startsWithYear: true }, { goProLoggedIn: refused });
  await type(cardLabel, "4111111111111111");
  await click("Pay $19.99");
  expect(document.body.textContent).not.toContain(purchaseText.waiting);
  expect(openPurchaseStore.find(user.id, now)).toBeNull();
});

test("after a log-out, the form offers to log in, and no longer says that Daybook asks for the answer again", async () => {
  const { click, type, changeSession, show } = await showForm(
    { startsWithYear: true },
    { goProLoggedIn: noAnswer },
  );
  await type(cardLabel, "4111111111111111");
  await click("Pay $19.99");
  expect(document.activeElement?.textContent).toBe(purchaseText.again);
  changeSession(null);
  await show({ user: null });
  const text = document.body.textContent;
  expect([text.includes(purchaseText.loggedOut), text.includes(purchaseText.waiting)]).toEqual([true, false]);
  expect(document.querySelector("a[href^='/app/login']")?.textContent).toBe(purchaseText.account.logIn);
  expect(document.activeElement?.textContent).toBe(purchaseText.account.logIn);
  expect(document.querySelector("[type=submit]")).toBeNull();
  changeSession(sampleSession(0));
  await show({ user });
  await click(purchaseText.again);
});
