import { mailParams, type MailTemplate } from "@daybook/platform/mail/mail";
import { expect, test } from "vitest";
import { templates } from "./templates.ts";
import { publicUrl, renderTemplate, templateData } from "./testing/render-template.ts";

/** The path of each mail's button. */
const buttonPaths: Record<MailTemplate, string> = {
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

test.each(Object.entries(buttonPaths) as [MailTemplate, string][])(
  "the mail %s has the link of its button, and its HTML has every word of its text",
  (template, path) => {
    const { subject, text, html } = renderTemplate(template);
    const url = publicUrl + path;
    expect(subject).toMatch(/^[A-Z][^\r\n]{5,60}$/);
    expect(text).toContain(`\n${url}\n`);
    expect(html.match(/<a /g)).toHaveLength(1 + (furtherLinkCounts[template] ?? 0));
    expect(html).toContain(`<a href="${url.replaceAll("&", "&amp;")}"`);
    // Only the text has the signature separator "-- ", and ">" before quotes.
    const htmlWords = new Set(words(textWithLinks(html)));
    for (const word of words(text.replace("-- \n", "").replace(/^> /gm, "")))
      expect(htmlWords).toContain(word);
    expect(html).not.toMatch(/<img|<script|src=|url\(/i);
    expect(text).toContain("Dear Samuel,");
  },
);

test.each(Object.keys(buttonPaths) as MailTemplate[])(
  "the mail %s has the recipient's name escaped, on one line, and not in the subject",
  (template) => {
    const { subject, text, html } = renderTemplate(template, { firstName: `<b>Sam</b> & "co"\r\nBcc: x` });
    expect(html).toContain("Dear &lt;b&gt;Sam&lt;/b&gt; &amp; &quot;co&quot; Bcc: x,");
    expect(html).not.toContain("<b>");
    expect(text).not.toMatch(/^Bcc/m);
    expect(subject).not.toContain("Sam");
  },
);

test("a reminder has the journal's name, a prompt, and links to stop and manage it", () => {
  const { subject, text, html } = renderTemplate("reminder");
  expect(subject).not.toContain("1660");
  for (const body of [text, html]) {
    expect(body).toContain("your journal “Diary of 1660”");
    expect(body).toContain("What does your street sound like?");
    expect(body).toContain(`${publicUrl}/app/disable-reminder/3/sl-ug_0`);
    expect(body).toContain(`${publicUrl}/app/manage-reminders/8`);
  }
  // Anyone can sign up with another person's address, and choose the name.
  expect(renderTemplate("reminder", { journalName: "win at evil.example" }).text).toContain(
    "write in your journal.",
  );
});

test("the mail to confirm an address says how long its link works", () => {
  expect(renderTemplate("confirm_email").text).toContain("The link works once, within 48 hours.");
});

test("the code for a new password is on a separate line", () => {
  const { text, html } = renderTemplate("password_code");
  expect(text).toContain("\n    to-ken_0\n");
  expect(html).toContain(">to-ken_0</p>");
});

test.each(["https://evil.example/win", "visit WWW.evil.example", "me@evil.example", "  "])(
  "a name that is blank or looks like a link is omitted: %j",
  (firstName) => {
    const { text, html } = renderTemplate("welcome", { firstName });
    expect(text).toMatch(/^Hello,\n/);
    expect(text + html).not.toContain("evil");
  },
);

test("the mail with a shared page has the name of the sharer and the escaped message", () => {
  const { subject, text, html } = renderTemplate("share", { message: "Read this <first>." });
  expect(subject).not.toContain("Elizabeth");
  expect(text).toContain("Elizabeth Pepys writes a journal");
  expect(text).toContain("\n> Read this <first>.\n");
  expect(html).toContain("Read this &lt;first&gt;.");
  expect(html).toContain("<p>To Deptford &amp; home</p>");
  expect(text).toContain("By water\nJanuary 11, 1660\n\nTo Deptford & home\n");
});

test("the mail with a shared page omits a sharer's name that looks like a link, and an empty message", () => {
  const { text, html } = renderTemplate("share", { sharer: "www.evil.example", message: "" });
  expect(text).toContain("Someone writes a journal");
  expect(text + html).not.toContain("evil");
  expect(text).not.toContain("> ");
});

test.each(["J. R.", "J.R. Pepys", "St. John", "Anne-Marie", "J.-P. Dupont", "Mary 2."])(
  "the name %s does not look like a link and is used",
  (firstName) => {
    expect(renderTemplate("welcome", { firstName }).text).toContain(`Dear ${firstName},`);
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
])("the name %s looks like a link and is omitted", (firstName) => {
  const { text, html } = renderTemplate("welcome", { firstName });
  expect(text).toMatch(/^Hello,/);
  expect(text + html).not.toContain(firstName);
});

test("the first look-back says that Looking Glass is on, and how to turn it off", () => {
  const firstLookBack = templates.look_back({ ...templateData, isFirst: true });
  expect(firstLookBack.text).toContain("Looking Glass is on for your account");
  expect(firstLookBack.text).toContain("turn it off with the link below");
  expect(templates.look_back(templateData).text).not.toContain("Looking Glass is on");
});

test("a look-back has its links, and its title on one line, shortened, and not in the subject", () => {
  const title = `<b>\r\nBcc: x ${"y".repeat(500)}`;
  const { subject, text, html } = templates.look_back({ ...templateData, title });
  expect(subject).toBe("You wrote this 366 years ago");
  expect(text).not.toMatch(/^Bcc/m);
  expect(text).toContain("y…”.");
  expect(html).toContain("“&lt;b&gt; Bcc: x y");
  for (const path of [templateData.excludePath, templateData.stopPath]) {
    expect(text).toContain(`\n${publicUrl}${path}\n`);
    expect(html).toContain(`<a href="${publicUrl}${path}"`);
  }
  const emoji = templates.look_back({ ...templateData, title: "😀".repeat(100) });
  expect(emoji.text).not.toMatch(/\p{Surrogate}/u);
  expect(templates.look_back({ ...templateData, title: " " }).text).toContain(
    "you wrote an entry without a title.",
  );
  const spam = templates.look_back({ ...templateData, title: "Win at evil.example" });
  expect(spam.text).toContain("you wrote an entry.");
  expect(spam.text + spam.html).not.toContain("evil");
});

test("the unlock link of a journal leads to the journal", () => {
  const { text } = templates.unlock_link({ ...templateData, entryId: null });
  expect(text).toContain(`${publicUrl}/journals/8/unlock?token=to-ken_0\n`);
});
