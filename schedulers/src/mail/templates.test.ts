import { mailParams, type MailTemplate } from "@daybook/platform/mail/mail";
import { expect, test } from "vitest";
import type { MailBody } from "./layout.ts";
import { type MailData, templates } from "./templates.ts";

const publicUrl = "https://diary.example.org";
const data = {
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
  chargedAt: "2027-11-21T12:00:00.000Z" as string | null,
  paidUntil: "2027-11-28T12:00:00.000Z",
  hasPaymentMethod: true,
};

const links: Record<MailTemplate, string> = {
  welcome: "/",
  login_link: "/app/auto-login/7?c=to-ken_0",
  password_code: "/app/forgot-password-confirmation?code=to-ken_0&email=samuel%2Bdiary%40example.org",
  confirm_email: "/app/confirm-email?token=to-ken_0",
  email_change_notice: "/app/forgot-password",
  password_changed: "/app/forgot-password",
  delete_link: "/app/account/delete",
  unlock_link: "/journals/8/9/unlock?token=to-ken_0",
  account_deleted: "/",
  share: "/",
  reminder: "/journals/8/new",
  look_back: "/journals/8/9",
  receipt: "/app/account/billing",
  downgraded: "/app/account/billing",
  refunded: "/app/account/billing",
  renewal_upcoming: "/app/account/billing",
  payment_failed: "/app/account/billing?update-payment",
  membership_expired: "/app/renew",
};
const furtherLinkCounts: { readonly [template in MailTemplate]?: number } = {
  reminder: 2,
  look_back: 2,
  payment_failed: 1,
};

function render(template: MailTemplate, changedData: Partial<typeof data> = {}): MailBody {
  // Every template takes a part of the same data.
  const write = templates[template] as (
    all: MailData["login_link"] &
      MailData["password_code"] &
      MailData["unlock_link"] &
      MailData["share"] &
      MailData["reminder"] &
      MailData["look_back"] &
      MailData["receipt"] &
      MailData["downgraded"],
  ) => MailBody;
  return write({ ...data, ...changedData });
}

/** The text of an HTML mail, with the URLs of its links, as in the plain text. */
const textWithLinks = (html: string): string =>
  html
    .replace(/^[^]*<body[^>]*>/, "")
    .replaceAll("<wbr>", "")
    .replace(/<a href="([^"]*)"[^>]*>/g, " $1 ")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll("&#39;", "'");
const words = (text: string): string[] =>
  text
    .split(/\s+/)
    .map((word) => word.replace(/:$/, ""))
    .filter(Boolean);

test("every mail has a template", () => {
  expect(Object.keys(templates).sort()).toEqual(Object.keys(mailParams).sort());
});

test.each(Object.entries(links) as [MailTemplate, string][])(
  "the mail %s has its link, and the same words in HTML and text",
  (template, path) => {
    const { subject, text, html } = render(template);
    const url = publicUrl + path;
    expect(subject).toMatch(/^[A-Z][^\r\n]{5,60}$/);
    expect(text).toContain(`\n${url}\n`);
    expect(html.match(/<a /g)).toHaveLength(1 + (furtherLinkCounts[template] ?? 0));
    expect(html).toContain(`<a href="${url.replaceAll("&", "&amp;")}"`);
    // HTML and text have the same words. Only the HTML has the hint about the button, and the text marks quotes with ">".
    const htmlWords = new Set(words(textWithLinks(html)));
    for (const word of words(text.replace("-- \n", "").replace(/^> /gm, "")))
      expect(htmlWords).toContain(word);
    expect(html).not.toMatch(/<img|<script|src=|url\(/i);
    expect(text).toContain("Dear Samuel,");
  },
);

test.each(Object.keys(links) as MailTemplate[])(
  "%s escapes what people wrote, and adds no headers",
  (template) => {
    const { subject, text, html } = render(template, { firstName: `<b>Sam</b> & "co"\r\nBcc: x` });
    expect(html).toContain("Dear &lt;b&gt;Sam&lt;/b&gt; &amp; &quot;co&quot; Bcc: x,");
    expect(html).not.toContain("<b>");
    expect(text).not.toMatch(/^Bcc/m);
    expect(subject).not.toContain("Sam");
  },
);

test("a reminder has the journal's name, a prompt, and links to stop and manage it", () => {
  const { subject, text, html } = render("reminder");
  expect(subject).not.toContain("1660");
  for (const body of [text, html]) {
    expect(body).toContain("your journal “Diary of 1660”");
    expect(body).toContain("What does your street sound like?");
    expect(body).toContain(`${publicUrl}/app/disable-reminder/3/sl-ug_0`);
    expect(body).toContain(`${publicUrl}/app/manage-reminders/8`);
  }
  // Anyone can sign up with another person's address, and choose the name.
  expect(render("reminder", { journalName: "win at evil.example" }).text).toContain("write in your journal.");
});

test("the code for a new password is on a separate line", () => {
  const { text, html } = render("password_code");
  expect(text).toContain("\n    to-ken_0\n");
  expect(html).toContain(">to-ken_0</p>");
});

test.each(["https://evil.example/win", "visit WWW.evil.example", "me@evil.example", "  "])(
  "a name that looks like a link is omitted: %s",
  (firstName) => {
    const { text, html } = render("welcome", { firstName });
    expect(text).toMatch(/^Hello,\n/);
    expect(text + html).not.toContain("evil");
  },
);

test("a shared page has the name of the sharer and the escaped message", () => {
  const { subject, text, html } = render("share", { message: "Read this <first>." });
  expect(subject).not.toContain("Elizabeth");
  expect(text).toContain("Elizabeth Pepys writes a journal");
  expect(text).toContain("\n> Read this <first>.\n");
  expect(html).toContain("Read this &lt;first&gt;.");
  expect(html).toContain("<p>To Deptford &amp; home</p>");
  expect(text).toContain("By water\nJanuary 11, 1660\n\nTo Deptford & home\n");
});

test("a shared page omits a sharer's name that looks like a link, and an empty message", () => {
  const { text, html } = render("share", { sharer: "www.evil.example", message: "" });
  expect(text).toContain("Someone writes a journal");
  expect(text + html).not.toContain("evil");
  expect(text).not.toContain("> ");
});

test.each(["J. R.", "J.R. Pepys", "St. John", "Anne-Marie", "J.-P. Dupont", "Mary 2."])(
  "%s does not look like a link and is used",
  (firstName) => {
    expect(render("welcome", { firstName }).text).toContain(`Dear ${firstName},`);
  },
);

test.each([
  "evil.example.com/x",
  "See evil.com",
  "EVIL.RU",
  "bit2.ly/x",
  "Anna böse.de",
  "evil。com",
  "evil.xn--p1ai",
])("%s looks like a link and is omitted", (firstName) => {
  const { text, html } = render("welcome", { firstName });
  expect(text).toMatch(/^Hello,/);
  expect(text + html).not.toContain(firstName);
});

test("the first look-back says that Looking Glass is on, and how to turn it off", () => {
  const firstLookBack = templates.look_back({ ...data, isFirst: true });
  expect(firstLookBack.text).toContain("Looking Glass is on for your account");
  expect(templates.look_back(data).text).not.toContain("Looking Glass is on");
});

test("a look-back has its links, and its title on one line, shortened, and not in the subject", () => {
  const title = `<b>\r\nBcc: x ${"y".repeat(500)}`;
  const { subject, text, html } = templates.look_back({ ...data, title });
  expect(subject).toBe("You wrote this 366 years ago");
  expect(text).not.toMatch(/^Bcc/m);
  expect(text).toContain("y…”.");
  expect(html).toContain("“&lt;b&gt; Bcc: x y");
  for (const path of [data.excludePath, data.stopPath]) {
    expect(text).toContain(`\n${publicUrl}${path}\n`);
    expect(html).toContain(`<a href="${publicUrl}${path}"`);
  }
  expect(templates.look_back({ ...data, title: " " }).text).toContain("you wrote an entry without a title.");
  const spam = templates.look_back({ ...data, title: "Win at evil.example" });
  expect(spam.text).toContain("you wrote an entry.");
  expect(spam.text + spam.html).not.toContain("evil");
});

test("the unlock link of a journal leads to the journal", () => {
  const { text } = templates.unlock_link({ ...data, entryId: null });
  expect(text).toContain(`${publicUrl}/journals/8/unlock?token=to-ken_0\n`);
});

test.each([
  ["a card", {}, "You paid $19.99 (USD) with the card that ends in 1881."],
  ["PayPal", { cardLastFour: null }, "You paid $19.99 (USD) with PayPal."],
  [
    "a card and what was left of a plan",
    { amount: 3996, credit: 1003 },
    "You paid $39.96 (USD) with the card that ends in 1881. $10.03 that was left of your earlier plan is deducted.",
  ],
  [
    "nothing",
    { amount: 0, credit: 4999 },
    "Nothing was charged. $49.99 that was left of your earlier plan is deducted.",
  ],
])("a receipt for what was paid with %s has the amount and the order number", (_, changes, sentence) => {
  const text = render("receipt", changes).text.replace(/\s+/g, " ");
  expect(text).toContain("your order of November 22, 2026: PRO, 1 Year.");
  expect(text).toContain(sentence);
  expect(text).toContain("Your plan ends on November 22, 2027.");
  expect(text).toContain("Order number: 10");
  expect(text).not.toContain("test");
});

test("a receipt of the test mode says that nobody was charged, and a plan for life never ends", () => {
  const { text } = render("receipt", { isTest: true, endsAt: null });
  expect(text).toContain("This was a test: nobody was charged.");
  expect(text).toContain("Your plan never ends.");
});

test.each([
  ["the card", {}, "You get $19.99 (USD) back on the card that ends in 1881."],
  ["PayPal", { cardLastFour: null }, "You get $19.99 (USD) back with PayPal."],
])("a refund on %s has the amount and the order number", (_, changes, sentence) => {
  const text = render("refunded", changes).text.replace(/\s+/g, " ");
  expect(text).toContain("your order of November 22, 2026: PRO, 1 Year.");
  expect(text).toContain(sentence);
  expect(text).toContain("Order number: 10");
  expect(render("refunded", { isTest: true }).text).toContain("nothing is paid back");
});

test("a downgrade says what the account has now", () => {
  expect(render("downgraded", { to: "free" }).text).toContain("one journal");
  expect(render("downgraded", { to: "pro" }).subject).toBe("Your account has PRO now");
});

test.each([
  [{}, "It renews itself for $19.99 (USD). We charge your payment method on November 21, 2027."],
  [{ hasPaymentMethod: false }, "there is no payment method that we can charge"],
  [{ isTest: true }, "This is the test mode: nobody is really charged."],
])("the mail before a renewal says what it costs and when, with %j", (changes, sentence) => {
  const text = render("renewal_upcoming", changes).text.replace(/\s+/g, " ");
  expect(text).toContain("Your plan PRO, 1 Year ends on November 22, 2027.");
  expect(text).toContain(sentence);
});

test.each([
  [{}, "We try again on November 21, 2027. Until November 28, 2027 you keep your plan."],
  [{ chargedAt: null }, "We do not try again."],
  [{ hasPaymentMethod: false }, "There is no payment method that we can charge."],
])("the mail about a failed renewal says what happens next, with %j", (changes, sentence) => {
  const text = render("payment_failed", changes).text.replace(/\s+/g, " ");
  expect(text).toContain("We tried to renew your plan PRO, 1 Year for $19.99 (USD).");
  expect(text).toContain(sentence);
});

test("the mail about a failed renewal links to the page with other ways to pay", () => {
  const { text, html } = render("payment_failed");
  for (const body of [text, html]) expect(body).toContain(`${publicUrl}/app/renew-error`);
});

test("the mail about a plan that is not for sale says so, and not that a card was declined", () => {
  const endsAt = "2027-11-22T12:00:00.000Z";
  const mail = templates.payment_failed({
    ...data,
    endsAt,
    amount: null,
    description: "PRO",
    chargedAt: null,
  });
  const text = mail.text.replace(/\s+/g, " ");
  expect(text).toContain("Your plan PRO is not for sale, so it cannot renew itself. Nothing was charged.");
  expect(text).toContain(
    "You keep it until November 28, 2027. To go on after that day, choose another plan.",
  );
  expect(text).not.toMatch(/declined|We try again|update-payment/);
});

test("the mail about the end of a plan names it", () => {
  const { text } = render("membership_expired");
  expect(text).toContain("Your plan PRO, 1 Year ended on November 22, 2027.");
});
