const key = "showsPublicLink";

/** The state of a link to an entry that opens the dialog of its public link. */
export const showsPublicLink = {
  state: { [key]: true },
  /** @param state the state of the current location */
  isIn: (state: unknown): boolean => typeof state === "object" && state !== null && key in state,
  /** A reload of the page does not open the dialog again. React Router keeps the state of a location in `usr`. */
  forget: (): void => {
    if (showsPublicLink.isIn((history.state as { usr?: unknown } | null)?.usr)) {
      history.replaceState({ ...(history.state as object), usr: null }, "");
    }
  },
} as const;
