/** A feature that has a URL but no screen yet. */
export type PlaceholderFeature = keyof typeof placeholderText.features;

/** Text for features that are not available yet. */
export const placeholderText = {
  title: "Coming soon",
  later: "This page is coming in a later version of Daybook.",
  back: "Back to your journals",
  home: "Back to the home page",
  features: {
    exports: {
      heading: "Export is not available yet",
      detail: "There is no file to download yet. Your entries are safe.",
    },
  },
} as const;
