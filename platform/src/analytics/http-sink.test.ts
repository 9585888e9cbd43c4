import { createServer, type IncomingMessage, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import type { AnalyticsEvent } from "@daybook/domain/contract/analytics";
import { createHttpSink } from "./http-sink.ts";

type ReceivedRequest = { request: IncomingMessage; body: string };
let server: Server | undefined;

afterEach(() => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())));

async function startCollector(status: number, headers: Record<string, string> = {}) {
  const receivedRequests: ReceivedRequest[] = [];
  server = createServer((request, response) => {
    void text(request).then((body) => {
      receivedRequests.push({ request, body });
      response.writeHead(status, headers).end();
    });
  });
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}/events`, receivedRequests };
}

const event: AnalyticsEvent = {
  event: "Sign Up",
  properties: { experiment_pro_form_carousel: "a", tier: "free", platform: "Web", version: "2.8.6" },
};

/** `fetch` without the timeout, which a busy machine may exceed. */
const fetchWithoutTimeout: typeof fetch = (input, init) => fetch(input, { ...init, signal: null });

function createTestSink(url: string, key?: string, fetcher: typeof fetch = fetchWithoutTimeout) {
  const lostReasons: string[] = [];
  return {
    lostReasons,
    sink: createHttpSink({ url, key, fetch: fetcher, onLost: (reason) => lostReasons.push(reason) }),
  };
}

test("an event is sent with its properties, the time and the key, and nothing else", async () => {
  const { url, receivedRequests } = await startCollector(204);
  const { sink: analytics, lostReasons } = createTestSink(url, "secret");
  await analytics.count(event, 1_500_999);
  expect(lostReasons).toEqual([]);
  expect(receivedRequests).toHaveLength(1);
  expect(JSON.parse(receivedRequests[0]!.body)).toEqual({ ...event, time: 1500 });
  expect(receivedRequests[0]!.request.headers.authorization).toBe("Bearer secret");
  expect(receivedRequests[0]!.request.headers.cookie).toBeUndefined();
});

test("without a configured key, no key is sent", async () => {
  const { url, receivedRequests } = await startCollector(200);
  await createTestSink(url).sink.count(event, 0);
  expect(receivedRequests[0]!.request.headers.authorization).toBeUndefined();
});

test("when the collector refuses, redirects or is unreachable, only the event is lost", async () => {
  const refusing = await startCollector(500);
  const refusingSink = createTestSink(refusing.url);
  await refusingSink.sink.count(event, 0);
  expect(refusingSink.lostReasons).toEqual(["status 500"]);
  await new Promise((resolve) => server!.close(resolve));
  await refusingSink.sink.count(event, 0);
  expect(refusingSink.lostReasons).toEqual(["status 500", "TypeError"]);
  const redirecting = await startCollector(302, { Location: "http://127.0.0.1:1/" });
  const redirectingSink = createTestSink(redirecting.url, "secret");
  await redirectingSink.sink.count(event, 0);
  expect(redirectingSink.lostReasons).toEqual(["TypeError"]);
  expect(redirecting.receivedRequests).toHaveLength(1);
});

test("when the collector is slow, an event is dropped while twenty others are being sent", async () => {
  let release = (): void => {};
  const pendingReply = new Promise<void>((resolve) => (release = resolve));
  const { sink: analytics, lostReasons } = createTestSink("http://127.0.0.1:1/", undefined, async () => {
    await pendingReply;
    return new Response(null);
  });
  const calls = Array.from({ length: 25 }, () => analytics.count(event, 0));
  expect(lostReasons).toEqual(Array.from({ length: 5 }, () => "too many at once"));
  release();
  await Promise.all(calls);
  await analytics.count(event, 0);
  expect(lostReasons).toHaveLength(5);
});
