/** A page of a journal. Title, date and text are plain text; `html` is the same text as sanitised HTML. */
export type MailPage = {
  readonly title: string;
  readonly date: string;
  readonly text: string;
  readonly html: string;
};

/** A link with its words. */
export type MailLink = { readonly label: string; readonly url: string };

/** The texts of a mail; every string is plain text. */
export type MailTexts = {
  readonly subject: string;
  /** The recipient's first name, as they typed it. */
  readonly firstName: string;
  /** Paragraphs before the button. */
  readonly before: readonly string[];
  /** A code to type, on a separate line. */
  readonly code?: string;
  /** The message of the person who shares a page. */
  readonly quote?: string;
  /** A shared page. */
  readonly page?: MailPage;
  /** The button. */
  readonly action: MailLink;
  /** Paragraphs after the button. */
  readonly after: readonly string[];
  /** Further links, such as opt-outs, in small type at the end. */
  readonly links?: readonly MailLink[];
};

/** A rendered mail. HTML and plain text have the same content. */
export type MailBody = { readonly subject: string; readonly text: string; readonly html: string };

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (letter) => entities[letter]!);

/**
 * Anyone can sign up with another person's address, so a name must not send a link to them. Mail programs also turn bare
 * domains into links: a dot after a letter or digit and before two letters. Initials do not match this.
 */
const looksLikeLink = /:\/\/|www\.|@|[\p{L}\p{N}][.。．｡]\p{L}{2}/iu;

/** A name that is safe in a mail to strangers; `null` when it is empty or looks like a link. */
export function safeName(name: string): string | null {
  const oneLine = name.replace(/\s+/g, " ").trim();
  return oneLine === "" || looksLikeLink.test(oneLine) ? null : oneLine;
}

function greeting(firstName: string): string {
  const name = safeName(firstName);
  return name === null ? "Hello," : `Dear ${name},`;
}

const signature = "Daybook";
const footer = "You get this mail because your address belongs to a Daybook account or was entered in one.";

const styles = {
  body: "margin:0;padding:24px 12px;background:#f5efe4",
  page: "max-width:520px;margin:0 auto;padding:32px 28px;background:#fffcf5;border:1px solid #ddd2be;border-radius:8px;font-family:Georgia,'Times New Roman',serif;font-size:17px;line-height:1.55;color:#2a241e",
  text: "margin:0 0 16px;white-space:normal",
  code: "margin:0 0 16px;font-family:Menlo,Consolas,monospace;font-size:18px;word-break:break-all",
  button:
    "display:inline-block;padding:12px 22px;background:#1d4a5c;border-radius:4px;font-family:'Segoe UI',Helvetica,Arial,sans-serif;font-size:16px;color:#fffcf5;text-decoration:none",
  address:
    "margin:0 0 16px;font-family:'Segoe UI',Helvetica,Arial,sans-serif;font-size:13px;word-break:break-all;color:#524739",
  quote:
    "margin:0 0 16px;padding:0 0 0 14px;border-left:3px solid #ddd2be;font-style:italic;white-space:pre-wrap",
  sheet: "margin:24px 0;padding:20px 0;border-top:1px solid #ddd2be;border-bottom:1px solid #ddd2be",
  title: "margin:0 0 4px;font-size:22px;line-height:1.3;font-weight:normal",
  date: "margin:0 0 16px;font-family:'Segoe UI',Helvetica,Arial,sans-serif;font-size:14px;color:#524739",
  link: "color:#1d4a5c",
  footer:
    "max-width:520px;margin:16px auto 0;font-family:'Segoe UI',Helvetica,Arial,sans-serif;font-size:13px;line-height:1.5;color:#524739",
};

const pageHtml = ({ title, date, html }: MailPage): string =>
  `<div style="${styles.sheet}"><h1 style="${styles.title}">${escape(title)}</h1>` +
  `<p style="${styles.date}">${escape(date)}</p>${html}</div>`;

const linkHtml = ({ label, url }: MailLink): string =>
  `<br><a href="${escape(url)}" style="${styles.link}">${escape(label)}</a>`;

/** Renders a mail without images and remote styles. The URL of the button is also below it, for copying. */
export function layout(texts: MailTexts): MailBody {
  const { subject, before, code, quote, page, action, after, links = [] } = texts;
  const paragraph = (text: string): string => `<p style="${styles.text}">${escape(text)}</p>`;
  const url = escape(action.url);
  const html = [
    `<!doctype html>`,
    `<html lang="en"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(subject)}</title></head>`,
    `<body style="${styles.body}"><div style="${styles.page}">`,
    ...[greeting(texts.firstName), ...before].map(paragraph),
    ...(code === undefined ? [] : [`<p style="${styles.code}">${escape(code)}</p>`]),
    ...(quote ? [`<p style="${styles.quote}">${escape(quote)}</p>`] : []),
    ...(page ? [pageHtml(page)] : []),
    `<p style="${styles.text}"><a href="${url}" style="${styles.button}">${escape(action.label)}</a></p>`,
    `<p style="${styles.address}">If the button does not work, copy this address into your browser:<br>${url}</p>`,
    ...[...after, signature].map(paragraph),
    `</div><div style="${styles.footer}">${escape(footer)}${links.map(linkHtml).join("")}</div></body></html>`,
    ``,
  ].join("\n");
  const text = [
    greeting(texts.firstName),
    ...before,
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(quote ? [quote.replace(/^/gm, "> ")] : []),
    ...(page ? [`${page.title}\n${page.date}`, page.text] : []),
    `${action.label}:\n${action.url}`,
    ...after,
    signature,
    `-- \n${[footer, ...links.map(({ label, url }) => `${label}:\n${url}`)].join("\n\n")}\n`,
  ].join("\n\n");
  return { subject, text, html };
}
