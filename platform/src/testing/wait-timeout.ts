import { vi } from "vitest";

/** As long as that of `expect.poll` in vitest.config.ts. */
const waitTimeoutMs = 60_000;

const { waitFor } = vi;
// By default `vi.waitFor` gives up after one second, which is too short on a busy machine. This file runs before each test file of a
// process. Wrapping the function once more changes nothing.
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === "number" ? options : { timeout: waitTimeoutMs, ...options });
