// @vitest-environment happy-dom
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Services } from "../../shared/services.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleJournal } from "../../shared/testing/sample-journal.ts";
import { storesOf } from "../../stores/use-stores.ts";
import { JournalsPage } from "./journals-page.tsx";
import { startServices } from "./testing/sample-services.ts";

// Compiling the chunk takes a while on a busy machine.
beforeAll(() => import("../../shared/ui/dialog.tsx"), 180_000);

let cleanUp = async () => {};
afterEach(() => cleanUp());

/** Shows the page of an account without journals. The calls get their replies from `reply`. */
async function openPage(isPro: boolean) {
  const replies = new Map<string, (reply: unknown) => void>();
  const call = (name: string) => new Promise((resolve) => replies.set(name, resolve));
  const services = startServices(call, isPro);
  storesOf(services as unknown as Services).journals.all = [];
  const page = () => <JournalsPage lockSlot={() => null} themePicker={() => null} />;
  const router = createMemoryRouter(
    [{ path: "/journals", loader: () => ({ failure: null }), Component: page, HydrateFallback: () => null }],
    { initialEntries: ["/journals"] },
  );
  const rendered = await renderForTest(<RouterProvider router={router} />, services);
  cleanUp = async () => {
    await rendered.remove();
    services.sessionActor.stop();
  };
  const dialog = () => document.querySelector("[role=dialog]");
  return {
    dialog,
    click: (name: string) => act(async () => rendered.button(name).click()),
    reply: (name: string, data: unknown) => act(async () => replies.get(name)?.({ ok: true, data })),
    submitName: (name: string) =>
      act(async () => {
        const field = dialog()!.querySelector("input")!;
        field.value = name;
        field.form!.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
      }),
  };
}

test("creating the first journal of a free account does not open the offer of PRO", async () => {
  const { click, dialog, reply, submitName } = await openPage(false);
  await click("New journal");
  await submitName("Diary");
  await reply("createJournal", { journal: sampleJournal(1, { name: "Diary" }) });
  expect(document.querySelector("h2")?.textContent).toBe("Diary");
  expect(dialog()?.textContent ?? "").not.toContain("A free account has one journal");
  await reply("listJournals", { journals: [{ journal: sampleJournal(1, { name: "Diary" }) }] });
  expect(dialog()).toBeNull();
  await click("New journal");
  expect(dialog()?.textContent).toContain("A free account has one journal");
});

test("a reply that arrives after Cancel does not close the next dialog", async () => {
  const { click, dialog, reply, submitName } = await openPage(true);
  await click("New journal");
  await submitName("Diary");
  await click("Cancel");
  expect(dialog()).toBeNull();
  await click("New journal");
  await reply("createJournal", { journal: sampleJournal(1, { name: "Diary" }) });
  await reply("listJournals", { journals: [{ journal: sampleJournal(1, { name: "Diary" }) }] });
  expect(dialog()?.textContent).toContain("Create journal");
});
