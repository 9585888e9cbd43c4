import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { Router } from "@koa/router";
import { bounds } from "@daybook/domain/contract/bounds";
import Koa from "koa";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createBodyBudget } from "./body-budget.ts";
import { discardUnread } from "./discard-unread.ts";
import { errorHandler } from "./error-handler.ts";
import { refuse } from "./api-error.ts";
import { createMount } from "./mount.ts";

const mebibyte = 1024 * 1024;
const bodies = createBodyBudget({ total: 3 * mebibyte, ofAccount: 2 * mebibyte, ofVisitors: 100_000 });
/** Ends the handlers of the running requests. */
let endHandlers: () => void;
let handlersMayEnd: Promise<void>;
let origin: string;
let close: () => void;
let isRepeat = false;
/** Returns the actor of a request, each time as a new object. */
const actorOf = vi.fn<(userId: number) => object>((userId: number) => ({
  userId,
  lockAccess: { traversedLocks: new Set() },
}));
/** Called with the actor of `requestDelete`. */
const requestDelete = vi.fn<(actor: unknown) => void>();

/** Mounts one call for everyone and three for logged-in users. The "signature" is the account's id. */
beforeEach(async () => {
  handlersMayEnd = new Promise((resolve) => (endHandlers = resolve));
  const router = new Router();
  const ids = [1, 2] as [number, number];
  const { mount } = createMount({
    router,
    bodies,
    async authenticate(ctx) {
      const header = ctx.get("Authorization");
      if (header === "") return null;
      const userId = Number(header);
      if (!Number.isInteger(userId)) return refuse("unauthenticated", "no");
      return {
        userId,
        actorWith: async () => actorOf(userId) as never,
      };
    },
    idempotency: {
      start: async () => ({ command: { ids, repeated: isRepeat } as never, end: () => {} }),
      commandIdsOf: () => [],
      stopWaiting: () => {},
      settled: async () => {},
    },
    originOf: () => "",
    renewLocks: () => {},
    checkReplies: false,
  });
  mount("trackEvent", async () => {
    await handlersMayEnd;
    return { status: 204 };
  });
  mount("addPhoto", async () => {
    await handlersMayEnd;
    return { status: 204 };
  });
  mount("requestDelete", async ({ actor }) => {
    requestDelete(actor);
    return { status: 204 };
  });
  mount("restoreVersion", async () => {
    throw new Error("a HEAD must not restore");
  });
  const app = new Koa();
  app.on("error", () => {});
  app.use(discardUnread());
  app.use(errorHandler({ error: () => {} } as never));
  app.use(router.routes());
  const server = createServer((incoming, reply) => void app.callback()(incoming, reply));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => {
    server.closeAllConnections();
    server.close();
  };
});
afterEach(() => {
  isRepeat = false;
  vi.clearAllMocks();
  endHandlers();
  close();
});

const eventPath = "/api/analytics/events";
const photoPath = "/api/journals/1/entries/2/photos";

/** Begins a request and sends a part of its body. */
function beginRequest(path: string, headers: Record<string, string | number>, part: string | Buffer = "") {
  const outgoing = request(origin + path, { method: "POST", headers });
  const reply = new Promise<[number | undefined, string, string | undefined]>((resolve, reject) => {
    outgoing.on("error", reject).on("response", (response: IncomingMessage) => {
      let text = "";
      response.on("data", (chunk) => (text += chunk));
      response.on("end", () =>
        resolve([
          response.statusCode,
          text === "" ? "" : JSON.parse(text).code,
          response.headers["retry-after"],
        ]),
      );
    });
  });
  reply.catch(() => {});
  outgoing.flushHeaders();
  if (part.length > 0) outgoing.write(part);
  return { outgoing, reply };
}
const json = { "Content-Type": "application/json" };
const form = { "Content-Type": "multipart/form-data; boundary=b" };
const largeBody = Buffer.alloc(bounds.anonymousBodyBytes + 1, 32);

it.each([
  ["without a signature", eventPath, {}, "too_large"],
  ["with a stale signature", eventPath, { Authorization: "stale" }, "too_large"],
  ["of a photo without a signature", photoPath, {}, "unauthenticated"],
  ["of a photo with a stale signature", photoPath, { Authorization: "stale" }, "unauthenticated"],
])("a large body %s is refused before it has arrived", async (_, path, headers, code) => {
  const announcedRequest = beginRequest(path, { ...json, ...headers, "Content-Length": 2 * mebibyte }, "{");
  expect((await announcedRequest.reply)[1]).toBe(code);
  // Without a length.
  const chunkedRequest = beginRequest(
    path,
    { ...json, ...headers, "Transfer-Encoding": "chunked" },
    largeBody,
  );
  expect((await chunkedRequest.reply)[1]).toBe(code);
  announcedRequest.outgoing.destroy();
  chunkedRequest.outgoing.destroy();
  expect(bodies.heldBytes()).toBe(0);
});

it("the bytes of all running requests are limited, and are freed when a request ends or breaks off", async () => {
  const photo = Buffer.alloc(1.5 * mebibyte);
  const send = (account: number) =>
    beginRequest(
      photoPath,
      { ...form, Authorization: String(account), "Transfer-Encoding": "chunked" },
      photo,
    );
  const [firstRequest, secondRequest] = [send(1), send(2)];
  await vi.waitFor(() => expect(bodies.heldBytes()).toBe(3 * mebibyte));
  expect(await send(3).reply).toEqual([503, "unavailable", "2"]);
  firstRequest.outgoing.destroy();
  await vi.waitFor(() => expect(bodies.heldBytes()).toBe(1.5 * mebibyte));
  // One account may not take everything.
  expect((await send(2).reply)[0]).toBe(503);
  const formBody = '--b\r\nContent-Disposition: form-data; name="photo"; filename="x"\r\n\r\nx\r\n--b--\r\n';
  const thirdRequest = beginRequest(photoPath, { ...form, Authorization: "3" });
  thirdRequest.outgoing.end(formBody);
  await vi.waitFor(() => expect(bodies.heldBytes()).toBe(1.5 * mebibyte + formBody.length));
  endHandlers();
  expect((await thirdRequest.reply)[0]).toBe(204);
  secondRequest.outgoing.destroy();
  await vi.waitFor(() => expect(bodies.heldBytes()).toBe(0));
});

it("the bytes of all running requests of visitors have a smaller limit together", async () => {
  const send = () =>
    beginRequest(eventPath, { ...json, "Transfer-Encoding": "chunked" }, Buffer.alloc(60_000, 32));
  const firstRequest = send();
  await vi.waitFor(() => expect(bodies.heldBytes()).toBe(60_000));
  expect((await send().reply)[0]).toBe(503);
  firstRequest.outgoing.destroy();
  await vi.waitFor(() => expect(bodies.heldBytes()).toBe(0));
});

it("a repeat reads the open locks again after the command has begun, because the first run may have changed them", async () => {
  const path = "/api/user/delete_request";
  const send = () => fetch(origin + path, { headers: { Authorization: "1" } });
  await send();
  expect(actorOf).toHaveBeenCalledOnce();
  isRepeat = true;
  await send();
  expect(actorOf).toHaveBeenCalledTimes(3);
  expect(requestDelete.mock.lastCall?.[0]).toBe(actorOf.mock.results.at(-1)?.value);
});

it.each(["/api/user/delete_request", "/api/journals/1/entries/2/restore_version?version_id=3"])(
  "HEAD is refused for %s, whose GET changes something",
  async (path) => {
    const reply = await fetch(origin + path, { method: "HEAD", headers: { Authorization: "1" } });
    expect(reply.status).toBe(404);
  },
);
