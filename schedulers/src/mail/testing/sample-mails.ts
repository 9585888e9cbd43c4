import type { MailBody } from "../layout.ts";
import { type MailData, templates } from "../templates.ts";

const publicUrl = "https://diary.example.org";
const commonData = { firstName: "Samuel", publicUrl, token: "Xf3_k9VqLwZr7Tb2Yc5Nd8Hs1Jm4Pg6Ea0Ui-oQxRv" };

const order = {
  id: 890_962_217_547_201,
  description: "PRO plus, 1 Year",
  amount: 3996,
  credit: 1003,
  currency: "USD",
  createdAt: "2026-11-22T12:00:00.000Z",
  endsAt: "2027-11-22T12:00:00.000Z",
  cardLastFour: "1881",
  isTest: true,
};

const renewal = {
  ...commonData,
  description: "PRO plus, 5 Years",
  endsAt: "2027-11-22T12:00:00.000Z",
  amount: 14_999,
  nextChargeAt: "2027-11-21T12:00:00.000Z",
  paidUntil: "2027-11-28T12:00:00.000Z",
  hasPaymentMethod: true,
  isTest: true,
};

const data: MailData = {
  welcome: commonData,
  login_link: { ...commonData, linkId: 890_962_185_915_490 },
  password_code: { ...commonData, email: "samuel.pepys.of.the.navy.office@example.org" },
  confirm_email: commonData,
  email_change_notice: commonData,
  password_changed: commonData,
  delete_link: commonData,
  unlock_link: { ...commonData, journalId: 890_962_191_943_829, entryId: 890_962_217_547_201 },
  account_deleted: commonData,
  reminder: {
    ...commonData,
    journalId: 890_962_191_943_829,
    journalName: `Diary of 1660, written in Seething Lane, with a word of 60 letters: ${"o".repeat(60)}`,
    prompt: "What does your street sound like at this time of the day?",
    stopPath: `/app/disable-reminder/890962186590312/${commonData.token}`,
  },
  receipt: { ...commonData, ...order },
  downgraded: { ...commonData, to: "free" },
  refunded: { ...commonData, ...order },
  renewal_upcoming: renewal,
  payment_failed: { ...renewal, nextChargeAt: "2027-11-25T00:00:00.000Z" },
  membership_expired: renewal,
  look_back: {
    ...commonData,
    journalId: 890_962_191_943_829,
    entryId: 890_962_217_547_201,
    title: `By water to Deptford, with a word of 60 letters: ${"o".repeat(60)}, and home`,
    date: "Wednesday, 11 September 1660",
    age: "366 years ago",
    isFirst: true,
    stopPath: `/app/disable-lookingglass/${commonData.token}`,
    excludePath: `/app/exclude-lookingglass/890962217547201/${commonData.token}`,
  },
  share: {
    ...commonData,
    sharer: "Elizabeth Pepys",
    message: "Read this first.\nThen write to me.",
    page: {
      title: "By water to Deptford",
      date: "January 11, 1660",
      text: "To Deptford & home",
      html: "<p>To Deptford &amp; home</p>",
    },
  },
};

/** A sample of every mail, with long words and links. */
export function sampleMails(): [name: string, mail: MailBody][] {
  const names = Object.keys(templates) as (keyof MailData)[];
  return names.map((name) => [
    name,
    (templates[name] as (of: MailData[typeof name]) => MailBody)(data[name]),
  ]);
}
