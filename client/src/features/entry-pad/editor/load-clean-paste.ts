let cleanPasteNow: ((html: string) => string) | null = null;

/** Loads the code that cleans pasted HTML. The pad calls it when it opens, so that the code is here before the first paste. */
export function loadCleanPaste(): void {
  if (cleanPasteNow) return;
  import("./clean-paste.ts").then(
    ({ cleanPaste }) => {
      cleanPasteNow = cleanPaste;
    },
    // The next pad tries again.
    () => {},
  );
}

/** Cleans pasted HTML. Until the code is loaded, only the editor's schema filters it. */
export function cleanPasteIfLoaded(html: string): string {
  return cleanPasteNow ? cleanPasteNow(html) : html;
}
