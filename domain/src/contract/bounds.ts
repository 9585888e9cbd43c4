/** Limits of input and of lists. Lengths of texts are in characters; names that end in `Bytes` are in bytes. */
export const bounds = {
  journalName: 100,
  personName: 100,
  title: 500,
  bodyBytes: 1_000_000,
  email: 254,
  tagName: 100,
  searchQuery: 500,
  tagsOfEntry: 200,
  shareMessage: 2_000,
  shareRecipients: 20,
  passwordMin: 8,
  passwordMax: 256,
  hint: 200,
  jsonBodyBytes: 2 * 1024 * 1024,
  /** The body of a request without a valid signature. */
  anonymousBodyBytes: 64 * 1024,
  jsonDepth: 100,
  photoBytes: 20 * 1024 * 1024,
  photosPerEntry: 500,
  /** The photos of each entry in a list of entries. */
  photosInLists: 20,
  idempotencyKey: 200,
  bulkIds: 20_000,
  /** The text of a version in a list; `preview_version` returns all of it. */
  listedVersionText: 5_000,
} as const;

/** Page sizes, and limits for the entries of one request. */
export const paging = {
  webEntriesPerPage: 10,
  defaultLimit: 25,
  maxLimit: 100,
  neighbours: 10,
  maxNeighbours: 100,
  searchPerPage: 10,
  searchPages: 10_000,
  versionsPerPage: 8,
  maxVersionsPerPage: 25,
  activitiesPerPage: 20,
  /** A bulk call with at most this many entries changes them before it replies. With more, it runs in the background. */
  maxBulkInRequest: 100,
} as const;

/** Times of a session, in milliseconds unless the name says another unit. */
export const sessionTimes = {
  lifetimeDays: 30,
  /** A browser renews a session with less time left than this. */
  expiringWithin: 336 * 3_600_000,
  /** With less time left than this, a session counts as expired. */
  expiredWithin: 15_000,
  /** How often a browser checks the time that its session has left. */
  checkEvery: 5 * 60_000,
  /** The largest difference between the time of a signed request and the server's clock. */
  clockSkew: 5 * 60_000,
  /** A renewal gives a session a new token. The old token still works for this time after the first use of the new token. */
  refreshGrace: 60_000,
  /** For how long the bot check of the first sign-up step is valid for the second one. */
  verifiedFor: 10 * 60_000,
} as const;

/** An open lock with auto-lock closes after this many milliseconds without a request for its journal or entry. */
export const idleLockMs = 15 * 60_000;

/** Retry of a request: three times, after 2, 4 and 6 seconds. */
export const retry = { max: 3, baseDelay: 2_000 } as const;

/** In milliseconds: how long the global loader is shown at least, and how long a route may take before the page reloads. */
export const loader = { minimum: 750, reloadAfter: 150_000 } as const;

/** The name and version of the product, and what the browser sends as its `platform` and `client`. */
export const product = { name: "Daybook", version: "2.8.6", platform: "Web", client: "web" } as const;
