const key = "opensPublicLinkDialog";

/** The location state with which an entry opens together with the dialog about the entry's public link. */
export const publicLinkDialogState = {
  open: { [key]: true },
  /** @param state the state of the current location */
  isIn: (state: unknown): boolean => typeof state === "object" && state !== null && key in state,
  /** After this, a reload of the page does not open the dialog again. React Router keeps the state of a location in `usr`. */
  clear: (): void => {
    if (publicLinkDialogState.isIn((history.state as { usr?: unknown } | null)?.usr)) {
      history.replaceState({ ...(history.state as object), usr: null }, "");
    }
  },
} as const;
