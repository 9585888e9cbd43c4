import { bounds } from "@daybook/domain/contract/bounds";
import type { Photo } from "@daybook/domain/contract/photos";
import { makeAutoObservable, runInAction } from "mobx";
import type { ApiFailure, ApiResult } from "../../../../shared/api-client.ts";
import { photosCopy } from "./photos-copy.ts";
import type { Sending } from "./send-photo.ts";

const { refused } = photosCopy;

/** What an upload needs from outside. */
export type UploadTools = {
  readonly ensureEntry: () => Promise<number | null>;
  readonly send: (sending: Omit<Sending, "journalId">) => Promise<ApiResult<"addPhoto">>;
  /** a fresh unguessable key */
  readonly newKey: () => string;
  readonly onDone: (upload: Upload, photo: Photo) => void;
};

/** The kinds that are kept. A browser that does not know HEIC gives its files no type, and the server looks itself. */
const kept = /^(?:image\/(?:jpeg|png|webp|gif|hei[cf])|)$/;

/** Why a file need not be sent at all. */
function refusalOf({ size, type }: File): string | null {
  if (!kept.test(type)) return refused.unsupported_media;
  return size > bounds.photoBytes ? refused.too_large : null;
}

const sentenceOf = ({ code, message }: ApiFailure): string =>
  code === "too_large" || code === "unsupported_media" || code === "quota" ? refused[code] : message;

/** One file on its way. */
export class Upload {
  state: "waiting" | "sending" | "failed" = "waiting";
  /** how much has left, from 0 to 1 */
  progress = 0;
  /** why it failed */
  message = "";
  /** false where trying again cannot help */
  canRetry = true;
  readonly id: string;
  readonly file: File;
  readonly controller = new AbortController();
  /** one act, until it is known to have been refused */
  key: string;

  constructor(file: File, key: string) {
    this.id = key;
    this.file = file;
    this.key = key;
    makeAutoObservable(this, { id: false, file: false, controller: false, key: false });
  }

  get name(): string {
    return this.file.name || photosCopy.upload.pasted;
  }
}

/** Sends files one after the other, in the order in which they came. */
export class Uploads {
  readonly #tools: UploadTools;
  #last: Promise<void> = Promise.resolve();

  constructor(tools: UploadTools) {
    this.#tools = tools;
  }

  add(file: File): Upload {
    const upload = new Upload(file, this.#tools.newKey());
    const refusal = refusalOf(file);
    if (refusal === null) this.queue(upload);
    else this.fail(upload, refusal, false);
    return upload;
  }

  retry(upload: Upload): void {
    if (upload.state === "failed") this.queue(upload);
  }

  /** Nobody wants it any more. */
  drop(upload: Upload): void {
    upload.controller.abort();
  }

  private queue(upload: Upload): void {
    runInAction(() => Object.assign(upload, { state: "waiting", progress: 0, message: "" }));
    this.#last = this.#last.then(() => this.run(upload));
  }

  private fail(upload: Upload, message: string, canRetry: boolean): void {
    runInAction(() => Object.assign(upload, { state: "failed", message, canRetry }));
  }

  private async run(upload: Upload): Promise<void> {
    const { signal } = upload.controller;
    if (signal.aborted) return;
    runInAction(() => (upload.state = "sending"));
    const entryId = await this.#tools.ensureEntry();
    if (entryId === null) return this.fail(upload, refused.notSaved, true);
    const onProgress = (share: number) => runInAction(() => (upload.progress = share));
    const { file, key } = upload;
    const result = await this.#tools.send({ entryId, file, key, signal, onProgress });
    if (signal.aborted) return;
    if (result.ok) return this.#tools.onDone(upload, result.data.photo);
    // What was refused is another act when it is tried again; what may have arrived is still the same one.
    if (result.status >= 400 && result.status < 500) upload.key = this.#tools.newKey();
    this.fail(upload, sentenceOf(result), result.status !== 413 && result.status !== 415);
  }
}
