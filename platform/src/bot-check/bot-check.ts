/** `unavailable` when the check gave no answer; the caller decides what happens then. */
export type BotVerdict = "passed" | "failed" | "unavailable";

/** Distinguishes people from programs on forms for visitors, such as sign-up and log-in. */
export type BotCheck = {
  /** What the browser needs to show the check; `null` when there is none. */
  readonly siteKey: string | null;
  /**
   * Verifies the token of the browser; each token counts once. Never rejects.
   *
   * @param token undefined when the browser sent none
   * @param ip where the request came from
   */
  verify(token: string | undefined, ip: string): Promise<BotVerdict>;
};
