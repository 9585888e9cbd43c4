import { bounds } from "@daybook/domain/contract/bounds";
import type { Photo } from "@daybook/domain/contract/photos";
import { makeAutoObservable, runInAction } from "mobx";
import type { ApiFailure, ApiResult } from "../../../shared/api-client.ts";
import { photosText } from "./photos-text.ts";
import type { PhotoUpload } from "./send-photo.ts";

const { refusals } = photosText;

/** The dependencies of the uploads. */
export type UploadTools = {
  /** resolves to the id of the entry, which it creates if necessary; null when that failed */
  readonly ensureEntry: () => Promise<number | null>;
  readonly send: (upload: Omit<PhotoUpload, "journalId">) => Promise<ApiResult<"addPhoto">>;
  /** returns a new unguessable key */
  readonly newKey: () => string;
  readonly onDone: (upload: Upload, photo: Photo) => void;
  /** called when a cancelled upload was stored nevertheless; deletes the photo */
  readonly onDiscarded: (photo: Photo) => void;
};

/** The accepted types. Browsers without HEIC support give HEIC files an empty type, so it is accepted. The server checks the files. */
const acceptedTypes = /^(?:image\/(?:jpeg|png|webp|gif|hei[cf])|)$/;

/** Why a file is rejected before it is sent; null when it can be sent. */
function refusalText({ size, type }: File): string | null {
  if (!acceptedTypes.test(type)) return refusals.unsupported_media;
  return size > bounds.photoBytes ? refusals.too_large : null;
}

function failureText({ code, message, retryAfter }: ApiFailure): string {
  if (code === "rate_limited" && retryAfter !== null) return refusals.tooMany(Math.ceil(retryAfter / 60_000));
  return code === "too_large" || code === "unsupported_media" || code === "quota" ? refusals[code] : message;
}

/** One upload and its progress. */
export class Upload {
  state: "waiting" | "sending" | "failed" = "waiting";
  /** the sent fraction, from 0 to 1 */
  progress = 0;
  /** why it failed */
  message = "";
  /** false when a retry cannot help */
  canRetry = true;
  readonly id: string;
  readonly file: File;
  readonly controller = new AbortController();
  isCancelled = false;
  /** true when an attempt sent the whole file and was not refused */
  mayBeStored = false;
  /** the idempotency key; kept until the server has refused the upload */
  key: string;

  constructor(file: File, key: string) {
    this.id = key;
    this.file = file;
    this.key = key;
    makeAutoObservable(this, {
      id: false,
      file: false,
      controller: false,
      isCancelled: false,
      mayBeStored: false,
      key: false,
    });
  }

  get name(): string {
    return this.file.name || photosText.upload.pasted;
  }
}

/** Uploads files one after the other. */
export class Uploads {
  readonly #tools: UploadTools;
  #lastRun: Promise<void> = Promise.resolve();

  constructor(tools: UploadTools) {
    this.#tools = tools;
  }

  add(file: File): Upload {
    const upload = new Upload(file, this.#tools.newKey());
    const refusalReason = refusalText(file);
    if (refusalReason === null) this.queue(upload);
    else this.fail(upload, refusalReason, false);
    return upload;
  }

  retry(upload: Upload): void {
    if (upload.state === "failed") this.queue(upload);
  }

  /** Cancels an upload. Its state stays as it is; the caller removes it from the page. */
  cancel(upload: Upload): void {
    upload.isCancelled = true;
    if (!upload.mayBeStored) upload.controller.abort();
    // The photo may be stored. Sends the same request again, because its reply contains the photo to delete.
    else if (upload.state === "failed") this.queue(upload);
  }

  private queue(upload: Upload): void {
    runInAction(() => Object.assign(upload, { state: "waiting", progress: 0, message: "" }));
    this.#lastRun = this.#lastRun.then(() => this.run(upload));
  }

  private fail(upload: Upload, message: string, canRetry: boolean): void {
    runInAction(() => Object.assign(upload, { state: "failed", message, canRetry }));
  }

  private async run(upload: Upload): Promise<void> {
    const { signal } = upload.controller;
    const canStop = () => upload.isCancelled && !upload.mayBeStored;
    if (canStop()) return;
    runInAction(() => (upload.state = "sending"));
    const entryId = await this.#tools.ensureEntry();
    if (canStop()) return;
    if (entryId === null) return this.fail(upload, refusals.notSaved, true);
    let couldBeStoredBeforeAttempt = upload.mayBeStored;
    const onAttempt = () => (couldBeStoredBeforeAttempt = upload.mayBeStored);
    const onProgress = (fraction: number) => {
      runInAction(() => (upload.progress = fraction));
      if (fraction === 1) upload.mayBeStored = true;
    };
    const onRefused = () => {
      onProgress(0);
      // A refusal says nothing about an earlier attempt whose reply was lost.
      upload.mayBeStored = couldBeStoredBeforeAttempt;
      if (canStop()) upload.controller.abort();
    };
    const { file, key } = upload;
    const callbacks = { onAttempt, onProgress, onRefused };
    const result = await this.#tools.send({ entryId, file, key, signal, ...callbacks });
    if (upload.isCancelled) {
      if (result.ok) this.#tools.onDiscarded(result.data.photo);
      return;
    }
    if (result.ok) return this.#tools.onDone(upload, result.data.photo);
    // A refused upload gets a new key for its retry. An upload that may have arrived keeps its key.
    if (result.status >= 400 && result.status < 500 && !upload.mayBeStored) upload.key = this.#tools.newKey();
    this.fail(upload, failureText(result), result.status !== 413 && result.status !== 415);
  }
}
