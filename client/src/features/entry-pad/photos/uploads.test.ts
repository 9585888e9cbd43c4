import { expect, test, vi } from "vitest";
import type { Photo } from "@daybook/domain/contract/photos";
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
    onDiscarded: () => {},
  });
  const cancelledUpload = uploads.add(new File(["a"], "a.png", { type: "image/png" }));
  uploads.add(new File(["b"], "b.png", { type: "image/png" }));
  await vi.waitFor(() => expect(cancelledUpload.state).toBe("sending"));
  uploads.cancel(cancelledUpload);
  completeCreation(7);
  await vi.waitFor(() => expect(sentFiles).toContain("b.png"));
  expect(sentFiles).toEqual(["b.png"]);
});

test("when an upload is cancelled after its file was sent, the photo is deleted", async () => {
  const photo = { id: 5 } as Photo;
  let completeUpload = (): void => {};
  const reply = new Promise<void>((resolve) => (completeUpload = resolve));
  const onDone = vi.fn<() => void>();
  const onDiscarded = vi.fn<(photo: Photo) => void>();
  const uploads = new Uploads({
    ensureEntry: () => Promise.resolve(7),
    send: async ({ onProgress, signal }) => {
      onProgress(1);
      await reply;
      return signal.aborted ? unreachable : { ok: true, status: 201, data: { photo } };
    },
    newKey: () => "key",
    onDone,
    onDiscarded,
  });
  const upload = uploads.add(new File(["a"], "a.png", { type: "image/png" }));
  await vi.waitFor(() => expect(upload.progress).toBe(1));
  uploads.cancel(upload);
  completeUpload();
  await vi.waitFor(() => expect(onDiscarded).toHaveBeenCalledWith(photo));
  expect(onDone).not.toHaveBeenCalled();
});

test.each(["before", "after"])(
  "an upload that is cancelled %s its attempt was refused is not sent again",
  async (moment) => {
    let refuse = (): void => {};
    const refusal = new Promise<void>((resolve) => (refuse = resolve));
    const signals: AbortSignal[] = [];
    const uploads = new Uploads({
      ensureEntry: () => Promise.resolve(7),
      send: async ({ onProgress, onRefused, signal }) => {
        signals.push(signal);
        onProgress(1);
        await refusal;
        onRefused();
        return new Promise(() => {});
      },
      newKey: () => "key",
      onDone: () => {},
      onDiscarded: () => {},
    });
    const upload = uploads.add(new File(["a"], "a.png", { type: "image/png" }));
    await vi.waitFor(() => expect(upload.progress).toBe(1));
    if (moment === "before") uploads.cancel(upload);
    expect(signals[0]?.aborted).toBe(false);
    refuse();
    await vi.waitFor(() => expect(upload.progress).toBe(0));
    if (moment === "after") uploads.cancel(upload);
    expect(signals[0]?.aborted).toBe(true);
  },
);

test.each(["retried", "cancelled"])(
  "an upload whose reply was lost keeps its key when a later attempt is refused and the upload is %s",
  async (action) => {
    const photo = { id: 5 } as Photo;
    const sentKeys: string[] = [];
    const onDone = vi.fn<(upload: unknown, photo: Photo) => void>();
    const onDiscarded = vi.fn<(photo: Photo) => void>();
    let keyCount = 0;
    const uploads = new Uploads({
      ensureEntry: () => Promise.resolve(7),
      send: ({ key, onAttempt, onProgress, onRefused, signal }) => {
        sentKeys.push(key);
        expect(signal.aborted).toBe(false);
        onAttempt();
        onProgress(1);
        if (sentKeys.length > 1) return Promise.resolve({ ok: true, status: 201, data: { photo } });
        onAttempt();
        onProgress(1);
        onRefused();
        return Promise.resolve(sampleFailure(429, "rate_limited"));
      },
      newKey: () => `key ${(keyCount += 1)}`,
      onDone,
      onDiscarded,
    });
    const upload = uploads.add(new File(["a"], "a.png", { type: "image/png" }));
    await vi.waitFor(() => expect(upload.state).toBe("failed"));
    if (action === "retried") uploads.retry(upload);
    else uploads.cancel(upload);
    const reply = () => (action === "retried" ? onDone.mock.calls[0]?.[1] : onDiscarded.mock.calls[0]?.[0]);
    await vi.waitFor(() => expect(reply()).toBe(photo));
    expect(sentKeys).toEqual(["key 1", "key 1"]);
  },
);

test.each(["while it is sent again", "after its last attempt"])(
  "when the reply to an upload was lost, its photo is deleted if the user cancels the upload %s",
  async (moment) => {
    const photo = { id: 5 } as Photo;
    const sentKeys: string[] = [];
    let completeUpload = (): void => {};
    const onDiscarded = vi.fn<(photo: Photo) => void>();
    const uploads = new Uploads({
      ensureEntry: () => Promise.resolve(7),
      send: async ({ key, onProgress, signal }) => {
        sentKeys.push(key);
        onProgress(1);
        if (moment === "after its last attempt" && sentKeys.length === 1) return unreachable;
        // The next attempt begins.
        onProgress(0.5);
        await new Promise<void>((resolve) => (completeUpload = resolve));
        return signal.aborted ? unreachable : { ok: true, status: 201, data: { photo } };
      },
      newKey: () => "key",
      onDone: () => {},
      onDiscarded,
    });
    const upload = uploads.add(new File(["a"], "a.png", { type: "image/png" }));
    await vi.waitFor(() =>
      expect([upload.state, upload.progress]).toEqual(
        moment === "after its last attempt" ? ["failed", 1] : ["sending", 0.5],
      ),
    );
    uploads.cancel(upload);
    await vi.waitFor(() => expect([...new Set(sentKeys), upload.progress]).toEqual(["key", 0.5]));
    completeUpload();
    await vi.waitFor(() => expect(onDiscarded).toHaveBeenCalledWith(photo));
  },
);
