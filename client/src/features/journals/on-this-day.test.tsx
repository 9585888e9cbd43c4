// @vitest-environment happy-dom
import type { ListedEntry } from "@daybook/domain/contract/entries";
import { act } from "react";
import { MemoryRouter } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createActor } from "xstate";
import type { Api } from "../../shared/api-client.ts";
import { createAtom } from "../../shared/atom.ts";
import type { Services } from "../../shared/services.ts";
import { sessionMachine } from "../../shared/session/session.machine.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleFailure } from "../../shared/testing/sample-failure.ts";
import { sampleSettings } from "../../shared/testing/test-server.ts";
import { OnThisDay } from "./on-this-day.tsx";

const deviceZone = process.env["TZ"];
// Compiling the chunk takes a while on a busy machine.
beforeAll(() => import("../../shared/ui/confirm.tsx"), 180_000);
beforeAll(() => (process.env["TZ"] = "America/Los_Angeles"));
afterAll(() => {
  if (deviceZone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = deviceZone;
});

const journal = { id: 5, name: "Diary" };
const entryOf = (id: number, title: string) =>
  ({ id, journal, title, excerpt: "", local_date: "2025-11-24" }) as ListedEntry;

/** Shows the entries. `exclude` answers the call that excludes an entry from Looking Glass. */
async function showEntries(
  entries: readonly ListedEntry[],
  exclude: (entryId: string) => Promise<unknown> = async () => null,
) {
  const listReply = {
    ok: true,
    status: 200,
    data: { entries: entries.map((entry) => ({ entry })), look_back: null },
  };
  const listReplies = [listReply];
  // Only the first list can be loaded.
  const call = async (name: string, { params }: { params?: { entryId: string } }) =>
    name === "onThisDay"
      ? (listReplies.pop() ?? sampleFailure(503, "unavailable"))
      : exclude(params?.entryId ?? "");
  const settings = { current: createAtom({ ...sampleSettings, timezone: "Asia/Tokyo" }) };
  const sessionActor = createActor(sessionMachine, { input: { now: () => 0, read: () => null } }).start();
  return renderForTest(
    <MemoryRouter>
      <OnThisDay visibilityKey="5" />
    </MemoryRouter>,
    {
      api: { call } as unknown as Api,
      clock: { now: () => Date.parse("2026-11-24T02:00:00.000Z") },
      settings: settings as unknown as Services["settings"],
      sessionActor,
    },
  );
}

test("the age of an entry is computed in the user's time zone, not in that of the device", async () => {
  const { remove } = await showEntries([entryOf(7, "Frost")]);
  expect(document.querySelector("time")?.textContent).toBe("a year ago");
  await remove();
});

test.each([
  ["a failure", sampleFailure(503, "unavailable")],
  ["a success", { ok: true, status: 204, data: null }],
])("%s that arrives after Cancel does not change the dialog of another entry", async (_, reply) => {
  let answer: (reply: unknown) => void = () => {};
  const exclude = () => new Promise((resolve) => (answer = resolve));
  const { button, remove } = await showEntries([entryOf(7, "Frost"), entryOf(8, "Snow")], exclude);
  const dialog = () => document.querySelector("[role=alertdialog]");
  const press = (name: string) =>
    act(async () =>
      [...dialog()!.querySelectorAll("button")].find(({ textContent }) => textContent === name)!.click(),
    );
  const open = async (title: string) => {
    await act(async () => button(`Don’t show “${title}” again`).click());
    expect(dialog()?.textContent).toContain(title);
  };
  await open("Frost");
  await press("Don’t show again");
  await press("Cancel");
  await open("Snow");
  await act(async () => answer(reply));
  expect(dialog()?.textContent).toContain("Snow");
  expect(dialog()?.querySelector("[role=alert]")).toBeNull();
  await remove();
});

test("an excluded entry disappears, even if the list cannot be loaded again", async () => {
  const exclude = async () => ({ ok: true, status: 204, data: null });
  const { button, remove } = await showEntries([entryOf(7, "Frost"), entryOf(8, "Snow")], exclude);
  await act(async () => button("Don’t show “Frost” again").click());
  const dialogButtons = [...document.querySelectorAll<HTMLElement>("[role=alertdialog] button")];
  await act(async () => dialogButtons.find(({ textContent }) => textContent === "Don’t show again")!.click());
  expect([...document.querySelectorAll("h3")].map(({ textContent }) => textContent)).toEqual(["Snow"]);
  await remove();
});
