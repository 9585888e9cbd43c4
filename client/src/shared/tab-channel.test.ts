import { expect, test } from "vitest";
import { tabChannel } from "./tab-channel.ts";

test("every other tab hears, the one that posts does not", async () => {
  const [here, there] = [tabChannel("test-channel"), tabChannel("test-channel")];
  let heardHere = 0;
  here.subscribe(() => (heardHere += 1));
  const heardThere = new Promise<void>((resolve) => there.subscribe(() => resolve()));
  here.post();
  await heardThere;
  expect(heardHere).toBe(0);
  here.close();
  there.close();
});
