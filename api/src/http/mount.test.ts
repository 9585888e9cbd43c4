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
/** Lets the handlers of the running requests end. */
let finish: () => void;
let requestEnded: Promise<void>;
let origin: string;
let close: () => void;

/** A call for everybody and one for signed-in people. The "signature" is the account's id. */
beforeEach(async () => {
  requestEnded = new Promise((resolve) => (finish = resolve));
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
        actorWith: async () => ({ userId, lockAccess: { traversedLocks: new Set() } }) as never,
      };
    },
    idempotency: {
      start: async () => ({ command: { ids } as never, hasWaited: false, end: () => {} }),
      stopWaiting: () => {},
      settled: async () => {},
    },
    originOf: () => "",
    renewLocks: () => {},
    checkReplies: false,
  });
  mount("trackEvent", async () => {
    await requestEnded;
    return { status: 204 };
  });
  mount("addPhoto", async () => {
    await requestEnded;
    return { status: 204 };
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
  finish();
  close();
});

const eventPath = "/api/analytics/events";
const photoPath = "/api/journals/1/entries/2/photos";

/** Begins a request, with a part of its body. */
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
])("a large body %s is refused before it is there", async (_, path, headers, code) => {
  const announced = beginRequest(path, { ...json, ...headers, "Content-Length": 2 * mebibyte }, "{");
  expect((await announced.reply)[1]).toBe(code);
  // Without a length.
  const chunked = beginRequest(path, { ...json, ...headers, "Transfer-Encoding": "chunked" }, largeBody);
  expect((await chunked.reply)[1]).toBe(code);
  announced.outgoing.destroy();
  chunked.outgoing.destroy();
  expect(bodies.held()).toBe(0);
});

it("what all requests hold is limited, and free again when they end or break off", async () => {
  const photo = Buffer.alloc(1.5 * mebibyte);
  const send = (account: number) =>
    beginRequest(
      photoPath,
      { ...form, Authorization: String(account), "Transfer-Encoding": "chunked" },
      photo,
    );
  const [firstReply, secondReply] = [send(1), send(2)];
  await vi.waitFor(() => expect(bodies.held()).toBe(3 * mebibyte));
  expect(await send(3).reply).toEqual([503, "unavailable", "2"]);
  firstReply.outgoing.destroy();
  await vi.waitFor(() => expect(bodies.held()).toBe(1.5 * mebibyte));
  // One account may not take everything.
  expect((await send(2).reply)[0]).toBe(503);
  const formBody = '--b\r\nContent-Disposition: form-data; name="photo"; filename="x"\r\n\r\nx\r\n--b--\r\n';
  const third = beginRequest(photoPath, { ...form, Authorization: "3" });
  third.outgoing.end(formBody);
  await vi.waitFor(() => expect(bodies.held()).toBe(1.5 * mebibyte + formBody.length));
  finish();
  expect((await third.reply)[0]).toBe(204);
  secondReply.outgoing.destroy();
  await vi.waitFor(() => expect(bodies.held()).toBe(0));
});

it("visitors together have a small part of it", async () => {
  const send = () =>
    beginRequest(eventPath, { ...json, "Transfer-Encoding": "chunked" }, Buffer.alloc(60_000, 32));
  const firstReply = send();
  await vi.waitFor(() => expect(bodies.held()).toBe(60_000));
  expect((await send().reply)[0]).toBe(503);
  firstReply.outgoing.destroy();
  await vi.waitFor(() => expect(bodies.held()).toBe(0));
});
