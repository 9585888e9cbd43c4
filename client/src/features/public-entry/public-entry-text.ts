/** Text of the public entry page. */
export const publicEntryText = {
  untitled: "Untitled Entry",
  title: "A shared page",
  notSharedTitle: "This page is not shared",
  notShared: "The link may be wrong, or the author stopped sharing the page.",
  home: "Go to Daybook",
  empty: "This page is empty.",
  shared: "Shared from a private journal kept with Daybook.",
};
