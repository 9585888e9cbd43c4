import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { gzipSync } from "node:zlib";
import type { Middleware } from "koa";

type StaticFile = {
  readonly plain: Buffer;
  /** left out where compressing gains nothing */
  readonly gzip: Buffer | undefined;
  readonly etag: string;
};

const text = new Set([".html", ".js", ".css", ".svg", ".json", ".txt", ".webmanifest", ".map"]);

function read(path: string): StaticFile {
  const plain = readFileSync(path);
  return {
    plain,
    gzip: text.has(extname(path)) ? gzipSync(plain, { level: 9 }) : undefined,
    etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
  };
}

/** Every file of a folder by its path in a URL; hidden files stay hidden. */
function readAll(folder: string): ReadonlyMap<string, StaticFile> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => !name.split(sep).some((part) => part.startsWith(".")));
  return new Map(files.map((name) => [`/${name.split(sep).join("/")}`, read(join(folder, name))]));
}

/**
 * Serves the built client: hashed assets for ever, the page itself never from a cache. Every path that is neither the
 * API's nor a file gets the page, and the client's router says what it is. The whole client, a few megabytes with its
 * fonts, is held in memory, so that a release under way on disk never mixes two builds.
 */
export function staticFiles(folder: string): Middleware {
  if (!existsSync(join(folder, "index.html"))) return async (_ctx, next) => next();
  const files = readAll(folder);

  return async (ctx, next) => {
    const isRead = ctx.method === "GET" || ctx.method === "HEAD";
    if (!isRead || ctx.path.startsWith("/api/") || ctx.path === "/api") {
      await next();
      return;
    }
    // What looks like a file and is none is a page too when a browser goes there: an address with a dot, mistyped or made up.
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
    const compressed = file.gzip && ctx.acceptsEncodings("gzip", "identity") === "gzip" ? file.gzip : null;
    if (compressed) ctx.set("Content-Encoding", "gzip");
    ctx.body = compressed ?? file.plain;
  };
}
