import { expect, it } from "vitest";
import { createNaiveEventStore } from "../testing/naive-store.ts";
import { readWhileAppending } from "../testing/read-while-appending.ts";

it("the contract suite catches a store that assigns sequence numbers before the commit", async () => {
  let seed = 1;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  const { lost: lostEvents } = await readWhileAppending(createNaiveEventStore(random), 25);
  expect(lostEvents.length).toBeGreaterThan(0);
});
