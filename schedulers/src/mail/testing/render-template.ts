import type { MailTemplate } from "@daybook/platform/mail/mail";
import type { MailBody } from "../layout.ts";
import { type MailData, templates } from "../templates.ts";

export const publicUrl = "https://diary.example.org";

/** Data for the tests of the templates. It contains the data of every template. */
export const templateData = {
  firstName: "Samuel",
  publicUrl,
  linkId: 7,
  token: "to-ken_0",
  email: "samuel+diary@example.org",
  sharer: "Elizabeth Pepys",
  message: "Read this first.",
  page: {
    title: "By water",
    date: "January 11, 1660",
    text: "To Deptford & home",
    html: "<p>To Deptford &amp; home</p>",
  },
  journalId: 8,
  entryId: 9,
  journalName: "Diary of 1660",
  prompt: "What does your street sound like?",
  stopPath: "/app/disable-reminder/3/sl-ug_0",
  excludePath: "/app/exclude-lookingglass/9/sl-ug_0",
  title: "By water",
  date: "January 11, 1660",
  age: "366 years ago",
  isFirst: false,
  id: 10,
  description: "PRO, 1 Year",
  amount: 1999,
  credit: 0,
  currency: "USD",
  createdAt: "2026-11-22T12:00:00.000Z",
  endsAt: "2027-11-22T12:00:00.000Z" as string | null,
  cardLastFour: "1881" as string | null,
  isTest: false,
  to: "free" as "free" | "pro",
  nextChargeAt: "2027-11-21T12:00:00.000Z" as string | null,
  paidUntil: "2027-11-28T12:00:00.000Z",
  hasPaymentMethod: true,
};

/** Renders a mail with {@link templateData}, some of it changed. */
export function renderTemplate(
  template: MailTemplate,
  changedData: Partial<typeof templateData> = {},
): MailBody {
  // Every template takes a part of the same data.
  const write = templates[template] as (
    data: MailData["login_link"] &
      MailData["password_code"] &
      MailData["unlock_link"] &
      MailData["share"] &
      MailData["reminder"] &
      MailData["look_back"] &
      MailData["receipt"] &
      MailData["downgraded"],
  ) => MailBody;
  return write({ ...templateData, ...changedData });
}
