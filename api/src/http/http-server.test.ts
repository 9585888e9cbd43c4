import { bounds } from "@daybook/domain/contract/bounds";
import { expect, test } from "vitest";
import { createHttpServer } from "./http-server.ts";
import { defaultPace } from "./read-chunks.ts";

test("the largest photo may arrive at the slowest accepted pace", () => {
  const { requestTimeout } = createHttpServer(() => {});
  const longestMs = defaultPace.graceMs + (bounds.photoBytes / defaultPace.bytesPerSecond) * 1000;
  expect(requestTimeout === 0 || requestTimeout > longestMs).toBe(true);
});
