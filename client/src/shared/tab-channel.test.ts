import { expect, test } from "vitest";
import { tabChannel } from "./tab-channel.ts";

test("all other tabs get the message, the sender does not", async () => {
  const [here, there] = [tabChannel("test-channel"), tabChannel("test-channel")];
  let receivedHere = 0;
  here.subscribe(() => (receivedHere += 1));
  const receivedThere = new Promise<void>((resolve) => there.subscribe(() => resolve()));
  here.post();
  await receivedThere;
  expect(receivedHere).toBe(0);
  here.close();
  there.close();
});
