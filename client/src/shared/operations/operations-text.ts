/** Text of background operations. */
export const operationsText = {
  label: "In progress",
  count: (done: number, total: number) => `${done.toLocaleString("en")} of ${total.toLocaleString("en")}`,
  hide: "Hide",
  hideHint: "It continues in the background when you leave the page.",
  skipped: (entries: number) =>
    entries === 1
      ? "1 entry was skipped: it is locked or deleted."
      : `${entries.toLocaleString("en")} entries were skipped: they are locked or deleted.`,
  gaveUp: "This was not finished. Try again for the remaining entries.",
} as const;
