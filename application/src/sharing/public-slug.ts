import { createHash } from "node:crypto";
import type { Application } from "../application.ts";

const slugLength = 22;

/**
 * The slug of a public link names the link in its URL. It has 132 bits. It is computed from the master key and the link's id whenever it
 * is needed, so neither the log nor the tables contain it. They contain only its hash.
 */
export const publicSlug = (app: Pick<Application, "keyedHash">, linkId: number): string =>
  app.keyedHash("public link", String(linkId)).slice(0, slugLength);

/** The hash of a slug, under which its public link is stored. */
export const publicSlugHash = (slug: string): string => createHash("sha256").update(slug).digest("base64url");
