import { follow } from "./follow.ts";
import { photosCopy } from "./photos-copy.ts";
import styles from "./photos.module.css";
import type { Upload } from "./uploads.ts";

const words = photosCopy.upload;

const element = <K extends keyof HTMLElementTagNameMap>(tag: K, className: string | undefined, text = "") => {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.textContent = text;
  return made;
};

function button(label: string, run: () => void): HTMLButtonElement {
  const made = element("button", styles.act, label);
  made.type = "button";
  made.addEventListener("click", run);
  return made;
}

/** Twice the size that it is shown in, for sharp screens. */
const previewSize = 144;

/** Draws a file small; what the browser cannot read, HEIC for most of them, is known by its name alone. */
async function drawPreview(file: File, into: HTMLCanvasElement): Promise<void> {
  try {
    const picture = await createImageBitmap(file);
    const scale = previewSize / Math.min(picture.width, picture.height);
    const [width, height] = [picture.width * scale, picture.height * scale];
    const [left, top] = [(previewSize - width) / 2, (previewSize - height) / 2];
    into.getContext("2d")?.drawImage(picture, left, top, width, height);
    picture.close();
  } catch {
    into.remove();
  }
}

function stateText({ name, state, progress }: Upload): string {
  if (state === "waiting") return words.waiting(name);
  return progress < 1 ? words.sending(name, Math.floor(progress * 100)) : words.arriving(name);
}

/** A place kept in the text while a picture is on its way; why it did not arrive, and what to do. It is no part of the text. */
export function uploadView(
  upload: Upload,
  acts: { retry: () => void; remove: () => void },
): { dom: HTMLElement; destroy: () => void } {
  const dom = element("span", styles.upload);
  dom.contentEditable = "false";
  dom.setAttribute("role", "group");
  dom.setAttribute("aria-label", words.progress(upload.name));
  if (upload.state !== "failed") {
    const picture = element("canvas", styles.preview);
    picture.width = previewSize;
    picture.height = previewSize;
    dom.append(picture);
    void drawPreview(upload.file, picture);
  }
  const text = element("span", styles.uploadText);
  const bar = element("progress", styles.bar);
  bar.max = 1;
  bar.setAttribute("aria-label", words.progress(upload.name));
  const failure = element("span", styles.failure);
  failure.setAttribute("role", "alert");
  const row = element("span", styles.acts);
  dom.append(text, bar, failure, row);

  const stop = follow(() => {
    const failed = upload.state === "failed";
    text.textContent = failed ? words.failed(upload.name) : stateText(upload);
    bar.hidden = failed;
    bar.value = upload.progress;
    failure.textContent = upload.message;
    failure.hidden = !failed;
    const buttons = [button(words.remove, acts.remove)];
    if (failed && upload.canRetry) buttons.unshift(button(words.retry, acts.retry));
    if (failed !== (row.dataset["failed"] === "true") || row.childElementCount === 0) {
      row.dataset["failed"] = String(failed);
      row.replaceChildren(...buttons);
    }
  });
  return { dom, destroy: stop };
}
