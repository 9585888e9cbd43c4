/** The layout options of a route. In nested routes, an option of the inner route overrides the same option of the outer route. */
export type RouteHandle = {
  /** only for logged-in users */
  isGuarded?: true;
  /** `bare`: only the product name and the account menu */
  header?: "hidden" | "bare";
  hidesSearch?: true;
  showsFooter?: true;
  /** shows the current promotion to people without a paid plan */
  showsPromo?: true;
  /** an onboarding step: the logo link ends the onboarding */
  isOnboarding?: true;
};

/** The viewer of the page. */
export type Viewer = {
  isLoggedIn: boolean;
  isPaid: boolean;
  isMobile: boolean;
};

/** The layout parts around a page. */
export type LayoutParts = {
  header: boolean;
  search: boolean;
  visitorButtons: boolean;
  upgrade: boolean;
  footer: boolean;
  promo: boolean;
};

/** Merges the handles of nested routes, outermost first. */
export function mergeHandles(handles: readonly unknown[]): RouteHandle {
  return Object.assign({}, ...handles) as RouteHandle;
}

/** The layout around a page for this viewer. */
export function layoutPartsOf(handle: RouteHandle, { isLoggedIn, isPaid, isMobile }: Viewer): LayoutParts {
  const isFull = handle.header === undefined;
  // Phones and tablets have no search and no plans.
  const showsUserActions = isFull && isLoggedIn && !isMobile;
  return {
    header: handle.header !== "hidden",
    search: showsUserActions && !handle.hidesSearch,
    visitorButtons: isFull && !isLoggedIn,
    upgrade: showsUserActions && !isPaid,
    footer: handle.showsFooter === true,
    promo: handle.showsPromo === true && !isPaid,
  };
}
