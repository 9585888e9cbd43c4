import { z } from "zod";
import { Id } from "../kernel/ids.ts";
import { endpoint } from "./endpoint.ts";
import { autoLogoutMinutes, dateFormats, journalOrders, shareLevels, uiThemes } from "./settings-values.ts";
import { TimeZone } from "./values.ts";

/** A person's settings, the reply of every settings call. */
export const Settings = z.object({
  date_format: z.enum(dateFormats),
  timezone: z.string(),
  journal_order: z.enum(journalOrders),
  notifications: z.object({
    receive_shares: z.boolean(),
    /** says the same as `receive_shares`, as a number */
    share_level: z.union([z.literal(shareLevels.received), z.literal(shareLevels.refused)]),
  }),
  receive_marketing_emails: z.boolean(),
  show_podcast: z.boolean(),
  /** idle minutes; 0 means off */
  auto_logout: z.number(),
  ui_theme: z.enum(uiThemes),
  /** whether Looking Glass shows and mails earlier entries */
  looking_glass: z.boolean(),
});
/** See {@link Settings}. */
export type Settings = z.output<typeof Settings>;

const replies = { 200: z.object({ settings: Settings }) };
const oneOf = <const T extends readonly string[]>(values: T, message: string) =>
  z.enum(values, { error: message });

/** Calls that read and change a person's settings (spec section 7). */
export const settings = {
  getSettings: endpoint({ access: "session", replies }),
  changeTimezone: endpoint({ access: "session", body: z.object({ timezone: TimeZone }), replies }),
  setShowPodcast: endpoint({ access: "session", body: z.object({ show_podcast: z.boolean() }), replies }),
  setAutoLogout: endpoint({
    access: "session",
    body: z.object({
      logout_time: z.number().refine((minutes) => autoLogoutMinutes.some((offered) => offered === minutes), {
        error: "This is not one of the times offered.",
      }),
    }),
    replies,
  }),
  changeJournalOrder: endpoint({
    access: "session",
    body: z.object({
      /** one of the named orders, or the ids of all journals in the person's own order */
      order: z.union([oneOf(journalOrders, "This is not a valid order."), z.array(Id).min(1).max(10_000)], {
        error: "This is not a valid order.",
      }),
    }),
    replies,
  }),
  changeDateFormat: endpoint({
    access: "session",
    body: z.object({ format: oneOf(dateFormats, "This is not one of the date formats.") }),
    replies,
  }),
  changeNotifications: endpoint({
    access: "session",
    body: z
      .object({ receive_shares: z.boolean(), share_level: z.number().optional() })
      .refine(
        ({ receive_shares, share_level }) =>
          share_level === undefined ||
          share_level === (receive_shares ? shareLevels.received : shareLevels.refused),
        { path: ["share_level"], error: "This does not match receive_shares." },
      ),
    replies,
  }),
  /** Stores the value in the body. In spite of the name, a repeat does not change the setting back. */
  toggleReceiveMarketingEmails: endpoint({
    access: "session",
    body: z.object({ receive_marketing_emails: z.boolean() }),
    replies,
  }),
  changeUiTheme: endpoint({
    access: "session",
    body: z.object({ ui_theme: oneOf(uiThemes, "This is not one of the themes.") }),
    replies,
    errors: ["pro_required"],
  }),
  setLookingGlass: endpoint({ access: "session", body: z.object({ looking_glass: z.boolean() }), replies }),
};
