import type { ApiResult, Fetch } from "../../../shared/api-client.ts";
import type { Services } from "../../../shared/services.ts";
import { fileFields } from "@daybook/domain/contract/paths";

/** What to send for one photo. */
export type PhotoUpload = {
  readonly journalId: number;
  readonly entryId: number;
  readonly file: File;
  /** the idempotency key */
  readonly key: string;
  readonly signal: AbortSignal;
  /** called before each attempt */
  readonly onAttempt: () => void;
  /** called with the sent fraction, from 0 to 1 */
  readonly onProgress: (fraction: number) => void;
  /** called when the server refused an attempt; another one may follow */
  readonly onRefused: () => void;
};

/** The time without progress after which a request is aborted, in milliseconds. */
const stallTimeoutMs = 60_000;

/** Sends a form like `fetch`, but reports the upload progress. */
function sendForm(url: string, init: RequestInit, form: FormData, upload: PhotoUpload): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer = setTimeout(() => request.abort(), stallTimeoutMs);
    const reportProgress = (fraction: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), stallTimeoutMs);
      upload.onProgress(fraction);
    };
    const finish = () => {
      clearTimeout(timer);
      upload.signal.removeEventListener("abort", abort);
    };
    const abort = () => request.abort();
    upload.signal.addEventListener("abort", abort);
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      reportProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener("load", () => {
      finish();
      const retryAfter = request.getResponseHeader("retry-after");
      const headers = new Headers(retryAfter === null ? [] : [["retry-after", retryAfter]]);
      resolve(new Response(request.responseText, { status: request.status, headers }));
    });
    for (const eventName of ["error", "abort", "timeout"]) {
      request.addEventListener(eventName, () => {
        finish();
        reject(new Error(eventName));
      });
    }
    request.open(init.method ?? "POST", url);
    for (const [name, value] of Object.entries((init.headers ?? {}) as Record<string, string>)) {
      request.setRequestHeader(name, value);
    }
    request.send(form);
  });
}

/** Uploads a photo: signed, retried and typed like every call. The signature does not cover the file. */
export function sendPhoto(
  { api }: Pick<Services, "api">,
  upload: PhotoUpload,
): Promise<ApiResult<"addPhoto">> {
  const { journalId, entryId, file, key, signal } = upload;
  const send: Fetch = async (url, init) => {
    const form = new FormData();
    form.append(fileFields.addPhoto ?? "photo", file);
    upload.onAttempt();
    const response = await sendForm(url, init, form, upload);
    const { status } = response;
    // A 5xx or a timeout does not say whether the photo was stored.
    if (status >= 400 && status < 500 && status !== 408) upload.onRefused();
    return response;
  };
  const params = { journalId: String(journalId), entryId: String(entryId) };
  // A 401 must not close the page, which may have unsaved text. The failed upload shows the message.
  return api.call("addPhoto", { params }, { idempotencyKey: key, signal, quiet401: true, fetch: send });
}
