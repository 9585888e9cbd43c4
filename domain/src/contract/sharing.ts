import { z } from "zod";
import { bounds } from "./bounds.ts";
import { endpoint } from "./endpoint.ts";
import { dateFormats } from "./settings-values.ts";
import { Email, EntryRef, Instant, LocalDate } from "./values.ts";

/** A public entry, for everyone who has its link: text, date, and the writer's date format. */
export const PublicEntry = z.object({
  title: z.string(),
  html_body: z.string(),
  created_at: Instant,
  local_date: LocalDate,
  date_format: z.enum(dateFormats),
});
/** See {@link PublicEntry}. */
export type PublicEntry = z.output<typeof PublicEntry>;

const entryErrors = ["not_found", "invalid_id", "locked"] as const;

/** E-mail addresses: a list, or one text with commas, semicolons or line breaks between them. */
const Recipients = z
  .union([z.string().max(10_000), z.array(z.string().max(1_000)).max(200)])
  .transform((input, context) => {
    const addresses = (typeof input === "string" ? input.split(/[,;\n]/) : input)
      .map((address) => address.trim())
      .filter((address) => address !== "");
    const invalidAddresses = addresses.filter((address) => !Email.safeParse(address).success);
    // When an address occurs in two spellings, the first one counts.
    const spellingByAddress = new Map(
      addresses.toReversed().map((address) => [address.toLowerCase(), address]),
    );
    const refuse = (message: string): typeof z.NEVER => {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    };
    if (invalidAddresses.length > 0) {
      return refuse(
        `Not an e-mail address: ${invalidAddresses
          .slice(0, 20)
          .map((address) => address.slice(0, 100))
          .join(", ")}`,
      );
    }
    if (spellingByAddress.size === 0) return refuse("Add at least one e-mail address.");
    if (spellingByAddress.size > bounds.shareRecipients) {
      return refuse(`At most ${bounds.shareRecipients} people at once.`);
    }
    return [...spellingByAddress.values()].toReversed();
  });

/** Calls about public links, and the call that shares an entry by e-mail. */
export const sharing = {
  publicLink: endpoint({
    access: "session",
    params: EntryRef,
    replies: { 200: z.object({ public_url: z.string() }) },
    errors: [...entryErrors, "entry_trashed"],
  }),
  /** Removes the public link of an entry. */
  unpublicLink: endpoint({
    access: "session",
    params: EntryRef,
    replies: { 204: null },
    errors: [...entryErrors],
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
      /** Third-party clients send `true`, which changes nothing: this call always shares by e-mail. `false` is refused. */
      email_share: z
        .union([z.literal(true), z.literal(1), z.enum(["true", "1"])], {
          error: "This call can only share by e-mail.",
        })
        .optional(),
    }),
    replies: { 204: null },
    errors: [...entryErrors, "entry_trashed"],
  }),
};
