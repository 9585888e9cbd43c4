// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Api } from "../../shared/api-client.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleJournal } from "../../shared/testing/sample-journal.ts";
import { EraseDialog } from "./erase-dialog.tsx";

// Compiling the chunk takes a while on a busy machine.
beforeAll(() => import("../../shared/ui/dialog.tsx"), 180_000);

let cleanUp = async () => {};
afterEach(() => cleanUp());

test("locked entries that prevent the deletion are listed, with “Locked entry” for a hidden title", async () => {
  const entries = ["Mercer’s", "", null].map((title, id) => ({ entry: { id, title } }));
  const refusal = { ok: false, status: 423, code: "locked", message: "Not yet.", body: { entries } };
  const api = { call: async () => refusal } as unknown as Api;
  const page = await renderForTest(<EraseDialog journal={sampleJournal(1)} onClose={() => {}} />, { api });
  cleanUp = page.remove;
  await act(() => import("../../shared/ui/dialog.tsx"));
  await act(async () => page.button("Delete forever").click());
  const items = [...document.querySelectorAll("li")].map(({ textContent }) => textContent);
  expect(items).toEqual(["Mercer’s", "Untitled Entry", "Locked entry"]);
});
