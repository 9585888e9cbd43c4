import { z } from "zod";
import { account } from "./account.ts";
import { accounts } from "./accounts.ts";
import { analytics } from "./analytics.ts";
import { endpoint, type ReplyOf } from "./endpoint.ts";
import { entryBulk } from "./entry-bulk.ts";
import { entries } from "./entries.ts";
import { journals } from "./journals.ts";
import { locks } from "./locks.ts";
import type { CallName } from "./paths.ts";
import { photos } from "./photos.ts";
import { search } from "./search.ts";
import { settings } from "./settings.ts";
import { shelf } from "./shelf.ts";
import { sharing } from "./sharing.ts";
import { tags } from "./tags.ts";

const health = z.object({
  status: z.enum(["ok", "degraded", "down"]),
  version: z.string(),
  roles: z.record(z.string(), z.object({ status: z.enum(["ok", "degraded", "down"]) })),
});

/** Every call, by the name it has in `paths.ts`. */
export const contract = {
  health: endpoint({ access: "public", replies: { 200: health, 503: health } }),
  ...analytics,
  ...accounts,
  ...account,
  ...settings,
  ...journals,
  ...entries,
  ...photos,
  ...shelf,
  ...tags,
  ...search,
  ...sharing,
  ...entryBulk,
  ...locks,
} satisfies Record<CallName, unknown>;

/** The calls and their schemas; the browser imports this type only. */
export type Contract = typeof contract;

/** What a caller may leave out, it may leave out: the input side of a call's schema. */
export type ParamsOf<N extends CallName> = z.input<Contract[N]["params"]>;
/** The query of a call, as its caller writes it. */
export type QueryOf<N extends CallName> = z.input<Contract[N]["query"]>;
/** The body of a call, as its caller writes it. */
export type BodyOf<N extends CallName> = z.input<Contract[N]["body"]>;
/** The success bodies of a call; `null` where a success has none. */
export type Reply<N extends CallName> = ReplyOf<Contract[N]>;
