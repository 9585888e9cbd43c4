// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { testServer } from "../../../shared/testing/test-server.ts";
import { SettingsStore } from "../../../stores/settings.store.ts";
import { type EntryDetails, EntryDetailsStore } from "../entry-details.store.ts";
import { ConflictView } from "./conflict-view.tsx";
import { otherTabEntry, savedWriting } from "./testing/autosave-harness.ts";
import type { SavedEntry } from "./writing.ts";

async function renderConflict(
  savedEntry: SavedEntry,
  entryDetails: Partial<EntryDetails> = {},
): Promise<{ text: string | null; html: string }> {
  const { api } = testServer();
  const doNothing = () => {};
  const details = new EntryDetailsStore(api, 1, () => null);
  details.put(entryDetails);
  const { remove } = await renderForTest(
    <ConflictView
      mine={{ ...savedWriting, body: "<p>By <strong>water</strong></p>" }}
      theirs={savedEntry}
      details={details}
      busy={false}
      failed={false}
      onClose={doNothing}
      onKeepMine={doNothing}
      onChoose={doNothing}
    />,
    { api, settings: new SettingsStore(api) },
  );
  const view = { text: document.body.textContent, html: document.body.innerHTML };
  await remove();
  return view;
}

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const modifiedAt = "2026-11-20T10:42:00.000Z";

test("a conflict says when the other version was saved, and on which device", async () => {
  const { text } = await renderConflict({
    ...otherTabEntry,
    modifiedAt,
    savedBy: { userAgent: firefox, isThisBrowser: false },
  });
  expect(text).toMatch(/The other version was saved .*2026.* 10:42, in Firefox on Windows\./);
});

test("a version from another tab says so, and one from an unknown device has only its time", async () => {
  const otherTabView = await renderConflict({
    ...otherTabEntry,
    modifiedAt,
    savedBy: { userAgent: firefox, isThisBrowser: true },
  });
  expect(otherTabView.text).toMatch(/10:42, in another tab of this browser\./);
  expect((await renderConflict({ ...otherTabEntry, modifiedAt })).text).toMatch(/2026.* 10:42\./);
});

test("both versions keep their formatting, and their differences are marked", async () => {
  const writing = { ...otherTabEntry.writing, body: "<h2>Day</h2><p>By <strong>coach</strong></p>" };
  const { html } = await renderConflict({ ...otherTabEntry, writing });
  expect(html).toContain("<p>By <strong><ins>water</ins></strong></p>");
  expect(html).toContain("<h2><ins>Day</ins></h2><p>By <strong><ins>coach</ins></strong></p>");
});

test("for an entry with a lock, a conflict says that a new entry will not have the lock", async () => {
  const note = "The new entry will not have the lock";
  expect((await renderConflict(otherTabEntry, { hasLock: true })).text).toContain(note);
  expect((await renderConflict(otherTabEntry)).text).not.toContain(note);
});
