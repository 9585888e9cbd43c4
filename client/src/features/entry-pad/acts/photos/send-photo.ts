import type { ApiResult, Fetch } from "../../../../shared/api-client.ts";
import type { Services } from "../../../../shared/services.ts";
import { fileFields } from "@daybook/domain/contract/paths";

/** How one file is sent. */
export type Sending = {
  readonly journalId: number;
  readonly entryId: number;
  readonly file: File;
  /** the same for every try of one upload */
  readonly key: string;
  readonly signal: AbortSignal;
  /** told how much has left, from 0 to 1 */
  readonly onProgress: (share: number) => void;
};

/** A connection on which nothing moves for so many milliseconds is given up. */
const patience = 60_000;

/** Sends a form as `fetch` would, and tells how far it is, which `fetch` cannot. */
function sendForm(url: string, init: RequestInit, form: FormData, sending: Sending): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer = setTimeout(() => request.abort(), patience);
    const moved = (share: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), patience);
      sending.onProgress(share);
    };
    const over = () => {
      clearTimeout(timer);
      sending.signal.removeEventListener("abort", abort);
    };
    const abort = () => request.abort();
    sending.signal.addEventListener("abort", abort);
    request.upload.addEventListener("progress", ({ loaded, total }) => moved(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () => {
      over();
      const wait = request.getResponseHeader("retry-after");
      const headers = new Headers(wait === null ? [] : [["retry-after", wait]]);
      resolve(new Response(request.responseText, { status: request.status, headers }));
    });
    for (const end of ["error", "abort", "timeout"]) {
      request.addEventListener(end, () => {
        over();
        reject(new Error(end));
      });
    }
    request.open(init.method ?? "POST", url);
    for (const [name, value] of Object.entries((init.headers ?? {}) as Record<string, string>)) {
      request.setRequestHeader(name, value);
    }
    request.send(form);
  });
}

/** Sends a photo of an entry: signed, tried again and typed as every call is. Its file is not part of what is signed. */
export function sendPhoto({ api }: Pick<Services, "api">, sending: Sending): Promise<ApiResult<"addPhoto">> {
  const { journalId, entryId, file, key, signal } = sending;
  const send: Fetch = (url, init) => {
    const form = new FormData();
    form.append(fileFields.addPhoto ?? "photo", file);
    return sendForm(url, init, form, sending);
  };
  const params = { journalId: String(journalId), entryId: String(entryId) };
  // The page stays where it is, with its unsaved words; the state of saving tells that one is signed out.
  return api.call("addPhoto", { params }, { idempotencyKey: key, signal, quiet401: true, fetch: send });
}
