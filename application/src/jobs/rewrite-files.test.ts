import { SearchUnavailable } from "@daybook/platform/search/search-index";
import { expect, it, vi } from "vitest";
import type { Application } from "../application.ts";
import { rewriteFilesJob } from "./rewrite-files.ts";

it("rewrites the files of the database while the search index cannot be reached, and stays due", async () => {
  const files = {
    findDue: async () => ({ upTo: 3, waitedMs: 60_000, isHeldBack: false }),
    rewriteTables: vi.fn<() => Promise<void>>(async () => {}),
    dropOldLog: vi.fn<() => Promise<void>>(async () => {}),
    markRewritten: vi.fn<() => Promise<void>>(async () => {}),
  };
  const app = {
    clock: { now: () => 0 },
    files,
    findSentMailsWithEntries: async () => [],
    logger: { info: () => {} },
    pool: { query: async () => ({ rows: [] }) },
    search: {
      status: () => Promise.reject(new SearchUnavailable("ECONNREFUSED")),
      rewrite: async () => false,
    },
    waitUntilCaughtUp: async () => {},
  } as unknown as Application;
  await rewriteFilesJob.run(app, new AbortController().signal);
  expect(files.rewriteTables).toHaveBeenCalledOnce();
  expect(files.dropOldLog).toHaveBeenCalledOnce();
  expect(files.markRewritten).not.toHaveBeenCalled();
});
