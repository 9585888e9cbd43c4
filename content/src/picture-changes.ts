import { type ImageAttrs, imagesOf } from "./images.ts";

/** A picture in a text. */
export type Picture = {
  /** the id of a stored photo; null for any other picture */
  readonly photoId: number | null;
  readonly src: string | null;
  /** its alternative text */
  readonly description: string;
};

/** How the pictures of a text differ from the pictures of an earlier text. */
export type PictureChanges = {
  readonly added: readonly Picture[];
  readonly removed: readonly Picture[];
  /** how many pictures are in both texts, but with another description; a picture that occurs several times counts once */
  readonly descriptionsChanged: number;
};

/** An `<img>` tag. Its attribute values in quotes may contain ">". */
const imageTag = /<img\b(?:"[^"]*"|[^">])*>/g;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const pictureOf = ({ photoId, src, alt }: ImageAttrs): Picture => ({
  photoId: typeof photoId === "string" ? Number(photoId) : null,
  src: typeof photoId === "string" ? null : textOf(src),
  description: textOf(alt),
});

/** The image tags of a sanitised body, joined. */
export const imageTagsOf = (html: string): string =>
  html.includes("<img") ? (html.match(imageTag) ?? []).join("") : "";

/** The pictures of a sanitised body. Only its image tags are parsed, because a text can be long. */
const picturesOf = (html: string): Picture[] => imagesOf(imageTagsOf(html)).map(pictureOf);

function groupByPicture(pictures: readonly Picture[]): Map<string | number | null, Picture[]> {
  const groups = new Map<string | number | null, Picture[]>();
  for (const picture of pictures) {
    const key = picture.photoId ?? picture.src;
    groups.set(key, [...(groups.get(key) ?? []), picture]);
  }
  return groups;
}

/** Compares the pictures of two sanitised bodies, or of their image tags. A picture that only moved has not changed. */
export function comparePictures(oldBody: string, newBody: string): PictureChanges {
  const [oldPictures, newPictures] = [
    groupByPicture(picturesOf(oldBody)),
    groupByPicture(picturesOf(newBody)),
  ];
  const onlyIn = (groups: typeof oldPictures, otherGroups: typeof oldPictures): Picture[] =>
    [...groups].flatMap(([key, pictures]) => pictures.slice(otherGroups.get(key)?.length ?? 0));
  const picturesWithNewDescription = [...newPictures].filter(([key, pictures]) =>
    pictures.some(({ description }, index) => {
      const oldPicture = oldPictures.get(key)?.[index];
      return oldPicture !== undefined && oldPicture.description !== description;
    }),
  );
  return {
    added: onlyIn(newPictures, oldPictures),
    removed: onlyIn(oldPictures, newPictures),
    descriptionsChanged: picturesWithNewDescription.length,
  };
}
