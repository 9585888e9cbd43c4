import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Middleware } from "koa";
import sirv from "sirv";

/**
 * Serves the built client: hashed assets for ever, the page itself never from a cache. Every path that is neither the
 * API's nor a file gets the page, and the client's router says what it is.
 */
export function staticFiles(folder: string): Middleware {
  const indexFile = join(folder, "index.html");
  if (!existsSync(indexFile)) return async (_ctx, next) => next();
  const page = readFileSync(indexFile);
  const serve = sirv(folder, {
    gzip: true,
    brotli: true,
    setHeaders: (response, path) => {
      const immutable = path.startsWith("/assets/");
      response.setHeader("Cache-Control", immutable ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });

  return async (ctx, next) => {
    if (
      (ctx.method !== "GET" && ctx.method !== "HEAD") ||
      ctx.path.startsWith("/api/") ||
      ctx.path === "/api"
    ) {
      await next();
      return;
    }
    const isFile = ctx.path !== "/" && /\.\w+$/.test(ctx.path);
    if (!isFile) {
      ctx.set("Cache-Control", "no-cache");
      ctx.type = "html";
      ctx.body = page;
      return;
    }
    await new Promise<void>((resolve) => {
      ctx.res.once("close", resolve);
      ctx.respond = false;
      ctx.res.statusCode = 200;
      serve(ctx.req, ctx.res, () => {
        ctx.res.statusCode = 404;
        ctx.res.setHeader("Content-Type", "text/plain; charset=utf-8");
        ctx.res.end("Not found");
      });
    });
  };
}
