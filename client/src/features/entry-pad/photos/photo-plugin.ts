import { NodeSelection, Plugin, PluginKey, TextSelection } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import type { EntryDetailsStore } from "../entry-details.store.ts";
import { ImageView } from "./image-view.ts";
import { uploadView } from "./upload-view.ts";
import type { Upload } from "./uploads.ts";

type Change = { readonly add?: { readonly upload: Upload; readonly pos: number }; readonly remove?: string };

/** The placeholders of uploads in the text. */
export const uploadPlaceholders = new PluginKey<DecorationSet>("uploads");

const idOf = (id: string) => (spec: { id?: string }) => spec.id === id;

/** The callbacks of the plugin. */
export type PhotoPluginOptions = {
  readonly details: EntryDetailsStore;
  readonly onFiles: (files: readonly File[], pos: number) => void;
  readonly onOpen: (photoId: number) => void;
  readonly onRetry: (upload: Upload) => void;
  readonly onRemove: (upload: Upload) => void;
};

const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];

/** Some programs copy an image of the text along with the text; then only the text is pasted. */
function isPicture(data: DataTransfer | null): boolean {
  if (filesOf(data).length === 0) return false;
  const html = data?.getData("text/html") ?? "";
  return html.replace(/<style[\s\S]*?<\/style>|<[^>]*>|&nbsp;|\s/gi, "") === "";
}

/** Inserts a placeholder for an upload; it moves with the text around it. */
export function addPlaceholder(view: EditorView, upload: Upload, pos: number): void {
  const at = TextSelection.near(view.state.doc.resolve(Math.min(pos, view.state.doc.content.size))).to;
  const change: Change = { add: { upload, pos: at } };
  view.dispatch(view.state.tr.setMeta(uploadPlaceholders, change));
}

/** The current position of an upload; null when its placeholder was deleted. */
export function placeholderPosition(view: EditorView, upload: Upload): number | null {
  const places = uploadPlaceholders.getState(view.state)?.find(undefined, undefined, idOf(upload.id));
  return places?.[0]?.from ?? null;
}

/** Removes the placeholder of an upload, in the same transaction that inserts the photo. */
export function removePlaceholder(view: EditorView, upload: Upload, transaction = view.state.tr): void {
  const change: Change = { remove: upload.id };
  view.dispatch(transaction.setMeta(uploadPlaceholders, change));
}

/** Photos in the text: shows, resizes, pastes and drops them, with placeholders for uploads. */
export function photoPlugin({
  details,
  onFiles,
  onOpen,
  onRetry,
  onRemove,
}: PhotoPluginOptions): Plugin<DecorationSet> {
  function widget(upload: Upload, pos: number): Decoration {
    const slot: { current: ReturnType<typeof uploadView> | null } = { current: null };
    const draw = () => {
      slot.current = uploadView(upload, { retry: () => onRetry(upload), remove: () => onRemove(upload) });
      return slot.current.dom;
    };
    return Decoration.widget(pos, draw, {
      id: upload.id,
      key: upload.id,
      side: 1,
      ignoreSelection: true,
      stopEvent: () => true,
      destroy: () => slot.current?.destroy(),
    });
  }

  return new Plugin({
    key: uploadPlaceholders,
    state: {
      init: () => DecorationSet.empty,
      apply(transaction, decorations) {
        const places = decorations.map(transaction.mapping, transaction.doc);
        const { add, remove } = (transaction.getMeta(uploadPlaceholders) ?? {}) as Change;
        if (add) return places.add(transaction.doc, [widget(add.upload, add.pos)]);
        return remove === undefined ? places : places.remove(places.find(undefined, undefined, idOf(remove)));
      },
    },
    props: {
      decorations: (state) => uploadPlaceholders.getState(state),
      nodeViews: {
        image: (node, view, getPos) => new ImageView(node, view, getPos, { details, onOpen }),
      },
      handlePaste(view, { clipboardData }) {
        if (!isPicture(clipboardData)) return false;
        onFiles(filesOf(clipboardData), view.state.selection.to);
        return true;
      },
      handleDrop(view, event) {
        const files = filesOf(event.dataTransfer);
        if (view.dragging || files.length === 0) return false;
        event.preventDefault();
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
        onFiles(files, at?.pos ?? view.state.doc.content.size);
        return true;
      },
      handleKeyDown(view, event) {
        const { selection } = view.state;
        if (!(selection instanceof NodeSelection) || selection.node.type.name !== "image") return false;
        if (event.key === "Tab" && !event.shiftKey) {
          const dom = view.nodeDOM(selection.from);
          const firstPosition =
            dom instanceof HTMLElement ? dom.querySelector<HTMLElement>("button, [tabindex]") : null;
          if (!firstPosition) return false;
          firstPosition.focus();
          return true;
        }
        const photoId = Number(selection.node.attrs["photoId"]);
        if (event.key !== "Enter" || !(photoId > 0)) return false;
        onOpen(photoId);
        return true;
      },
    },
  });
}
