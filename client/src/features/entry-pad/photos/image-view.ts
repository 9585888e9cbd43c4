import type { Node } from "@tiptap/pm/model";
import type { EditorView, NodeView } from "@tiptap/pm/view";
import type { EntryDetailsStore } from "../entry-details.store.ts";
import { redrawOnChange } from "./redraw-on-change.ts";
import { photosText } from "./photos-text.ts";
import styles from "./photos.module.css";

const narrowest = 48;
/** One key press, as a fraction of the text width. */
const step = 0.05;

/** The host of a picture of another website; null for our own. The content security policy blocks those. */
function otherSite(address: string | null): string | null {
  if (!address || !URL.canParse(address, location.origin)) return null;
  const { protocol, origin, host } = new URL(address, location.origin);
  return /^https?:$/.test(protocol) && origin !== location.origin ? host : null;
}

/**
 * An image in the text. A photo uses its current URL, and gets a fresh one once when that has expired. A selected image has a
 * resize handle and a button that opens it.
 */
export class ImageView implements NodeView {
  readonly dom = document.createElement("span");
  readonly #image = document.createElement("img");
  readonly #missing = document.createElement("span");
  readonly #tools = document.createElement("span");
  readonly #handle = document.createElement("span");
  readonly #view: EditorView;
  readonly #getPos: () => number | undefined;
  readonly #details: EntryDetailsStore;
  readonly #stop: () => void;
  #node: Node;
  #renewed = false;

  constructor(
    node: Node,
    view: EditorView,
    getPos: () => number | undefined,
    { details, onOpen }: { details: EntryDetailsStore; onOpen: (photoId: number) => void },
  ) {
    this.#node = node;
    this.#view = view;
    this.#getPos = getPos;
    this.#details = details;
    this.dom.className = styles.image ?? "";
    this.dom.contentEditable = "false";
    this.#missing.className = styles.missing ?? "";
    this.#missing.hidden = true;
    this.#image.addEventListener("error", () => void this.#renew());
    this.#image.addEventListener("load", () => {
      this.#renewed = false;
      this.#broken(null);
    });
    this.#image.addEventListener("dblclick", () => {
      if (this.#photoId !== null) onOpen(this.#photoId);
    });
    this.#makeTools(onOpen);
    this.dom.append(this.#image, this.#missing);
    this.#draw();
    this.#stop = redrawOnChange(() => this.#show());
  }

  get #photoId(): number | null {
    const id = Number(this.#node.attrs["photoId"]);
    return id > 0 ? id : null;
  }

  #show(): void {
    const { values } = this.#details;
    const address =
      this.#photoId === null
        ? (this.#node.attrs["src"] as string | null)
        : values.photos.find(({ id }) => id === this.#photoId)?.url;
    if (address) {
      if (this.#image.getAttribute("src") !== address) this.#image.src = address;
    } else if (this.#photoId !== null) void this.#renew();
  }

  /** Only once: if a fresh URL fails too, another one would not help. */
  async #renew(): Promise<void> {
    const before = this.#image.getAttribute("src");
    const site = this.#photoId === null ? otherSite(before) : null;
    if (site !== null) return this.#broken(photosText.blocked(site));
    if (this.#photoId === null || this.#renewed) return this.#broken(photosText.unread);
    this.#renewed = true;
    const isKnown = await this.#details.refreshPhotos();
    const fresh = this.#details.photo(this.#photoId);
    if (fresh && fresh.url !== before) return;
    this.#broken(isKnown && !fresh ? photosText.missing : photosText.unread);
  }

  #broken(why: string | null): void {
    this.#image.hidden = why !== null;
    this.#missing.hidden = why === null;
    this.#missing.textContent = why ?? "";
  }

  #draw(): void {
    const { alt, title, width } = this.#node.attrs as Record<string, string | number | null>;
    this.#image.alt = String(alt ?? "");
    this.#image.title = String(title ?? "");
    this.#image.style.width = width ? `${width}px` : "";
    this.#updateAriaWidth();
  }

  #makeTools(onOpen: (photoId: number) => void): void {
    this.#tools.className = styles.tools ?? "";
    const open = document.createElement("button");
    open.type = "button";
    open.className = styles.describe ?? "";
    open.textContent = photosText.describe;
    open.addEventListener("click", () => this.#photoId !== null && onOpen(this.#photoId));
    const handle = this.#handle;
    handle.className = styles.handle ?? "";
    handle.tabIndex = 0;
    handle.setAttribute("role", "slider");
    handle.setAttribute("aria-label", photosText.width);
    handle.title = photosText.width;
    handle.addEventListener("pointerdown", (event) => this.#drag(event));
    handle.addEventListener("keydown", (event) => this.#key(event));
    open.addEventListener("keydown", (event) => event.key === "Escape" && this.#view.focus());
    if (this.#photoId !== null) this.#tools.append(open);
    this.#tools.append(handle);
  }

  /** The width of the text, which is the maximum width of an image. */
  get #widest(): number {
    return this.dom.parentElement?.clientWidth ?? this.#view.dom.clientWidth;
  }

  #bounded(width: number): number {
    return Math.round(Math.min(this.#widest, Math.max(narrowest, width)));
  }

  #updateAriaWidth(): void {
    const width = Math.round(this.#image.getBoundingClientRect().width) || 0;
    this.#handle.setAttribute("aria-valuemin", String(narrowest));
    this.#handle.setAttribute("aria-valuemax", String(Math.max(width, this.#widest)));
    this.#handle.setAttribute("aria-valuenow", String(width));
    this.#handle.setAttribute("aria-valuetext", photosText.widthText(width));
  }

  #setWidth(width: number): void {
    const pos = this.#getPos();
    if (pos === undefined) return;
    const { tr: transaction } = this.#view.state;
    // Without a height, the aspect ratio is kept.
    this.#view.dispatch(
      transaction.setNodeAttribute(pos, "width", this.#bounded(width)).setNodeAttribute(pos, "height", null),
    );
  }

  #drag(start: PointerEvent): void {
    start.preventDefault();
    const from = this.#image.getBoundingClientRect().width;
    const handle = this.#handle;
    handle.setPointerCapture(start.pointerId);
    const widthAt = (event: PointerEvent) => this.#bounded(from + event.clientX - start.clientX);
    const move = (event: PointerEvent) => {
      this.#image.style.width = `${widthAt(event)}px`;
      this.#updateAriaWidth();
    };
    const end = (event: PointerEvent) => {
      handle.removeEventListener("pointermove", move);
      handle.removeEventListener("pointerup", end);
      handle.removeEventListener("pointercancel", end);
      if (event.type === "pointerup" && event.clientX !== start.clientX) this.#setWidth(widthAt(event));
      else this.#draw();
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", end);
    handle.addEventListener("pointercancel", end);
  }

  #key(event: KeyboardEvent): void {
    const width = this.#image.getBoundingClientRect().width;
    const by = this.#widest * step;
    const next: Record<string, number> = {
      ArrowRight: width + by,
      ArrowUp: width + by,
      ArrowLeft: width - by,
      ArrowDown: width - by,
      Home: narrowest,
      End: this.#widest,
    };
    if (event.key === "Escape" || event.key === "Enter") {
      event.preventDefault();
      this.#view.focus();
    } else if (next[event.key] !== undefined) {
      event.preventDefault();
      this.#setWidth(next[event.key] ?? width);
    }
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type || node.attrs["photoId"] !== this.#node.attrs["photoId"]) return false;
    this.#node = node;
    this.#draw();
    return true;
  }

  selectNode(): void {
    this.dom.classList.add("ProseMirror-selectednode");
    if (!this.#view.editable) return;
    this.dom.append(this.#tools);
    this.#updateAriaWidth();
  }

  deselectNode(): void {
    this.dom.classList.remove("ProseMirror-selectednode");
    this.#tools.remove();
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof Element && this.#tools.contains(event.target);
  }

  ignoreMutation(): boolean {
    return true;
  }

  destroy(): void {
    this.#stop();
  }
}
