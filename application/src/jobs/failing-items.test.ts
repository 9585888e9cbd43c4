import { streamOf } from "@daybook/domain/kernel/ids";
import type { VaultTag } from "@daybook/platform/tags/tag-names";
import { expect, it } from "vitest";
import { resumeAccountErasures } from "../accounts/erase-account.ts";
import type { Application } from "../application.ts";
import { showOverlookedJournals } from "../downgrade/show-journals.ts";
import { resumeInterruptedWork } from "../entries/run-operation.ts";
import { resumeJournalErasures } from "../journals/erase-journal.ts";
import { publishPendingLockEvents } from "../locks/publish-lock-events.ts";
import { resumeTags } from "../tags/finish-tag-change.ts";

const tagOf = (tagId: number) =>
  ({ tagId, userId: tagId, name: "sealed", ordinal: 1 }) as unknown as VaultTag;
const lockEventOf = (id: number) => ({ stream: streamOf.journal(id), userId: id, lock: null, changeId: id });

/** An application that lists the ids 1 and 2 everywhere, and cannot reach the streams of 1. */
function appWithFailingItem() {
  const reachedStreams: string[] = [];
  async function reach(stream: string): Promise<void> {
    if (stream.endsWith("-1")) throw new Error("unreadable");
    reachedStreams.push(stream);
  }
  const app = {
    clock: { now: () => 0 },
    commands: {
      load: (_decider: unknown, stream: string) => reach(stream).then(() => ({ state: { status: "open" } })),
      execute: ({ stream }: { stream: string }) => reach(stream).then(() => ({ position: null })),
    },
    pool: { query: async () => ({ rows: [1, 2].map((id) => ({ id, userId: id })) }) },
    credentials: { findErasedUserIds: async () => [] },
    tagNames: { findUnfinished: async () => [1, 2].map(tagOf), noteLogged: async () => {} },
    locks: { findPendingLockEvents: async () => [1, 2].map(lockEventOf), markPublished: async () => {} },
    moves: { claim: () => Promise.reject(new Error("unreadable")) },
    operations: { claim: async () => null },
  } as unknown as Application;
  return { app, reachedStreams };
}

const { signal } = new AbortController();

it.each([
  ["an account", streamOf.account(2), resumeAccountErasures],
  ["a journal", streamOf.journal(2), resumeJournalErasures],
  ["a hidden journal", streamOf.journal(2), (app: Application) => showOverlookedJournals(app, signal)],
  ["a tag", streamOf.tag(2), (app: Application) => resumeTags(app, null)],
  ["a lock event", streamOf.journal(2), publishPendingLockEvents],
  ["a move", streamOf.journal(2), (app: Application) => resumeInterruptedWork(app, signal)],
])("%s that fails does not block the next one", async (_item, nextStream, run) => {
  const { app, reachedStreams } = appWithFailingItem();
  await expect(run(app)).rejects.toThrow("unreadable");
  expect(reachedStreams).toContain(nextStream);
});
