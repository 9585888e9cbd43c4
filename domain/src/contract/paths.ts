/**
 * Method and path of every call, by name: plain data, so that the browser carries no schema library.
 * `:name` marks a path parameter; the schemas of a call stand under the same name in the contract modules.
 */
export const paths = {
  health: "GET /api/health",

  login: "POST /api/user/login",
  verifyNew: "POST /api/user/verify_new",
  freeSignup: "POST /api/user/free_signup",
  refreshToken: "POST /api/user/refresh_token",
  logout: "POST /api/user/logout",

  listJournals: "GET /api/journals",
  createJournal: "POST /api/journals",
  getJournal: "GET /api/journals/:journalId",
  updateJournal: "PUT /api/journals/:journalId",
  deleteJournal: "DELETE /api/journals/:journalId",

  listEntries: "GET /api/journals/:journalId/entries",
  createEntry: "POST /api/journals/:journalId/entries",
  deleteEntries: "PUT /api/journals/:journalId/entries/delete",
  restoreEntries: "PUT /api/journals/:journalId/entries/restore",
  getEntry: "GET /api/journals/:journalId/entries/:entryId",
  updateEntry: "PUT /api/journals/:journalId/entries/:entryId",
  listPhotos: "GET /api/journals/:journalId/entries/:entryId/photos",
  listVersions: "GET /api/journals/:journalId/entries/:entryId/versions",
  previewVersion: "GET /api/journals/:journalId/entries/:entryId/preview_version",
  restoreVersion: "GET /api/journals/:journalId/entries/:entryId/restore_version",
  diffVersions: "GET /api/journals/:journalId/entries/:entryId/diff",
} as const;

/** The name of a call. */
export type CallName = keyof typeof paths;

/** Splits `"PUT /api/x/:id"` into its method and its path template. */
export function methodAndPath(name: CallName): { method: string; path: string } {
  const [method = "GET", path = "/"] = paths[name].split(" ");
  return { method, path };
}

/** Fills the `:parameters` of a call's path, percent-encoded; a missing one is a programming error. */
export function fillPath(name: CallName, params: Readonly<Record<string, string | number>> = {}): string {
  return methodAndPath(name).path.replace(/:(\w+)/g, (_, key: string) => {
    const value = params[key];
    if (value === undefined) throw new Error(`path parameter ${key} of ${name} is missing`);
    return encodeURIComponent(String(value));
  });
}
