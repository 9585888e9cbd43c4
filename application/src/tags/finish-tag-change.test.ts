import type { CommandContext } from "@daybook/platform/commands/handle-command";
import type { VaultTag } from "@daybook/platform/tags/tag-names";
import { expect, it, vi } from "vitest";
import type { Application } from "../application.ts";
import { finishTagChange, resumeTags } from "./finish-tag-change.ts";

const erasedTag: VaultTag = {
  tagId: 5,
  userId: 1,
  name: null,
  ordinal: 1,
  mergeInto: null,
  createdAt: "2026-11-20T12:00:00.000Z",
};

/** An application with one erased tag. The query for the entries of the tag waits until the test calls `answerQuery`. */
function appWithErasedTag() {
  let answerQuery: (result: { rows: never[] }) => void = () => {};
  const taggedEntries = new Promise<{ rows: never[] }>((resolve) => (answerQuery = resolve));
  const query = vi.fn<() => Promise<{ rows: never[] }>>(() => taggedEntries);
  const remove = vi.fn<(tagId: number) => Promise<void>>(async () => {});
  const inBackground: Promise<void>[] = [];
  const app = {
    clock: { now: () => 0 },
    commands: { execute: async () => ({ position: null }) },
    pool: { query },
    tagNames: { findUnfinished: async () => [erasedTag], remove },
    inBackground: (_name: string, work: (signal: AbortSignal) => Promise<void>) =>
      void inBackground.push(work(new AbortController().signal)),
  } as unknown as Application;
  return { app, query, remove, inBackground, answerQuery };
}

it("does not resume the erasure of a tag again while it is running", async () => {
  const { app, query, remove, inBackground, answerQuery } = appWithErasedTag();
  await resumeTags(app, 1);
  await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(1));
  await resumeTags(app, 1);
  await new Promise(setImmediate);
  expect(query).toHaveBeenCalledTimes(1);
  answerQuery({ rows: [] });
  await Promise.all(inBackground);
  expect(remove).toHaveBeenCalledExactlyOnceWith(5);
  await resumeTags(app, 1);
  await Promise.all(inBackground);
  expect(query).toHaveBeenCalledTimes(2);
});

it("does not resume an erasure while the call that deleted the tag is finishing it", async () => {
  const { app, query, inBackground, answerQuery } = appWithErasedTag();
  const command = { at: "", commandId: "a", actor: "1" } as CommandContext;
  await finishTagChange(app, command, erasedTag);
  await resumeTags(app, 1);
  await new Promise(setImmediate);
  expect(query).toHaveBeenCalledTimes(1);
  answerQuery({ rows: [] });
  await Promise.all(inBackground);
});
