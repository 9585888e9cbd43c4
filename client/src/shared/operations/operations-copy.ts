/** The words about acts that take a while. */
export const operationsCopy = {
  label: "Under way",
  count: (done: number, total: number) => `${done.toLocaleString("en")} of ${total.toLocaleString("en")}`,
  hide: "Hide",
  hideHint: "It goes on without this, also when you leave the page.",
  skipped: (entries: number) =>
    entries === 1
      ? "One could not be reached: it is locked or gone."
      : `${entries.toLocaleString("en")} could not be reached: they are locked or gone.`,
  gaveUp: "It stopped on the way. What is done stays done; try again for the rest.",
} as const;
