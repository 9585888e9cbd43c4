import { afterEach, expect, test, vi } from "vitest";
import type { CallOptions } from "../../../shared/api-client.ts";
import { sampleFailure } from "../../../shared/testing/sample-failure.ts";
import { sendPhoto } from "./send-photo.ts";

afterEach(() => void vi.unstubAllGlobals());

/** Sends a photo with one attempt, which gets this status. Returns how often the upload was told of a refusal. */
async function refusalsAfter(status: number): Promise<number> {
  class Request extends EventTarget {
    readonly upload = new EventTarget();
    readonly status = status;
    readonly responseText = "";
    open(): void {}
    setRequestHeader(): void {}
    getResponseHeader(): null {
      return null;
    }
    send(): void {
      this.dispatchEvent(new Event(status === 0 ? "error" : "load"));
    }
  }
  vi.stubGlobal("XMLHttpRequest", Request);
  const call = async (_name: string, _input: unknown, { fetch }: CallOptions) => {
    await fetch?.("/photos", {}).catch(() => {});
    return sampleFailure(0, "network");
  };
  const [onAttempt, onRefused] = [vi.fn<() => void>(), vi.fn<() => void>()];
  await sendPhoto(
    { api: { call } },
    {
      journalId: 1,
      entryId: 7,
      file: new File(["a"], "a.png", { type: "image/png" }),
      key: "key",
      signal: new AbortController().signal,
      onAttempt,
      onProgress: () => {},
      onRefused,
    },
  );
  expect(onAttempt).toHaveBeenCalledOnce();
  return onRefused.mock.calls.length;
}

test("an upload is told when the server refuses the photo, but not when the server stored or may have stored it", async () => {
  expect([await refusalsAfter(429), await refusalsAfter(422)]).toEqual([1, 1]);
  expect([await refusalsAfter(503), await refusalsAfter(502), await refusalsAfter(408)]).toEqual([0, 0, 0]);
  expect([await refusalsAfter(201), await refusalsAfter(0)]).toEqual([0, 0]);
});
