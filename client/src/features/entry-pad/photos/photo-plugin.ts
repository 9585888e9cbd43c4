import { NodeSelection, Plugin, PluginKey, TextSelection } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { createUploadView } from "./upload-view.ts";
import type { Upload } from "./uploads.ts";

type PlaceholderChange = {
  readonly add?: { readonly upload: Upload; readonly pos: number };
  readonly remove?: string;
};

/** The key of the photo plugin. The state of the plugin is the placeholders of uploads. */
export const photoPluginKey = new PluginKey<DecorationSet>("uploads");

const hasId = (id: string) => (spec: { id?: string }) => spec.id === id;

/** The callbacks of the plugin. */
export type PhotoPluginOptions = {
  readonly onFiles: (files: readonly File[], pos: number) => void;
  readonly onOpen: (photoId: number) => void;
  readonly onRetry: (upload: Upload) => void;
  readonly onRemove: (upload: Upload) => void;
};

const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];

/**
 * True for files without HTML text. Some programs copy, together with a text, an image of that text. Then the text is pasted and the
 * image is not.
 */
function hasOnlyFiles(data: DataTransfer | null): boolean {
  if (filesOf(data).length === 0) return false;
  const html = data?.getData("text/html") ?? "";
  return html.replace(/<style[\s\S]*?<\/style>|<[^>]*>|&nbsp;|\s/gi, "") === "";
}

/** Inserts a placeholder for an upload. The placeholder moves with the text around it. */
export function addPlaceholder(view: EditorView, upload: Upload, pos: number): void {
  const textPos = TextSelection.near(view.state.doc.resolve(Math.min(pos, view.state.doc.content.size))).to;
  const change: PlaceholderChange = { add: { upload, pos: textPos } };
  view.dispatch(view.state.tr.setMeta(photoPluginKey, change));
}

/** The current position of an upload; null when its placeholder was deleted. */
export function placeholderPosition(view: EditorView, upload: Upload): number | null {
  const decorations = photoPluginKey.getState(view.state)?.find(undefined, undefined, hasId(upload.id));
  return decorations?.[0]?.from ?? null;
}

/** Removes the placeholder of an upload, in a transaction that may also insert the photo. */
export function removePlaceholder(view: EditorView, upload: Upload, transaction = view.state.tr): void {
  const change: PlaceholderChange = { remove: upload.id };
  view.dispatch(transaction.setMeta(photoPluginKey, change));
}

/** Handles photos in the text: pasting, dropping and opening them, and the placeholders of uploads. */
export function photoPlugin({
  onFiles,
  onOpen,
  onRetry,
  onRemove,
}: PhotoPluginOptions): Plugin<DecorationSet> {
  function createPlaceholder(upload: Upload, pos: number): Decoration {
    const uploadView: { current: ReturnType<typeof createUploadView> | null } = { current: null };
    const draw = () => {
      uploadView.current = createUploadView(upload, {
        retry: () => onRetry(upload),
        remove: () => onRemove(upload),
      });
      return uploadView.current.dom;
    };
    return Decoration.widget(pos, draw, {
      id: upload.id,
      key: upload.id,
      side: 1,
      ignoreSelection: true,
      stopEvent: () => true,
      destroy: () => uploadView.current?.destroy(),
    });
  }

  return new Plugin({
    key: photoPluginKey,
    state: {
      init: () => DecorationSet.empty,
      apply(transaction, decorations) {
        const mappedDecorations = decorations.map(transaction.mapping, transaction.doc);
        const { add, remove } = (transaction.getMeta(photoPluginKey) ?? {}) as PlaceholderChange;
        if (add) return mappedDecorations.add(transaction.doc, [createPlaceholder(add.upload, add.pos)]);
        return remove === undefined
          ? mappedDecorations
          : mappedDecorations.remove(mappedDecorations.find(undefined, undefined, hasId(remove)));
      },
    },
    props: {
      decorations: (state) => photoPluginKey.getState(state),
      handlePaste(view, { clipboardData }) {
        if (!hasOnlyFiles(clipboardData)) return false;
        onFiles(filesOf(clipboardData), view.state.selection.to);
        return true;
      },
      handleDrop(view, event) {
        const files = filesOf(event.dataTransfer);
        if (view.dragging || files.length === 0) return false;
        event.preventDefault();
        const dropPos = view.posAtCoords({ left: event.clientX, top: event.clientY });
        onFiles(files, dropPos?.pos ?? view.state.doc.content.size);
        return true;
      },
      handleKeyDown(view, event) {
        const { selection } = view.state;
        if (!(selection instanceof NodeSelection) || selection.node.type.name !== "image") return false;
        // From a selected image, Tab moves to its tools.
        if (event.key === "Tab" && !event.shiftKey) {
          const dom = view.nodeDOM(selection.from);
          const firstControl =
            dom instanceof HTMLElement ? dom.querySelector<HTMLElement>("button, [tabindex]") : null;
          if (!firstControl) return false;
          firstControl.focus();
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
