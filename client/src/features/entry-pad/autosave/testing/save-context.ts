import { createApi } from "../../../../shared/api-client.ts";
import { sampleSession } from "../../../../shared/testing/sample-session.ts";
import type { SaveContext } from "../save-entry.ts";
import type { Writing } from "../writing.ts";

export const sampleWriting: Writing = {
  title: "Lord's day",
  body: "<p>mine</p>",
  localDate: "1660-01-01",
  timezone: "Europe/London",
  createdAt: "1660-01-01T08:00:00.000Z",
  starred: false,
};
/** The body of a reply with an entry. */
export const entry = (body: string, revision: number, overrides: object = {}) => ({
  entry: {
    id: 7,
    revision,
    title: "Lord's day",
    richtext_body: body,
    local_date: "1660-01-01",
    timezone: "Europe/London",
    created_at: "1660-01-01T08:00:00.000Z",
    starred: false,
    ...overrides,
  },
});

type SentRequest = { method: string; path: string; key: string | null; body: unknown; keepalive: boolean };

/** The context of a save: the real request layer with a fetch that returns the given responses. */
export function contextWithAnswers(
  ...answers: (readonly [status: number, body?: unknown, headers?: Record<string, string>] | "lost")[]
) {
  const sentRequests: SentRequest[] = [];
  const order: string[] = [];
  let unauthorised = 0;
  const api = createApi({
    fetch: (url, init) => {
      order.push("sent");
      const headers = new Headers(init.headers);
      sentRequests.push({
        method: init.method ?? "",
        path: new URL(url).pathname,
        key: headers.get("idempotency-key"),
        body: JSON.parse(init.body as string),
        keepalive: init.keepalive === true,
      });
      const answer = answers.shift() ?? "lost";
      if (answer === "lost") return Promise.reject(new TypeError("network"));
      const [status, body, responseHeaders] = answer;
      return Promise.resolve(
        new Response(body === undefined ? null : JSON.stringify(body), {
          status,
          headers: responseHeaders ?? {},
        }),
      );
    },
    session: () => sampleSession(1_000),
    clock: { now: () => 0 },
    sleep: () => Promise.resolve(),
    random: () => "random",
    origin: "http://localhost:3000",
    onUnauthorised: () => (unauthorised += 1),
  });
  const saveContext: SaveContext = {
    api,
    isLoggedIn: () => true,
    normalise: (html) => html.replaceAll("<b>", "<strong>").replaceAll("</b>", "</strong>"),
    waitForDraft: () => {
      order.push("drafted");
      return Promise.resolve();
    },
  };
  return { saveContext, sentRequests, order, unauthorised: () => unauthorised };
}

/** The body of a refusal. */
export const error = (code: string, details: object = {}) => ({ error: "A sentence.", code, ...details });
