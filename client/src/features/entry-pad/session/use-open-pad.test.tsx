// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { Services } from "../../../shared/services.ts";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { sampleSession } from "../../../shared/testing/sample-session.ts";
import { testServer } from "../../../shared/testing/test-server.ts";
import { useOpenPad } from "./use-open-pad.ts";

/** Shows the journal and the day of the open pad. */
function OpenPad({ journalId, day }: { journalId: number; day: string | null }) {
  const { openedPad } = useOpenPad({ journalId, entryId: null, localId: null, day }, null);
  if (openedPad?.type !== "open") return null;
  const { session } = openedPad;
  return `${session.journalId} ${session.actor.getSnapshot().context.writing.localDate}`;
}

test("a blank page of another journal or day is not shown again for the requested one", async () => {
  const sessionActor = {
    getSnapshot: () => ({ context: { session: sampleSession(1) } }),
    subscribe: () => ({ unsubscribe: () => {} }),
  } as unknown as Services["sessionActor"];
  const { show, remove } = await renderForTest(<OpenPad journalId={3} day="1660-01-01" />, {
    api: testServer().api,
    sessionActor,
    clock: { now: () => 0 },
    unlocks: new Map(),
  });
  const expectShown = (text: string) => expect(document.body.textContent).toBe(text);
  expectShown("3 1660-01-01");
  await show(<OpenPad journalId={4} day="1660-01-01" />);
  expectShown("4 1660-01-01");
  await show(<OpenPad journalId={4} day="1660-01-02" />);
  expectShown("4 1660-01-02");
  await remove();
});
