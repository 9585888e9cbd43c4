let loadedCleanPaste: ((html: string) => string) | null = null;

/** Loads the code that cleans pasted HTML. Called when the pad opens, so that the code is loaded before the first paste. */
export function loadCleanPaste(): void {
  if (loadedCleanPaste) return;
  import("./clean-paste.ts").then(
    ({ cleanPaste }) => {
      loadedCleanPaste = cleanPaste;
    },
    // The next pad tries again.
    () => {},
  );
}

/** Cleans pasted HTML. Until the code is loaded, only the editor's schema filters it. */
export function cleanPasteIfLoaded(html: string): string {
  return loadedCleanPaste ? loadedCleanPaste(html) : html;
}
