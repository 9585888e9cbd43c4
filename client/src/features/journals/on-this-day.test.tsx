// @vitest-environment happy-dom
import type { ListedEntry } from "@daybook/domain/contract/entries";
import { MemoryRouter } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Api } from "../../shared/api-client.ts";
import { createAtom } from "../../shared/atom.ts";
import type { Services } from "../../shared/services.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleSettings } from "../../shared/testing/test-server.ts";
import { OnThisDay } from "./on-this-day.tsx";

const deviceZone = process.env["TZ"];
beforeAll(() => (process.env["TZ"] = "America/Los_Angeles"));
afterAll(() => {
  if (deviceZone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = deviceZone;
});

test("the age of an entry of this day is that in the user's time zone", async () => {
  const journal = { id: 5, name: "Diary" };
  const entry = { id: 7, journal, title: "Frost", excerpt: "", local_date: "2025-11-24" } as ListedEntry;
  const reply = { ok: true, status: 200, data: { entries: [{ entry }], look_back: null } };
  const settings = { current: createAtom({ ...sampleSettings, timezone: "Asia/Tokyo" }) };
  const { remove } = await renderForTest(
    <MemoryRouter>
      <OnThisDay visibilityKey="5" />
    </MemoryRouter>,
    {
      api: { call: async () => reply } as unknown as Api,
      clock: { now: () => Date.parse("2026-11-24T02:00:00.000Z") },
      settings: settings as unknown as Services["settings"],
    },
  );
  expect(document.querySelector("time")?.textContent).toBe("a year ago");
  await remove();
});
