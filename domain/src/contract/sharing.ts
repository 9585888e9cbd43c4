import { z } from "zod";
import { bounds } from "./bounds.ts";
import { endpoint } from "./endpoint.ts";
import { Email, EntryRef, Instant, LocalDate } from "./values.ts";

/** What anybody with the link sees of an entry: its text and its date, nothing of its writer and nothing beside it. */
export const PublicEntry = z.object({
  title: z.string(),
  html_body: z.string(),
  created_at: Instant,
  local_date: LocalDate,
});
/** See {@link PublicEntry}. */
export type PublicEntry = z.output<typeof PublicEntry>;

const ofEntry = ["not_found", "invalid_id", "locked"] as const;

/** Addresses as a list, or as one text with commas, semicolons or line breaks between them. */
const Recipients = z
  .union([z.string().max(10_000), z.array(z.string().max(1_000)).max(200)])
  .transform((given, context) => {
    const parts = (typeof given === "string" ? given.split(/[,;\n]/) : given)
      .map((part) => part.trim())
      .filter((part) => part !== "");
    const bad = parts.filter((part) => !Email.safeParse(part).success);
    // Of two spellings, the one that was written first.
    const byAddress = new Map(parts.toReversed().map((address) => [address.toLowerCase(), address]));
    const say = (message: string): typeof z.NEVER => {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    };
    if (bad.length > 0) {
      return say(
        `Not an e-mail address: ${bad
          .slice(0, 20)
          .map((part) => part.slice(0, 100))
          .join(", ")}`,
      );
    }
    if (byAddress.size === 0) return say("Tell us whom to send it to.");
    if (byAddress.size > bounds.shareRecipients) {
      return say(`At most ${bounds.shareRecipients} people at once.`);
    }
    return [...byAddress.values()].toReversed();
  });

/** Calls that let others read an entry. */
export const sharing = {
  publicLink: endpoint({
    access: "session",
    params: EntryRef,
    replies: { 200: z.object({ public_url: z.string() }) },
    errors: [...ofEntry, "entry_trashed"],
  }),
  unpublicLink: endpoint({
    access: "session",
    params: EntryRef,
    replies: { 204: null },
    errors: [...ofEntry],
  }),
  publicEntry: endpoint({
    access: "public",
    params: z.object({ slug: z.string() }),
    replies: { 200: z.object({ entry: PublicEntry }) },
    errors: ["not_found"],
  }),
  emailShare: endpoint({
    access: "session",
    params: EntryRef,
    body: z.object({
      share_recipients: Recipients,
      share_message: z
        .string()
        .max(bounds.shareMessage, `A message may have at most ${bounds.shareMessage} characters.`)
        .default(""),
      /** Sent by the spec's clients; sharing by e-mail is what this call does. */
      email_share: z
        .union([z.literal(true), z.literal(1), z.enum(["true", "1"])], {
          error: "There is no other way to share here.",
        })
        .optional(),
    }),
    replies: { 204: null },
    errors: [...ofEntry, "entry_trashed"],
  }),
};
