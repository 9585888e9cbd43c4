import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { startTestDaybook, type TestDaybook } from "./harness.ts";

const receivedEvents: { authorization: string | undefined; body: string }[] = [];
let collector: Server;
let daybook: TestDaybook;

beforeAll(async () => {
  collector = createServer((request, response) => {
    void text(request).then((body) => {
      receivedEvents.push({ authorization: request.headers.authorization, body });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const address = collector.address();
  if (typeof address !== "object" || !address) throw new Error("no port");
  daybook = await startTestDaybook({
    ANALYTICS_URL: `http://127.0.0.1:${address.port}/events`,
    ANALYTICS_KEY: "the-key",
  });
});
afterAll(async () => {
  await daybook?.stop();
  await new Promise((resolve) => collector?.close(resolve));
});

const properties = {
  experiment_pro_form_carousel: "b",
  tier: "free",
  platform: "Web",
  version: "2.8.6",
} as const;

test("a configured collector gets an event with its properties and time, and nothing else", async () => {
  const visitor = remoteDaybook(daybook.url);
  const config = await visitor.call("clientConfig");
  expect(config.ok && config.body.analytics).toBe(true);
  expect((await visitor.call("trackEvent", { body: { event: "Sign Up", properties } })).status).toBe(204);
  await expect.poll(() => receivedEvents.length).toBe(1);
  expect(receivedEvents[0]!.authorization).toBe("Bearer the-key");
  const { time, ...sentEvent } = JSON.parse(receivedEvents[0]!.body) as Record<string, unknown>;
  expect(sentEvent).toEqual({ event: "Sign Up", properties });
  expect(typeof time).toBe("number");
});

test("an event of a purchase may have its amount, plan and source, but no wrong value and no other property", async () => {
  const visitor = remoteDaybook(daybook.url);
  const purchase = {
    amount: 19.99,
    currency: "USD",
    plan: "standard",
    subscription: 1,
    source: "header_click",
  };
  const event = (added: object) => ({
    event: "Pro Payment Complete" as const,
    properties: { ...properties, ...added } as typeof properties,
  });
  expect((await visitor.call("trackEvent", { body: event(purchase) })).status).toBe(204);
  await expect.poll(() => receivedEvents.some(({ body }) => body.includes("header_click"))).toBe(true);
  const wrongProperties = [
    { source: "ann@example.org" },
    { plan: "a plan" },
    { amount: 19.999 },
    { amount: -1 },
    { currency: "EUR" },
    { card: "4111111111111111" },
  ];
  const answers = await Promise.all(
    wrongProperties.map((wrong) => visitor.call("trackEvent", { body: event({ ...purchase, ...wrong }) })),
  );
  expect(answers.map(({ status }) => status)).toEqual(wrongProperties.map(() => 422));
});

test("an event with an unknown property, such as a title, is refused and not passed on", async () => {
  const visitor = remoteDaybook(daybook.url);
  const propertiesWithText = { ...properties, title: "Dear diary" };
  const refusedAnswer = await visitor.call("trackEvent", {
    body: { event: "Sign Up", properties: propertiesWithText },
  });
  expect(refusedAnswer.status).toBe(422);
  // Events are passed on after the answer. Once a later one has arrived, the refused one would have, too.
  const laterProperties = { ...properties, version: "2.8.7" };
  await visitor.call("trackEvent", { body: { event: "Sign Up", properties: laterProperties } });
  await expect.poll(() => receivedEvents.some(({ body }) => body.includes("2.8.7"))).toBe(true);
  expect(receivedEvents.every(({ body }) => !body.includes("diary"))).toBe(true);
});
