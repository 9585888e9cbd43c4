import type { KeyObject } from "node:crypto";
import { diffTexts, type TextChange } from "@daybook/content/diff-texts";
import { changeImages, imagesOf } from "@daybook/content/images";
import { type RichText, readRichText } from "@daybook/content/read-rich-text";
import { comparePictures, imageTagsOf, type PictureChanges } from "@daybook/content/picture-changes";
import { textBeginning } from "@daybook/content/text-beginning";
import { toText } from "@daybook/content/to-text";
import { type WordBag, wordBagOf } from "@daybook/content/words-changed";
import type { EntryContent } from "@daybook/domain/entry/events";
import { streamOf } from "@daybook/domain/kernel/ids";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import { excerptAround } from "@daybook/platform/search/text/highlight";
import type { SearchTerm } from "@daybook/platform/search/text/parse-query";
import { DataKey } from "@daybook/platform/vault/data-key";
import { open } from "@daybook/platform/vault/seal";
import { toStoredImage } from "../photos/photo-images.ts";
import { type EntryText, entryTextOf, sealText } from "./sealed-text.ts";

/** A sealed body with the key that opens it. */
export type SealedBody = {
  readonly secret: KeyObject;
  readonly entryId: number;
  readonly body: Sealed<"entry.body">;
};

/** A sealed body and title with the key that opens them. */
export type SealedText = SealedBody & { readonly title: Sealed<"entry.title"> };

/** A text to seal. The previous text, or its words, are needed to count the words that changed. */
export type TextToSeal = Omit<SealedBody, "body"> & {
  readonly versionId: number;
  readonly text: EntryText;
  readonly previousTextOrWords: WordBag | Sealed<"entry.body">;
};

/** Ids of photos. The key is what the photo replaces: the `src` of an inline image, or the id of the original photo. */
type PhotoIds = ReadonlyMap<string, string>;

const openBody = ({ secret, entryId, body }: SealedBody): string =>
  open(new DataKey(secret), streamOf.entry(entryId), "entry.body", body);

function openText(sealed: SealedText): EntryText {
  const { secret, entryId, title } = sealed;
  const openedTitle = open(new DataKey(secret), streamOf.entry(entryId), "entry.title", title);
  return entryTextOf(openedTitle, openBody(sealed));
}

/** How two texts differ. */
export type TextDiff = { readonly diff: readonly TextChange[]; readonly pictures: PictureChanges };

/** Compares the plain texts and the pictures of two texts. Titles that differ are part of the compared texts. */
export function diffEntryTexts(from: EntryText, to: EntryText): TextDiff {
  const isRenamed = from.title !== to.title;
  const textOf = ({ title, text }: EntryText): string => (isRenamed ? `${title}\n\n${text}` : text);
  return { diff: diffTexts(textOf(from), textOf(to)), pictures: comparePictures(from.html, to.html) };
}

/** What a list of versions needs of a text: its first characters, and its image tags. */
export type TextSummary = { readonly beginning: string; readonly images: string };

/** See {@link TextSummary}. */
export const summaryOf = (html: string, length: number): TextSummary => ({
  beginning: textBeginning(html, length),
  images: imageTagsOf(html),
});

/**
 * The work on texts that takes long when a text is large. It can run in a worker thread: each task uses only its input, and inputs and
 * results can be copied between threads.
 */
export const textTasks = {
  /** Sanitises the HTML of a request. */
  read: (html: string): RichText => readRichText(html, toStoredImage),
  open: openText,
  plainText: (sealed: SealedBody): string => toText(openBody(sealed)),
  /** See {@link TextSummary}. */
  summary: ({ length, ...sealed }: SealedBody & { readonly length: number }): TextSummary =>
    summaryOf(openBody(sealed), length),
  /** A piece of a text around search terms, as HTML. */
  excerpt: ({ terms, ...sealed }: SealedBody & { readonly terms: readonly SearchTerm[] }): string =>
    excerptAround(toText(openBody(sealed)), terms),
  seal: ({ previousTextOrWords, ...input }: TextToSeal): EntryContent => {
    const { secret, entryId, versionId, text } = input;
    const words =
      typeof previousTextOrWords === "string"
        ? wordBagOf(toText(openBody({ ...input, body: previousTextOrWords })))
        : previousTextOrWords;
    return sealText(new DataKey(secret), entryId, versionId, text, words).content;
  },
  diff: ([from, to]: readonly [SealedText, SealedText]): TextDiff =>
    diffEntryTexts(openText(from), openText(to)),
  /** A text for a mail. Images are removed, because mails neither contain nor load them. */
  mailed: (sealed: SealedBody): RichText => readRichText(openBody(sealed), () => null),
  /** The `data:` URLs of the images of a text. */
  inlineImages: (html: string): string[] => [
    ...new Set(
      imagesOf(html).flatMap(({ src }) => (typeof src === "string" && src.startsWith("data:") ? src : [])),
    ),
  ],
  /** Replaces inline images by photos. */
  replaceInlineImages: ({
    html,
    photoIdBySrc,
  }: {
    readonly html: string;
    readonly photoIdBySrc: PhotoIds;
  }): string =>
    changeImages(html, ({ src, ...attrs }) => {
      const photoId = typeof src === "string" ? photoIdBySrc.get(src) : undefined;
      return photoId === undefined ? { src, ...attrs } : { ...attrs, photoId };
    }),
  /** Replaces photos by their copies. */
  replaceByCopies: ({
    html,
    copyIdByPhotoId,
  }: {
    readonly html: string;
    readonly copyIdByPhotoId: PhotoIds;
  }): string =>
    changeImages(html, ({ photoId, ...attrs }) => ({
      ...attrs,
      photoId: (typeof photoId === "string" ? copyIdByPhotoId.get(photoId) : undefined) ?? photoId,
    })),
};

/** The name of a task. */
export type TextTaskName = keyof typeof textTasks;
/** What a task works on. */
export type TextTaskInput<N extends TextTaskName> = Parameters<(typeof textTasks)[N]>[0];
/** What a task returns. */
export type TextTaskResult<N extends TextTaskName> = ReturnType<(typeof textTasks)[N]>;
