import { bounds } from "@daybook/domain/contract/bounds";

const megabytes = bounds.photoBytes / 1024 / 1024;

/** The words around photos. */
export const photosCopy = {
  strip: "Photos",
  add: "Add photos",
  numbered: (number: number, of: number) => `Photo ${number} of ${of}`,
  open: (name: string) => `Look at ${name}`,
  upload: {
    waiting: (name: string) => `${name} waits its turn`,
    sending: (name: string, percent: number) => `${name}: ${percent} % sent`,
    arriving: (name: string) => `${name}: almost there`,
    progress: (name: string) => `Sending ${name}`,
    failed: (name: string) => `${name} is not added.`,
    retry: "Try again",
    remove: "Leave it out",
    pasted: "The pasted picture",
  },
  refused: {
    too_large: `A picture may have at most ${megabytes} MB. Make it smaller, and add it again.`,
    unsupported_media: "This is no picture that can be kept: JPEG, PNG, WebP, GIF and HEIC can.",
    quota:
      "There is no room left for photos in your account. Remove some that you no longer need; writing always goes on.",
    notSaved: "The entry itself is not saved yet, and a picture needs it. Try again when it says “Saved”.",
  },
  missing: "This picture is not here any more.",
  unread: "This picture could not be loaded.",
  width: "Width of the picture",
  widthText: (pixels: number) => `${pixels} pixels`,
  describe: "Open and describe",
  lightbox: {
    title: "Photo",
    previous: "Previous photo",
    next: "Next photo",
    description: "Description",
    descriptionHint: "For those who cannot see it, and for the search.",
    save: "Save",
    kept: "The description stands in the text.",
    notInText: "It stands below the text. Insert it to give it a place and a description there.",
    insert: "Insert into the text",
    remove: "Remove",
    removeTitle: "Remove this photo?",
    removeDetail:
      "It goes from the text, from older versions of it, and from your account. This cannot be undone.",
    removeDo: "Remove the photo",
    keep: "Keep it",
    removed: "The photo is removed.",
    size: (width: number, height: number, bytes: string) => `${width} × ${height}, ${bytes}`,
  },
} as const;
