import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Koa from "koa";
import { afterEach, beforeEach, expect, test } from "vitest";
import { staticFiles } from "./static-files.ts";

const script = "export const day = 1;\n".repeat(100);
let folder: string;
let origin: string;
let stop: () => Promise<unknown>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "daybook-static-"));
  await mkdir(join(folder, "assets"));
  await mkdir(join(folder, ".vite"));
  await writeFile(join(folder, "index.html"), '<!doctype html><html lang="en"><title>Daybook</title>');
  await writeFile(join(folder, "assets", "main-1a2b.js"), script);
  await writeFile(join(folder, "assets", "lora-3c.woff2"), Buffer.from([0, 1, 2, 3]));
  await writeFile(join(folder, ".vite", "manifest.json"), "{}");
  await writeFile(join(folder, "..", "outside.txt"), "secret");
  const app = new Koa();
  app.use(staticFiles(folder, { mobileScreens: "full" }));
  app.use((ctx) => void (ctx.body = "the api"));
  const server = app.listen(0, "127.0.0.1");
  await new Promise((onListening) => server.once("listening", onListening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  origin = `http://127.0.0.1:${address.port}`;
  stop = () => new Promise((onClosed) => server.close(onClosed));
});

afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
  await rm(join(folder, "..", "outside.txt"), { force: true });
});

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(origin + path, { headers, method });

test.each(["/", "/journals/3/7", "/app/login"])(
  "%s is the page, which the browser requests again each time",
  async (path) => {
    const reply = await get(path);
    expect(await reply.text()).toContain('<html data-mobile-screens="full" lang="en"><title>Daybook</title>');
    expect(reply.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(reply.headers.get("cache-control")).toBe("no-cache");
  },
);

test("a hashed file may be cached for a year, and is compressed for browsers that accept it", async () => {
  const compressedReply = await get("/assets/main-1a2b.js", { "accept-encoding": "gzip" });
  expect(compressedReply.headers.get("content-encoding")).toBe("gzip");
  expect(compressedReply.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(Number(compressedReply.headers.get("content-length"))).toBeLessThan(script.length / 4);
  expect(await compressedReply.text()).toBe(script);
  const plainReply = await get("/assets/main-1a2b.js", { "accept-encoding": "identity" });
  expect(plainReply.headers.get("content-encoding")).toBeNull();
  expect(await plainReply.text()).toBe(script);
});

test("a font is not compressed again", async () => {
  const reply = await get("/assets/lora-3c.woff2", { "accept-encoding": "gzip" });
  expect([reply.headers.get("content-encoding"), reply.headers.get("content-type")]).toEqual([
    null,
    "font/woff2",
  ]);
});

test("a file that the browser has already is not sent again", async () => {
  const etag = (await get("/")).headers.get("etag");
  const repeatedReply = await get("/", { "if-none-match": etag ?? "", "cache-control": "max-age=0" });
  expect([repeatedReply.status, await repeatedReply.text()]).toEqual([304, ""]);
});

test("HEAD returns the size without the content", async () => {
  const reply = await get("/assets/main-1a2b.js", { "accept-encoding": "identity" }, "HEAD");
  expect([reply.status, reply.headers.get("content-length")]).toEqual([200, String(script.length)]);
});

test.each([
  "/assets/gone-9f.js",
  "/.vite/manifest.json",
  "/../outside.txt",
  "/%2e%2e/outside.txt",
  "/assets/..%2f..%2foutside.txt",
  "/__proto__.js",
])("%s is not found", async (path) => {
  const reply = await get(path);
  expect([reply.status, await reply.text()]).toEqual([404, "Not found"]);
});

test("navigating to an unknown path with a dot gets the client, which shows its not-found page", async () => {
  const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";
  for (const path of ["/journals/1.5", "/about.php"]) {
    expect(await (await get(path, { accept })).text()).toContain("<title>Daybook</title>");
  }
  expect((await get("/about.png", { accept: "image/avif,image/webp,*/*;q=0.8" })).status).toBe(404);
});

test("a build that replaces the files does not affect a running server", async () => {
  await rm(join(folder, "assets"), { recursive: true });
  expect(await (await get("/assets/main-1a2b.js")).text()).toBe(script);
});

test.each([
  ["GET", "/api/health"],
  ["GET", "/api"],
  ["POST", "/journals"],
])("%s %s is left to the API", async (method, path) => {
  expect(await (await get(path, {}, method)).text()).toBe("the api");
});
