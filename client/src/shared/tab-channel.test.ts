import { afterEach, expect, test, vi } from "vitest";
import { tabChannel } from "./tab-channel.ts";

afterEach(() => vi.unstubAllGlobals());

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

test("a browser that refuses the channel sends nothing", () => {
  const refuseChannel = vi.fn<() => void>(function refuse() {
    throw new Error("The operation is insecure.");
  });
  vi.stubGlobal("BroadcastChannel", refuseChannel);
  const channel = tabChannel("test-channel");
  channel.subscribe(() => {});
  channel.post();
  channel.close();
  expect(refuseChannel).toHaveBeenCalledTimes(1);
});
