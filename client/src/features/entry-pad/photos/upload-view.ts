import { redrawOnChange } from "./redraw-on-change.ts";
import { photosText } from "./photos-text.ts";
import styles from "./photos.module.css";
import type { Upload } from "./uploads.ts";

const labels = photosText.upload;

const createElement = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string | undefined,
  text = "",
) => {
  const newElement = document.createElement(tag);
  if (className) newElement.className = className;
  newElement.textContent = text;
  return newElement;
};

function createButton(label: string, run: () => void): HTMLButtonElement {
  const actionButton = createElement("button", styles.action, label);
  actionButton.type = "button";
  actionButton.addEventListener("click", run);
  return actionButton;
}

/** Twice the display size, for high-resolution screens. */
const previewSize = 144;

/** Draws a preview of a file. A file that the browser cannot decode, such as HEIC in most browsers, has no preview. */
async function drawPreview(file: File, canvas: HTMLCanvasElement): Promise<void> {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = previewSize / Math.min(bitmap.width, bitmap.height);
    const [width, height] = [bitmap.width * scale, bitmap.height * scale];
    const [left, top] = [(previewSize - width) / 2, (previewSize - height) / 2];
    canvas.getContext("2d")?.drawImage(bitmap, left, top, width, height);
    bitmap.close();
  } catch {
    canvas.remove();
  }
}

function stateText({ name, state, progress }: Upload): string {
  if (state === "waiting") return labels.waiting(name);
  return progress < 1 ? labels.sending(name, Math.floor(progress * 100)) : labels.arriving(name);
}

/** Creates the placeholder of an upload, with a preview, the progress, or the failure. It is not part of the document. */
export function createUploadView(
  upload: Upload,
  actions: { retry: () => void; remove: () => void },
): { dom: HTMLElement; destroy: () => void } {
  const dom = createElement("span", styles.upload);
  dom.contentEditable = "false";
  dom.setAttribute("role", "group");
  dom.setAttribute("aria-label", upload.name);
  if (upload.state !== "failed") {
    const canvas = createElement("canvas", styles.preview);
    canvas.width = previewSize;
    canvas.height = previewSize;
    dom.append(canvas);
    void drawPreview(upload.file, canvas);
  }
  const text = createElement("span", styles.uploadText);
  const bar = createElement("progress", styles.bar);
  bar.max = 1;
  bar.setAttribute("aria-label", labels.progress(upload.name));
  const failure = createElement("span", styles.failure);
  failure.setAttribute("role", "alert");
  const buttonRow = createElement("span", styles.actions);
  dom.append(text, bar, failure, buttonRow);

  const stopRedraw = redrawOnChange(() => {
    const hasFailed = upload.state === "failed";
    text.textContent = hasFailed ? labels.failed(upload.name) : stateText(upload);
    bar.hidden = hasFailed;
    bar.value = upload.progress;
    failure.textContent = upload.message;
    failure.hidden = !hasFailed;
    const buttons = [createButton(labels.remove, actions.remove)];
    if (hasFailed && upload.canRetry) buttons.unshift(createButton(labels.retry, actions.retry));
    if (hasFailed !== (buttonRow.dataset["failed"] === "true") || buttonRow.childElementCount === 0) {
      buttonRow.dataset["failed"] = String(hasFailed);
      buttonRow.replaceChildren(...buttons);
    }
  });
  return { dom, destroy: stopRedraw };
}
