// @vitest-environment happy-dom
import type { Promotion } from "@daybook/domain/contract/plans";
import { act } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createActor } from "xstate";
import type { Api } from "../../shared/api-client.ts";
import { sessionMachine } from "../../shared/session/session.machine.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleSession } from "../../shared/testing/sample-session.ts";
import { PromoLayer } from "./promo-layer.tsx";

const now = Date.parse("2026-11-23T12:00:00.000Z");
const flash: Promotion = {
  id: "flash-1",
  name: "Flash Sale",
  kind: "flash",
  percent: 50,
  extra_months: 0,
  ends_at: "2026-11-25T15:00:00.000Z",
  promo_code: null,
};
const powerUser: Promotion = { ...flash, id: "power-user", kind: "power_user", promo_code: "POWERUSER" };

/** The text of the open dialog. Its code is loaded when it opens. */
const dialogText = async () => {
  await act(async () => {});
  return document.querySelector("[role=dialog]")?.textContent;
};

type Offers = { promotion?: Promotion | null; unseen?: Record<string, Promotion> };
let cleanUp = () => Promise.resolve();
beforeEach(() => localStorage.clear());
afterEach(() => cleanUp());

async function visit(offers: Offers, isLoggedIn = true) {
  const seenOffers: string[] = [];
  const call = (name: string, input: { query?: { type: string }; body?: { type: string } }) => {
    const { promotion = null, unseen = {} } = offers;
    const data = () => {
      if (name === "listPlans") return { plans: [], promotion };
      if (name === "setOneTimeModal") seenOffers.push(input.body?.type ?? "");
      const offer = unseen[input.query?.type ?? ""] ?? null;
      return { show: offer !== null, promotion: offer };
    };
    return Promise.resolve({ ok: true, status: 200, data: data() });
  };
  const session = isLoggedIn ? sampleSession(Date.parse("2027-01-01T00:00:00.000Z")) : null;
  const sessionActor = createActor(sessionMachine, {
    input: { now: () => now, read: () => session },
  }).start();
  const { button, remove } = await renderForTest(
    <MemoryRouter>
      <PromoLayer />
    </MemoryRouter>,
    { api: { call } as unknown as Api, sessionActor, clock: { now: () => now } },
  );
  await act(async () => {});
  cleanUp = async () => {
    await remove();
    sessionActor.stop();
  };
  const links = () => [...document.querySelectorAll("a")].map((link) => link.getAttribute("href"));
  const logInOther = () =>
    act(async () => {
      const otherSession = sampleSession(Date.parse("2027-01-01T00:00:00.000Z"), "other token", 8);
      sessionActor.send({ type: "session.opened", session: otherSession });
    });
  const banner = () => document.querySelector("aside")?.textContent ?? null;
  return { seenOffers, button, links, logInOther, banner };
}

test("without a promotion nothing is shown", async () => {
  await visit({});
  expect(document.body.textContent).toBe("");
});

test("the banner says what is on sale and when the sale ends, and links to its page", async () => {
  const { banner, links } = await visit({ promotion: flash }, false);
  expect(banner()).toContain("Flash Sale: 50 percent off yearly plans. It ends in 2 days and 3 hours.");
  expect(links()).toEqual(["/promos/flash-sale"]);
});

test("a hidden banner stays hidden for the same promotion, and appears for another one", async () => {
  const { button, banner } = await visit({ promotion: flash });
  await act(async () => button("Hide").click());
  expect(banner()).toBeNull();
  await cleanUp();
  expect((await visit({ promotion: flash })).banner()).toBeNull();
  await cleanUp();
  expect((await visit({ promotion: { ...flash, id: "flash-2" } })).banner()).not.toBeNull();
});

test("a promotion that has ended has no banner", async () => {
  const { banner } = await visit({ promotion: { ...flash, ends_at: "2026-11-23T12:00:00.000Z" } });
  expect(banner()).toBeNull();
});

test("an unseen offer opens as a dialog, and counts as seen as soon as it is shown", async () => {
  const { seenOffers, links, banner } = await visit({
    promotion: powerUser,
    unseen: { power_user_sale: powerUser, flash_sale: flash },
  });
  await expect.poll(dialogText).toContain("15th entry");
  expect(seenOffers).toEqual(["power_user_sale"]);
  expect(links()).toContain("/promos/power-user-sale?pc=POWERUSER");
  expect(banner()).toContain("It ends in 2 days");
});

test("the dialog of a flash sale opens with its percentage when there is no offer for power users", async () => {
  const { seenOffers } = await visit({ unseen: { flash_sale: { ...flash, percent: 30 } } });
  await expect.poll(dialogText).toContain("Flash sale: 30 percent off");
  expect(await dialogText()).not.toContain("half");
  expect(seenOffers).toEqual(["flash_sale"]);
});

test("an offer does not count as seen while the user types, nor for visitors", async () => {
  const input = document.createElement("input");
  document.documentElement.append(input);
  input.focus();
  const { seenOffers, banner } = await visit({
    promotion: powerUser,
    unseen: { power_user_sale: powerUser },
  });
  expect(seenOffers).toEqual([]);
  // The offer begins when it is seen. Before that its end is not fixed, so there is no banner either.
  expect(banner()).toBeNull();
  input.remove();
  await cleanUp();
  expect((await visit({ unseen: { flash_sale: flash } }, false)).seenOffers).toEqual([]);
});

test("after another user has logged in, the previous user's offer is not shown any more", async () => {
  const offers: Offers = { promotion: powerUser };
  const { banner, logInOther } = await visit(offers);
  expect(banner()).not.toBeNull();
  offers.promotion = null;
  await logInOther();
  expect(banner()).toBeNull();
});
