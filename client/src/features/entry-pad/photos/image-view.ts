import type { Node } from "@tiptap/pm/model";
import type { EditorView, NodeView } from "@tiptap/pm/view";
import type { ImageTools } from "./image-tools.ts";
import type { EntryDetailsStore } from "../entry-details.store.ts";
import { observeHeight } from "../../../shared/ui/observe-height.ts";
import { externalHost } from "../../../shared/ui/external-host.ts";
import { pictureText } from "../../../shared/ui/picture-text.ts";
import { redrawOnChange } from "./redraw-on-change.ts";
import { photosText } from "./photos-text.ts";
import styles from "./photos.module.css";

const loadTools = () => import("./image-tools.ts");

/**
 * An image in the text. An image with a `photoId` is a photo: it is loaded from the photo's current URL, which is renewed once when
 * it has expired. Every other image is loaded from its `src`, but not from another website. A selected image has tools
 * (image-tools.ts).
 */
export class ImageView implements NodeView {
  readonly dom = document.createElement("span");
  readonly #image = document.createElement("img");
  readonly #problem = document.createElement("span");
  readonly #view: EditorView;
  readonly #makeTools: () => Promise<ImageTools>;
  readonly #details: EntryDetailsStore;
  readonly #stopObserving: () => void;
  #node: Node;
  #isUrlRenewed = false;
  #isSelected = false;
  #tools: ImageTools | null = null;

  constructor(
    node: Node,
    view: EditorView,
    getPos: () => number | undefined,
    { details, onOpen }: { details: EntryDetailsStore; onOpen: (photoId: number) => void },
  ) {
    this.#node = node;
    this.#view = view;
    this.#details = details;
    this.dom.className = styles.image ?? "";
    this.dom.contentEditable = "false";
    this.#problem.className = styles.problem ?? "";
    this.#problem.hidden = true;
    this.#image.addEventListener("error", () => void this.#renewUrl());
    this.#image.addEventListener("load", () => {
      this.#isUrlRenewed = false;
      this.#setProblem(null);
    });
    this.#image.addEventListener("dblclick", () => {
      if (this.#photoId !== null) onOpen(this.#photoId);
    });
    const openPhoto = this.#photoId === null ? null : () => this.#photoId !== null && onOpen(this.#photoId);
    this.#makeTools = async () =>
      new (await loadTools()).ImageTools(this.#image, { view, getPos, open: openPhoto });
    this.dom.append(this.#image, this.#problem);
    this.#updateAttributes();
    const stopRedraw = redrawOnChange(() => this.#updateUrl());
    const stopHeightObserver = observeHeight(this.dom);
    this.#stopObserving = () => {
      stopRedraw();
      stopHeightObserver();
    };
  }

  get #photoId(): number | null {
    const id = Number(this.#node.attrs["photoId"]);
    return id > 0 ? id : null;
  }

  #updateUrl(): void {
    const { values } = this.#details;
    const url =
      this.#photoId === null
        ? (this.#node.attrs["src"] as string | null)
        : values.photos.find(({ id }) => id === this.#photoId)?.url;
    const host = this.#photoId === null ? externalHost(url ?? null) : null;
    if (host !== null) this.#setProblem(`${pictureText.blocked(host)} ${photosText.blockedHint}`);
    else if (url) {
      if (this.#image.getAttribute("src") !== url) this.#image.src = url;
    } else if (this.#photoId !== null && !this.#isUrlRenewed) void this.#renewUrl();
  }

  /**
   * Loads a new URL of a photo, but only once: when the image cannot be loaded from the new URL either, this shows the problem. For
   * an image that is no photo, it shows the problem immediately.
   */
  async #renewUrl(): Promise<void> {
    const srcBefore = this.#image.getAttribute("src");
    if (this.#photoId === null || this.#isUrlRenewed) return this.#setProblem(pictureText.loadFailed);
    this.#isUrlRenewed = true;
    const isRefreshed = await this.#details.refreshPhotos();
    const refreshedPhoto = this.#details.findPhoto(this.#photoId);
    if (refreshedPhoto && refreshedPhoto.url !== srcBefore) return;
    // A photo that was never shown may come from another entry, in pasted text. The next save copies it to this entry.
    const isDeleted = isRefreshed && !refreshedPhoto && srcBefore !== null;
    this.#setProblem(isDeleted ? photosText.deleted : pictureText.loadFailed);
  }

  #setProblem(reason: string | null): void {
    this.#image.hidden = reason !== null;
    this.#problem.hidden = reason === null;
    this.#problem.textContent = reason ?? "";
  }

  #updateAttributes(): void {
    const { alt, title, width } = this.#node.attrs as Record<string, string | number | null>;
    this.#image.alt = String(alt ?? "");
    this.#image.title = String(title ?? "");
    this.#image.style.width = width ? `${width}px` : "";
    this.#tools?.update();
  }

  update(node: Node): boolean {
    const { photoId, src } = this.#node.attrs;
    if (node.type !== this.#node.type || node.attrs["photoId"] !== photoId) return false;
    // The `src` of a photo is not used, so only the `src` of another image matters.
    if (photoId === null && node.attrs["src"] !== src) return false;
    this.#node = node;
    this.#updateAttributes();
    return true;
  }

  selectNode(): void {
    this.dom.classList.add("ProseMirror-selectednode");
    this.#isSelected = true;
    if (this.#view.editable) void this.#showTools();
  }

  async #showTools(): Promise<void> {
    // Without its tools, the image can still be moved and deleted.
    this.#tools ??= await this.#makeTools().catch(() => null);
    if (!this.#tools || !this.#isSelected) return;
    this.dom.append(this.#tools.dom);
    this.#tools.update();
  }

  deselectNode(): void {
    this.dom.classList.remove("ProseMirror-selectednode");
    this.#isSelected = false;
    this.#tools?.dom.remove();
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof Element && this.#tools?.dom.contains(event.target) === true;
  }

  ignoreMutation(): boolean {
    return true;
  }

  destroy(): void {
    this.#stopObserving();
  }
}
