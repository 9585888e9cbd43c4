import { z } from "zod";
import { account } from "./account.ts";
import { sessions } from "./sessions.ts";
import { analytics } from "./analytics.ts";
import { endpoint, type ReplyOf } from "./endpoint.ts";
import { entryBulk } from "./entry-bulk.ts";
import { entries } from "./entries.ts";
import { journals } from "./journals.ts";
import { locks } from "./locks.ts";
import { lookingGlass } from "./looking-glass.ts";
import type { CallName } from "./paths.ts";
import { photos } from "./photos.ts";
import { plans } from "./plans.ts";
import { downgrades } from "./downgrade.ts";
import { purchases } from "./purchases.ts";
import { reminders } from "./reminders.ts";
import { search } from "./search.ts";
import { settings } from "./settings.ts";
import { journalDetails } from "./journal-details.ts";
import { sharing } from "./sharing.ts";
import { tags } from "./tags.ts";

const healthStatus = z.enum(["ok", "degraded", "down"]);

const health = z.object({
  status: z.enum(["ok", "degraded"]),
  version: z.string(),
  roles: z.record(z.string(), z.object({ status: healthStatus })),
  /** What this server depends on, for example `database` or `search`. */
  dependencies: z.record(z.string(), z.object({ status: healthStatus })),
});

/** Every call, by its name in `paths.ts`. */
export const contract = {
  health: endpoint({ access: "public", replies: { 200: health } }),
  ...analytics,
  ...sessions,
  ...account,
  ...settings,
  ...journals,
  ...entries,
  ...photos,
  ...journalDetails,
  ...tags,
  ...search,
  ...sharing,
  ...entryBulk,
  ...locks,
  ...lookingGlass,
  ...reminders,
  ...plans,
  ...purchases,
  ...downgrades,
} satisfies Record<CallName, unknown>;

/** The calls and their schemas. The browser imports only types from this file. */
export type Contract = typeof contract;

/** The path parameters of a call, before its schema parses them: fields with a default are optional. */
export type ParamsOf<N extends CallName> = z.input<Contract[N]["params"]>;
/** The query of a call, before its schema parses it. */
export type QueryOf<N extends CallName> = z.input<Contract[N]["query"]>;
/** The body of a call, before its schema parses it. */
export type BodyOf<N extends CallName> = z.input<Contract[N]["body"]>;
/** The success bodies of a call; `null` for a success without a body. */
export type Reply<N extends CallName> = ReplyOf<Contract[N]>;
