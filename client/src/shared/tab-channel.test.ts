import { expect, test } from "vitest";
import { tabChannel } from "./tab-channel.ts";

test("another tab gets the message, the sender does not", async () => {
  const [localChannel, otherChannel] = [tabChannel("test-channel"), tabChannel("test-channel")];
  let receivedHere = 0;
  localChannel.subscribe(() => (receivedHere += 1));
  const receivedThere = new Promise<void>((resolve) => otherChannel.subscribe(() => resolve()));
  localChannel.post();
  await receivedThere;
  expect(receivedHere).toBe(0);
  localChannel.close();
  otherChannel.close();
});
