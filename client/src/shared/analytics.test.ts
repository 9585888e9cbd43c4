import { analyticsEvents } from "@daybook/domain/contract/analytics-values";
import type { BodyOf } from "@daybook/domain/contract/contract";
import { product } from "@daybook/domain/contract/bounds";
import { expect, test } from "vitest";
import { analyticsSender, createAnalytics } from "./analytics.ts";

const afterPromises = () => new Promise((resolve) => setImmediate(resolve));

/** @param answers what the server answers, one after the other, when asked whether it accepts events; the last answer repeats */
function startAnalytics(...answers: (boolean | null | Error)[]) {
  /** What the analytics depend on, and what they did. */
  const environment = {
    sent: [] as BodyOf<"trackEvent">[],
    timesAsked: 0,
    tier: "pro" as "pro" | "free" | null,
    isBroken: false,
  };
  const analytics = createAnalytics({
    acceptsEvents: async () => {
      environment.timesAsked += 1;
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? null;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    send: (body) => {
      if (environment.isBroken) throw new Error("broken");
      environment.sent.push(body);
    },
    groups: { pro_form_carousel: "b" },
    tier: () => environment.tier,
  });
  return { ...analytics, environment };
}

test("an event carries its name, the experiment, the platform, the version and the tier", async () => {
  const { track, environment } = startAnalytics(true);
  track("Entry Create", { count: 3 });
  await afterPromises();
  expect(environment.sent).toEqual([
    {
      event: "Entry Create",
      properties: {
        count: 3,
        tier: "pro",
        experiment_pro_form_carousel: "b",
        platform: "Web",
        version: product.version,
      },
    },
  ]);
});

test("a visitor's event has no tier, and a user's event has the tier at the time of the event", async () => {
  const { track, environment } = startAnalytics(true);
  environment.tier = null;
  track("Log Out");
  environment.tier = "free";
  track("Log In");
  await afterPromises();
  expect(environment.sent.map(({ properties }) => properties.tier)).toEqual([undefined, "free"]);
});

test("a server that accepts no events gets none, and is asked once", async () => {
  const { track, environment } = startAnalytics(false);
  for (const event of analyticsEvents) track(event);
  await afterPromises();
  track("Log In");
  await afterPromises();
  expect(environment.sent).toEqual([]);
  expect(environment.timesAsked).toBe(1);
});

test("while the server does not answer whether it accepts events, nothing is sent, and the next event asks again", async () => {
  const { track, environment } = startAnalytics(null, new Error("no network"), true);
  for (const event of ["Sign Up", "Log In", "Log Out"] as const) {
    track(event);
    // oxlint-disable-next-line no-await-in-loop -- the test is about the order
    await afterPromises();
  }
  expect(environment.sent.map(({ event }) => event)).toEqual(["Log Out"]);
  expect(environment.timesAsked).toBe(3);
});

test("a failing sender does not affect the caller", async () => {
  const { track, environment } = startAnalytics(true);
  environment.isBroken = true;
  track("Log In");
  await afterPromises();
  expect(environment.sent).toEqual([]);
});

test("an event is sent once, unsigned and without cookies, by a request that may outlive the page", async () => {
  const calls: [string, RequestInit][] = [];
  const send = analyticsSender((url, init) => {
    calls.push([url, init]);
    return Promise.reject(new Error("no network"));
  }, "http://localhost:3000");
  const body: BodyOf<"trackEvent"> = { event: "Log In", properties: { platform: "Web", version: "2.8.6" } };
  send(body);
  await afterPromises();
  expect(calls).toEqual([
    [
      "http://localhost:3000/api/analytics/events",
      {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
        credentials: "omit",
        keepalive: true,
      },
    ],
  ]);
});
