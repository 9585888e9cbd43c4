// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { testServer } from "../../../shared/testing/test-server.ts";
import { SettingsStore } from "../../../stores/settings.store.ts";
import type { PadSessions } from "../session/pad-sessions.ts";
import type { Draft } from "./autosave-state.ts";
import { savedWriting } from "./testing/autosave-harness.ts";
import { UnsavedDrafts } from "./unsaved-drafts.tsx";

test.each([
  ["says so for an entry with a lock", 5, true, true],
  ["says nothing for an entry without one", 5, false, false],
  ["says nothing for a draft that was never saved", null, true, false],
])("a draft whose new entry will not have a lock %s", async (_, entryId, hasLock, isNoted) => {
  const { api } = testServer();
  const draft = {
    localId: "draft-1",
    journalId: 1,
    entryId,
    writing: savedWriting,
    changedAt: "2026-11-20T10:42:00.000Z",
  } as unknown as Draft;
  const { remove } = await renderForTest(
    <UnsavedDrafts
      drafts={[draft]}
      sessions={{} as PadSessions}
      api={api}
      hasLock={hasLock}
      onContinue={() => {}}
    />,
    { api, settings: new SettingsStore(api) },
  );
  expect(document.body.textContent?.includes("will not have the lock")).toBe(isNoted);
  await remove();
});
