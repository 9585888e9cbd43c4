/** What the page of a shared entry says. */
export const publicEntryCopy = {
  untitled: "Untitled Entry",
  title: "A shared page",
  goneTitle: "This page is not shared",
  gone: "The link may be mistyped, or whoever shared the page has taken it back.",
  home: "Go to Daybook",
  empty: "There are no words on this page.",
  shared: "Shared from a private journal kept with Daybook.",
};
