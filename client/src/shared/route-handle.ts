/** What a route says about itself. Where routes lie in each other, the inner one's word counts. */
export type RouteHandle = {
  /** only signed-in people may see it */
  guarded?: true;
  /** `bare`: the product's name and the account's menu alone */
  header?: "hidden" | "bare";
  hidesSearch?: true;
  showsFooter?: true;
  /** a promotion may be announced here */
  showsPromo?: true;
  /** a step of the onboarding: the logo leads out of it */
  isOnboarding?: true;
};

/** Who looks at the page. */
export type Viewer = {
  isSignedIn: boolean;
  isPaid: boolean;
  isMobile: boolean;
  /** the words of the promotion that is on; none is active yet */
  promotion: string | null;
};

/** What stands around a page. */
export type Chrome = {
  header: boolean;
  search: boolean;
  visitorButtons: boolean;
  upgrade: boolean;
  footer: boolean;
  promo: boolean;
};

/** The words of all routes that lie in each other, outermost first, as one. */
export function mergeHandles(handles: readonly unknown[]): RouteHandle {
  return Object.assign({}, ...handles) as RouteHandle;
}

/** What stands around the page of a route for somebody. */
export function chromeOf(handle: RouteHandle, { isSignedIn, isPaid, isMobile, promotion }: Viewer): Chrome {
  const isFull = handle.header === undefined;
  // Search and plans lie behind pages that phones are not led to.
  const offers = isFull && isSignedIn && !isMobile;
  return {
    header: handle.header !== "hidden",
    search: offers && !handle.hidesSearch,
    visitorButtons: isFull && !isSignedIn && !isPaid,
    upgrade: offers && !isPaid,
    footer: handle.showsFooter === true,
    promo: handle.showsPromo === true && promotion !== null && !isPaid,
  };
}
