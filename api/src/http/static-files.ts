import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Middleware } from "koa";

type StaticFile = {
  readonly plain: Buffer;
  /** Returns the compressed file; undefined for a format that compression does not make smaller. */
  readonly compressed: (() => Promise<Buffer>) | undefined;
  readonly etag: string;
};

const compressible = new Set([".html", ".js", ".css", ".svg", ".json", ".txt", ".webmanifest", ".map"]);

const compress = promisify<Buffer, { level: number }, Buffer>(gzip);

/**
 * Compresses a file when it is first requested, and stores the result. Compressing all files at the start would delay the start by a
 * tenth of a second.
 */
function compressOnce(plain: Buffer): () => Promise<Buffer> {
  let compressed: Promise<Buffer> | undefined;
  return () => (compressed ??= compress(plain, { level: 9 }));
}

function readFile(path: string, settings: PageSettings): StaticFile {
  const file = readFileSync(path);
  const plain = path.endsWith("index.html") ? withSettings(file, settings) : file;
  return {
    plain,
    compressed: compressible.has(extname(path)) ? compressOnce(plain) : undefined,
    etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
  };
}

/** Settings of this installation that the page needs before it can call the API. */
export type PageSettings = { mobileScreens: "splash" | "full" };

/** The page with the settings as attributes of its root element: `<html data-mobile-screens="full" lang="en">`. */
function withSettings(page: Buffer, { mobileScreens }: PageSettings): Buffer {
  return Buffer.from(page.toString().replace("<html", `<html data-mobile-screens="${mobileScreens}"`));
}

/** Every file of a folder by its URL path, without hidden files. */
function readAll(folder: string, settings: PageSettings): ReadonlyMap<string, StaticFile> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => !name.split(sep).some((part) => part.startsWith(".")));
  return new Map(
    files.map((name) => [`/${name.split(sep).join("/")}`, readFile(join(folder, name), settings)]),
  );
}

/**
 * Serves the built client. Browsers may cache hashed assets for a year, and ask again for every other file. A path outside the API
 * without a file extension gets the page, whose router handles the path. A missing script or image gets a 404. All files, a few megabytes
 * with the fonts, are kept in memory, so that a build on the same disk never mixes two versions.
 */
export function staticFiles(folder: string, settings: PageSettings): Middleware {
  if (!existsSync(join(folder, "index.html"))) return async (_ctx, next) => next();
  const files = readAll(folder, settings);

  return async (ctx, next) => {
    const isRead = ctx.method === "GET" || ctx.method === "HEAD";
    if (!isRead || ctx.path.startsWith("/api/") || ctx.path === "/api") {
      await next();
      return;
    }
    // A browser that navigates to a missing file also gets the page, which shows "not found".
    const isPage = !/\.\w+$/.test(ctx.path) || (!files.has(ctx.path) && ctx.accepts()[0] === "text/html");
    const path = isPage ? "/index.html" : ctx.path;
    const file = files.get(path);
    if (!file) {
      ctx.status = 404;
      ctx.type = "text";
      ctx.body = "Not found";
      return;
    }
    const isHashed = path.startsWith("/assets/");
    ctx.status = 200;
    ctx.type = extname(path);
    ctx.set("Cache-Control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
    ctx.set("ETag", file.etag);
    ctx.vary("Accept-Encoding");
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    if (!file.compressed || ctx.acceptsEncodings("gzip", "identity") !== "gzip") {
      ctx.body = file.plain;
      return;
    }
    ctx.body = await file.compressed();
    ctx.set("Content-Encoding", "gzip");
  };
}
