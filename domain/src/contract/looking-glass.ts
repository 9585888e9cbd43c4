import { z } from "zod";
import { Id } from "../kernel/ids.ts";
import { endpoint } from "./endpoint.ts";
import { Journal } from "./journals.ts";
import { IdText, JournalRef } from "./values.ts";

/** The slug of an account, from a mailed link. Longer texts are refused here, because the server decodes a slug before checking it. */
const UserSlug = z.string().max(200);

/** Calls of Looking Glass, which shows past entries again. */
export const lookingGlass = {
  toggleLookingGlass: endpoint({
    access: "session",
    params: JournalRef,
    /** without a status, the current one is inverted */
    body: z.object({ looking_glass_status: Journal.shape.looking_glass_status.optional() }),
    replies: { 200: z.object({ journal: Journal }) },
    errors: ["not_found", "invalid_id", "journal_trashed", "forbidden"],
  }),
  disableLookingGlass: endpoint({
    access: "public",
    params: z.object({ userSlug: UserSlug }),
    replies: { 204: null },
    errors: ["not_found"],
  }),
  excludeFromLookingGlass: endpoint({
    access: "public",
    params: z.object({ entryId: IdText }),
    /** `user_slug` may be missing in a signed request of the entry's owner; `eid` repeats the id in the path */
    body: z.object({ eid: Id.or(IdText).optional(), user_slug: UserSlug.optional() }),
    replies: { 204: null },
    errors: ["not_found", "invalid_id"],
  }),
};
