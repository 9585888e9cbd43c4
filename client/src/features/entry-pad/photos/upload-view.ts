import { redrawOnChange } from "./redraw-on-change.ts";
import { photosText } from "./photos-text.ts";
import styles from "./photos.module.css";
import type { Upload } from "./uploads.ts";

const labels = photosText.upload;

const element = <K extends keyof HTMLElementTagNameMap>(tag: K, className: string | undefined, text = "") => {
  const newElement = document.createElement(tag);
  if (className) newElement.className = className;
  newElement.textContent = text;
  return newElement;
};

function button(label: string, run: () => void): HTMLButtonElement {
  const actionButton = element("button", styles.action, label);
  actionButton.type = "button";
  actionButton.addEventListener("click", run);
  return actionButton;
}

/** Twice the display size, for high-resolution screens. */
const previewSize = 144;

/** Draws a preview of a file. Formats that the browser cannot decode (HEIC in most) show only the name. */
async function drawPreview(file: File, canvas: HTMLCanvasElement): Promise<void> {
  try {
    const picture = await createImageBitmap(file);
    const scale = previewSize / Math.min(picture.width, picture.height);
    const [width, height] = [picture.width * scale, picture.height * scale];
    const [left, top] = [(previewSize - width) / 2, (previewSize - height) / 2];
    canvas.getContext("2d")?.drawImage(picture, left, top, width, height);
    picture.close();
  } catch {
    canvas.remove();
  }
}

function stateText({ name, state, progress }: Upload): string {
  if (state === "waiting") return labels.waiting(name);
  return progress < 1 ? labels.sending(name, Math.floor(progress * 100)) : labels.arriving(name);
}

/** The placeholder of an upload: preview, progress, or why it failed with a retry button. Not part of the document. */
export function uploadView(
  upload: Upload,
  actions: { retry: () => void; remove: () => void },
): { dom: HTMLElement; destroy: () => void } {
  const dom = element("span", styles.upload);
  dom.contentEditable = "false";
  dom.setAttribute("role", "group");
  dom.setAttribute("aria-label", labels.progress(upload.name));
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
  bar.setAttribute("aria-label", labels.progress(upload.name));
  const failure = element("span", styles.failure);
  failure.setAttribute("role", "alert");
  const row = element("span", styles.actions);
  dom.append(text, bar, failure, row);

  const stop = redrawOnChange(() => {
    const hasFailed = upload.state === "failed";
    text.textContent = hasFailed ? labels.failed(upload.name) : stateText(upload);
    bar.hidden = hasFailed;
    bar.value = upload.progress;
    failure.textContent = upload.message;
    failure.hidden = !hasFailed;
    const buttons = [button(labels.remove, actions.remove)];
    if (hasFailed && upload.canRetry) buttons.unshift(button(labels.retry, actions.retry));
    if (hasFailed !== (row.dataset["failed"] === "true") || row.childElementCount === 0) {
      row.dataset["failed"] = String(hasFailed);
      row.replaceChildren(...buttons);
    }
  });
  return { dom, destroy: stop };
}
