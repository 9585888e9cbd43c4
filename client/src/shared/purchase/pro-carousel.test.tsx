// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, test } from "vitest";
import { createActor } from "xstate";
import type { Api } from "../api-client.ts";
import { createAtom } from "../atom.ts";
import type { ExperimentGroups } from "../experiments.ts";
import type { Services } from "../services.ts";
import { sessionMachine } from "../session/session.machine.ts";
import { renderForTest } from "../testing/rendered.tsx";
import { sampleSession } from "../testing/sample-session.ts";
import { carouselText } from "./carousel-text.ts";
import { ProCarousel } from "./pro-carousel.tsx";
import { PurchaseSection } from "./purchase-section.tsx";

let cleanUp = () => Promise.resolve();
afterEach(() => cleanUp());

const shownTitle = () => document.querySelector("[role=group]:not([data-hidden]) p")?.textContent;

test("the carousel moves when a button is clicked, and goes from the first slide back to the last", async () => {
  const { button, remove } = await renderForTest(<ProCarousel />);
  cleanUp = remove;
  const titles = carouselText.slides.map(({ title }) => title);
  const shownTitles = [shownTitle()];
  for (const label of [carouselText.next, carouselText.previous, carouselText.previous]) {
    // oxlint-disable-next-line no-await-in-loop -- one click after the other
    await act(async () => button(label).click());
    shownTitles.push(shownTitle());
  }
  expect(shownTitles).toEqual([titles[0], titles[1], titles[0], titles.at(-1)]);
});

async function showSection(group: ExperimentGroups["pro_form_carousel"], isPro: boolean) {
  const data = { payment: { kind: "sandbox", test_mode: true, client_token: null } };
  const api = { call: () => Promise.resolve({ ok: true, status: 200, data }) } as unknown as Api;
  const session = sampleSession(Date.parse("2027-01-01T00:00:00.000Z"));
  const read = () => ({ ...session, user: { ...session.user, is_pro: isPro } });
  const now = () => Date.parse("2026-11-20T12:00:00.000Z");
  const sessionActor = createActor(sessionMachine, { input: { now, read } }).start();
  const settings = { current: createAtom(null) } as unknown as Services["settings"];
  const { remove } = await renderForTest(<PurchaseSection plans={[]} onPaid={() => {}} />, {
    api,
    sessionActor,
    settings,
    experiments: { pro_form_carousel: group },
    clock: { now },
  });
  cleanUp = async () => {
    await remove();
    sessionActor.stop();
  };
  await expect
    .poll(async () => {
      await act(async () => {});
      return document.querySelector("form");
    })
    .not.toBeNull();
  return () => document.querySelector("[aria-roledescription=carousel]");
}

test("a free account in group a of the experiment sees the carousel above the form", async () => {
  const carousel = await showSection("a", false);
  await expect.poll(carousel).not.toBeNull();
  const form = document.querySelector("form");
  expect(carousel()?.compareDocumentPosition(form!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test.each([
  ["a free account in group b", "b", false],
  ["a paid account", "a", true],
] as const)("%s sees the form without the carousel", async (_, group, isPro) => {
  const carousel = await showSection(group, isPro);
  expect(carousel()).toBeNull();
});
