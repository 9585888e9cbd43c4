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
  ["is shown for a draft of an entry with a lock", 5, true, true],
  ["is not shown for a draft of an entry without a lock", 5, false, false],
  ["is not shown for a draft of a new entry", null, true, false],
])("the note that a new entry will not have the lock %s", async (_, entryId, hasLock, isNoted) => {
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
