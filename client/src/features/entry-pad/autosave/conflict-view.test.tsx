// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { testServer } from "../../../shared/testing/test-server.ts";
import { SettingsStore } from "../../../stores/settings.store.ts";
import { ConflictView } from "./conflict-view.tsx";
import { page, otherSave } from "./testing/autosave-harness.ts";

test("a conflict says when the other version was saved", async () => {
  const { api } = testServer();
  const nothing = () => {};
  const { remove } = await renderForTest(
    <ConflictView
      mine={page}
      theirs={otherSave.writing}
      savedAt="2026-11-20T10:42:00.000Z"
      busy={false}
      failed={false}
      onClose={nothing}
      onKeepMine={nothing}
      onChoose={nothing}
    />,
    { api, settings: new SettingsStore(api) },
  );
  expect(document.body.textContent).toMatch(/The other version was saved .*2026.* 10:42/);
  await remove();
});
