// @vitest-environment happy-dom
import { contentExtensions } from "@daybook/content/extensions";
import { Editor } from "@tiptap/core";
import { expect, test, vi } from "vitest";
import type { Api } from "../../../shared/api-client.ts";
import { EntryDetailsStore } from "../entry-details.store.ts";
import type { PadSession } from "../session/pad-session.ts";
import { adoptCopies } from "./adopt-copies.ts";
import { photoNodesIn } from "./photo-nodes.ts";

const inlineImage = '<img src="data:image/png;base64,AA==">';
const image = (id: number) => `<img data-photo-id="${id}">`;

// Photo 1 is of this entry; 8 and 9 are of another one, and their copies are 28 and 29. The inline image is stored as photo 27.
const allImages = `${image(1)}${inlineImage}${image(8)}${image(9)}`;
const allStored = `${image(1)}${image(27)}${image(28)}${image(29)}`;

test.each([
  ["go to the right images when the images were moved since the save", 2, allImages, allStored, [29, 28, 1]],
  ["are not taken from the text of another save", 3, allImages, allStored, [9, 8, 1]],
  [
    "go to the copied images when another image was not copied",
    2,
    `${image(8)} and</p><p>${image(9)}`,
    ` and</p><p>${image(29)}`,
    [29, 8, 1],
  ],
  ["are not guessed for images without text between them", 2, image(8) + image(9), image(29), [9, 8, 1]],
  [
    "go to the right images when the server removed a character without width",
    2,
    `a\u200Bb</p><p>${image(8)}</p><p>${image(9)}`,
    `ab</p><p>${image(28)}</p><p>${image(29)}`,
    [29, 28, 1],
  ],
  [
    "are not guessed when the server changed the text and did not copy an image",
    2,
    `a\u200Bb</p><p>${image(8)}</p><p>${image(9)}`,
    `ab</p><p></p><p>${image(29)}`,
    [9, 8, 1],
  ],
])("ids of copies %s", async (_, storedRevision, sentImages, storedImages, expectedIds) => {
  const sentBody = `<p>${sentImages}</p>`;
  const api = {
    call: () =>
      Promise.resolve({
        ok: true,
        data: {
          entry: {
            revision: storedRevision,
            richtext_body: `<p>${storedImages}</p>`,
            photos: [1, 27, 28, 29].map((id) => ({ photo: { id } })),
          },
        },
      }),
  } as unknown as Api;
  const listeners: ((snapshot: unknown) => void)[] = [];
  const actor = {
    getSnapshot: () => ({ context: { saved: { revision: 1 } } }),
    subscribe: (listener: (snapshot: unknown) => void) => {
      listeners.push(listener);
      return { unsubscribe: () => {} };
    },
  };
  const editor = new Editor({
    extensions: contentExtensions(),
    content: `<p>${image(9)}${image(8)}${image(1)}</p>`,
  });
  const details = new EntryDetailsStore(api, 1, () => 2);
  adoptCopies(api, { actor, journalId: 1 } as unknown as PadSession, details, editor);
  for (const listener of listeners)
    listener({ context: { saved: { id: 2, revision: 2, writing: { body: sentBody } } } });
  await vi.waitFor(() => expect(details.values.photos).toHaveLength(4));
  expect(photoNodesIn(editor.state.doc).map(({ photoId }) => photoId)).toEqual(expectedIds);
  editor.destroy();
});
