import type { EditorView } from "@tiptap/pm/view";
import { photosText } from "./photos-text.ts";
import styles from "./photos.module.css";

const minWidth = 48;
/** How much one key press changes the width, as a fraction of the text width. */
const keyStep = 0.05;

/** Where the image is in the editor, and what opens it. */
type Target = {
  view: EditorView;
  getPos: () => number | undefined;
  /** opens the photo; null for an image that is not an uploaded photo */
  open: (() => void) | null;
};

/** The tools of a selected image: a resize handle, and a button that opens the photo. They load with the first selected image. */
export class ImageTools {
  readonly dom = document.createElement("span");
  readonly #handle = document.createElement("span");
  readonly #image: HTMLImageElement;
  readonly #target: Target;

  constructor(image: HTMLImageElement, target: Target) {
    this.#image = image;
    this.#target = target;
    this.dom.className = styles.tools ?? "";
    if (target.open) this.dom.append(this.#openButton(target.open));
    this.dom.append(this.#resizeHandle());
  }

  #openButton(openPhoto: () => void): HTMLElement {
    const button = document.createElement("button");
    button.type = "button";
    button.className = styles.openPhoto ?? "";
    button.textContent = photosText.describe;
    button.addEventListener("click", openPhoto);
    button.addEventListener("keydown", (event) => event.key === "Escape" && this.#target.view.focus());
    return button;
  }

  #resizeHandle(): HTMLElement {
    const handle = this.#handle;
    handle.className = styles.handle ?? "";
    handle.tabIndex = 0;
    handle.setAttribute("role", "slider");
    handle.setAttribute("aria-label", photosText.width);
    handle.title = photosText.width;
    handle.addEventListener("pointerdown", (event) => this.#startResizing(event));
    handle.addEventListener("keydown", (event) => this.#handleKey(event));
    return handle;
  }

  /** The width of the text, which is the maximum width of an image. */
  get #maxWidth(): number {
    return this.#image.parentElement?.parentElement?.clientWidth ?? this.#target.view.dom.clientWidth;
  }

  #clampWidth(width: number): number {
    return Math.round(Math.min(this.#maxWidth, Math.max(minWidth, width)));
  }

  /** Updates the ARIA values of the handle to the width of the image. */
  update(): void {
    const width = Math.round(this.#image.getBoundingClientRect().width) || 0;
    this.#handle.setAttribute("aria-valuemin", String(minWidth));
    this.#handle.setAttribute("aria-valuemax", String(Math.max(width, this.#maxWidth)));
    this.#handle.setAttribute("aria-valuenow", String(width));
    this.#handle.setAttribute("aria-valuetext", photosText.widthText(width));
  }

  #setWidth(width: number): void {
    const pos = this.#target.getPos();
    if (pos === undefined) return;
    const { tr: transaction } = this.#target.view.state;
    // Without a height, the aspect ratio is kept.
    this.#target.view.dispatch(
      transaction
        .setNodeAttribute(pos, "width", this.#clampWidth(width))
        .setNodeAttribute(pos, "height", null),
    );
  }

  #startResizing(start: PointerEvent): void {
    start.preventDefault();
    const widthBefore = this.#image.style.width;
    const startWidth = this.#image.getBoundingClientRect().width;
    const handle = this.#handle;
    handle.setPointerCapture(start.pointerId);
    const widthAt = (event: PointerEvent) => this.#clampWidth(startWidth + event.clientX - start.clientX);
    const move = (event: PointerEvent) => {
      this.#image.style.width = `${widthAt(event)}px`;
      this.update();
    };
    const end = (event: PointerEvent) => {
      handle.removeEventListener("pointermove", move);
      handle.removeEventListener("pointerup", end);
      handle.removeEventListener("pointercancel", end);
      if (event.type === "pointerup" && event.clientX !== start.clientX) this.#setWidth(widthAt(event));
      else {
        this.#image.style.width = widthBefore;
        this.update();
      }
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", end);
    handle.addEventListener("pointercancel", end);
  }

  #handleKey(event: KeyboardEvent): void {
    const width = this.#image.getBoundingClientRect().width;
    const change = this.#maxWidth * keyStep;
    const widthByKey: Record<string, number> = {
      ArrowRight: width + change,
      ArrowUp: width + change,
      ArrowLeft: width - change,
      ArrowDown: width - change,
      Home: minWidth,
      End: this.#maxWidth,
    };
    if (event.key === "Escape" || event.key === "Enter") {
      event.preventDefault();
      this.#target.view.focus();
    } else if (widthByKey[event.key] !== undefined) {
      event.preventDefault();
      this.#setWidth(widthByKey[event.key] ?? width);
    }
  }
}
