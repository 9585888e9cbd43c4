import { expect, test, vi } from "vitest";
import { sampleFailure } from "../../../shared/testing/sample-failure.ts";
import { Uploads } from "./uploads.ts";

const unreachable = sampleFailure(0, "network");

test("an upload that is cancelled while its entry is created is not sent", async () => {
  let completeCreation = (_entryId: number): void => {};
  const entryId = new Promise<number>((resolve) => (completeCreation = resolve));
  const sentFiles: string[] = [];
  const uploads = new Uploads({
    ensureEntry: () => entryId,
    send: ({ file }) => {
      sentFiles.push(file.name);
      return Promise.resolve(unreachable);
    },
    newKey: () => "key",
    onDone: () => {},
  });
  const cancelledUpload = uploads.add(new File(["a"], "a.png", { type: "image/png" }));
  uploads.add(new File(["b"], "b.png", { type: "image/png" }));
  await vi.waitFor(() => expect(cancelledUpload.state).toBe("sending"));
  uploads.cancel(cancelledUpload);
  completeCreation(7);
  await vi.waitFor(() => expect(sentFiles).toContain("b.png"));
  expect(sentFiles).toEqual(["b.png"]);
});
