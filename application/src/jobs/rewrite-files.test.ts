import { SearchUnavailable } from "@daybook/platform/search/search-index";
import { expect, it, vi } from "vitest";
import type { Application } from "../application.ts";
import { rewriteFilesJob } from "./rewrite-files.ts";

/** Creates an application in which a rewrite is due and takes a second. Its clock and its files are returned for the checks. */
function createRewrites(search: Pick<Application["search"], "status" | "rewrite">) {
  const clock = { time: 0 };
  const files = {
    findDue: async () => ({ ids: ["3"], waitedMs: 60_000, isHeldBack: false }),
    rewriteTables: vi.fn<() => Promise<void>>(async () => {
      clock.time += 1_000;
    }),
    dropOldLog: vi.fn<() => Promise<void>>(async () => {}),
    markRewritten: vi.fn<() => Promise<void>>(async () => {}),
  };
  const app = {
    clock: { now: () => clock.time },
    files,
    findFiledMailsWithEntries: async () => [],
    logger: { info: () => {} },
    pool: { query: async () => ({ rows: [] }) },
    search,
    waitUntilCaughtUp: async () => {},
  } as unknown as Application;
  return { clock, files, run: () => rewriteFilesJob.run(app, new AbortController().signal) };
}

const status = () => Promise.reject(new SearchUnavailable("ECONNREFUSED"));

it("rewrites the files of the database while the search index cannot be reached, and stays due", async () => {
  const { files, run } = createRewrites({ status, rewrite: async () => false });
  await run();
  expect(files.rewriteTables).toHaveBeenCalledOnce();
  expect(files.dropOldLog).toHaveBeenCalledOnce();
  expect(files.markRewritten).not.toHaveBeenCalled();
});

it("pauses after a failed run too, because rewriting a table blocks saves", async () => {
  const rewrite = () => Promise.reject(new Error("the search index is being rebuilt"));
  const { clock, files, run } = createRewrites({ status, rewrite });
  await expect(run()).rejects.toThrow("being rebuilt");
  clock.time += 2_000;
  await run();
  expect(files.rewriteTables).toHaveBeenCalledOnce();
  clock.time += 20_000;
  await expect(run()).rejects.toThrow("being rebuilt");
  expect(files.rewriteTables).toHaveBeenCalledTimes(2);
});
