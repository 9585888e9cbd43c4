/** `unavailable` when nobody could tell; whether somebody may go on then is the caller's decision. */
export type BotVerdict = "passed" | "failed" | "unavailable";

/** Tells people from programs, before an account is made or a password is tried. */
export type BotCheck = {
  /** What the browser needs to show the check; `null` when there is none. */
  readonly siteKey: string | null;
  /**
   * Checks what the browser got for passing; each token counts once. Never rejects.
   *
   * @param token undefined when the browser sent none
   * @param ip where the request came from
   */
  verify(token: string | undefined, ip: string): Promise<BotVerdict>;
};
