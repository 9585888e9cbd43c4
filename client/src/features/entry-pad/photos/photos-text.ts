import { bounds } from "@daybook/domain/contract/bounds";

const megabytes = bounds.photoBytes / 1024 / 1024;

/** Text of the photos. */
export const photosText = {
  strip: "Photos",
  add: "Add photos",
  numbered: (index: number, total: number) => `Photo ${index} of ${total}`,
  open: (name: string) => `Look at ${name}`,
  upload: {
    waiting: (name: string) => `${name}: waiting`,
    sending: (name: string, percent: number) => `${name}: ${percent} % sent`,
    arriving: (name: string) => `${name}: almost there`,
    progress: (name: string) => `Sending ${name}`,
    failed: (name: string) => `${name} could not be added.`,
    retry: "Try again",
    remove: "Discard",
    pasted: "Pasted image",
  },
  refusals: {
    too_large: `A photo can have at most ${megabytes} MB. Make it smaller and try again.`,
    unsupported_media: "This format is not supported. Use JPEG, PNG, WebP, GIF or HEIC.",
    quota: "Your photo storage is full. Remove photos that you no longer need. You can still write.",
    tooMany: (minutes: number) =>
      `You have added many photos in a short time. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
    notSaved: "This entry is not saved yet. Try again when it says “Saved”.",
  },
  deleted: "This photo was deleted.",
  blockedHint: "Save the picture and add it as a photo.",
  width: "Photo width",
  widthText: (pixels: number) => `${pixels} pixels`,
  describe: "Open and add description",
  lightbox: {
    previous: "Previous photo",
    next: "Next photo",
    description: "Description",
    descriptionHint: "For screen readers, and for search.",
    save: "Save",
    descriptionSaved: "Description updated.",
    notInText: "This photo is below the text. Insert it into the text to add a description.",
    insert: "Insert into the text",
    remove: "Remove",
    removeTitle: "Remove this photo?",
    removeDetail:
      "This removes it from the text, from older versions and from your account. This cannot be undone.",
    confirmRemove: "Remove the photo",
    keep: "Keep it",
    removed: "Photo removed.",
    notRemoved: (reason: string) => `The photo was not removed. ${reason}`,
    size: (width: number, height: number, bytes: string) => `${width} × ${height}, ${bytes}`,
  },
} as const;
