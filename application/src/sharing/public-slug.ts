import { createHash } from "node:crypto";
import type { Application } from "../application.ts";

const slugLength = 22;

/** The slug of a public link: 132 bits, derived from the master key, so neither log nor tables contain it. */
export const publicSlug = (app: Pick<Application, "keyedHash">, linkId: number): string =>
  app.keyedHash("public link", String(linkId)).slice(0, slugLength);

/** The hash of a slug, under which its public link is stored. */
export const publicSlugHash = (slug: string): string => createHash("sha256").update(slug).digest("base64url");
