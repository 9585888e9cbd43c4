/** A page of a journal: title, date and text are plain, `html` is clean rich text that says the same as `text`. */
export type MailPage = {
  readonly title: string;
  readonly date: string;
  readonly text: string;
  readonly html: string;
};

/** What a mail says; every string is plain text. */
export type MailWords = {
  readonly subject: string;
  /** A person's name, as they wrote it. */
  readonly firstName: string;
  /** Said before the button. */
  readonly before: readonly string[];
  /** Something to read off or type, on a line of its own. */
  readonly code?: string;
  /** What somebody says with a page that they share, in their own words. */
  readonly quote?: string;
  /** A page that somebody shares. */
  readonly page?: MailPage;
  /** The one thing to do. */
  readonly action: { readonly label: string; readonly url: string };
  /** Said after the button. */
  readonly after: readonly string[];
};

/** A mail as people see it: HTML and its plain-text twin say the same. */
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
 * Anybody can sign somebody else up: a name that mail programs would turn into a link is not sent to a stranger. A bare domain is
 * one of them: a dot with a letter right before it and two right after it, as no initials have.
 */
const looksLikeLink = /:\/\/|www\.|@|[\p{L}\p{N}][.。．｡]\p{L}{2}/iu;

/** A name as it may be shown to a stranger; `null` when it is none. */
export function harmlessName(name: string): string | null {
  const oneLine = name.replace(/\s+/g, " ").trim();
  return oneLine === "" || looksLikeLink.test(oneLine) ? null : oneLine;
}

function greeting(firstName: string): string {
  const name = harmlessName(firstName);
  return name === null ? "Hello," : `Dear ${name},`;
}

const signature = "Daybook";
const footer = "You get this mail because your address belongs to a Daybook account, or was entered there.";

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
  footer:
    "max-width:520px;margin:16px auto 0;font-family:'Segoe UI',Helvetica,Arial,sans-serif;font-size:13px;line-height:1.5;color:#524739",
};

const pageHtml = ({ title, date, html }: MailPage): string =>
  `<div style="${styles.sheet}"><h1 style="${styles.title}">${escape(title)}</h1>` +
  `<p style="${styles.date}">${escape(date)}</p>${html}</div>`;

/** Puts a mail together: no image, no remote style, one button whose address also stands below it for copying. */
export function layout(words: MailWords): MailBody {
  const { subject, before, code, quote, page, action, after } = words;
  const paragraph = (text: string): string => `<p style="${styles.text}">${escape(text)}</p>`;
  const url = escape(action.url);
  const html = [
    `<!doctype html>`,
    `<html lang="en"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(subject)}</title></head>`,
    `<body style="${styles.body}"><div style="${styles.page}">`,
    ...[greeting(words.firstName), ...before].map(paragraph),
    ...(code === undefined ? [] : [`<p style="${styles.code}">${escape(code)}</p>`]),
    ...(quote ? [`<p style="${styles.quote}">${escape(quote)}</p>`] : []),
    ...(page ? [pageHtml(page)] : []),
    `<p style="${styles.text}"><a href="${url}" style="${styles.button}">${escape(action.label)}</a></p>`,
    `<p style="${styles.address}">If the button does nothing, copy this address into your browser:<br>${url}</p>`,
    ...[...after, signature].map(paragraph),
    `</div><div style="${styles.footer}">${escape(footer)}</div></body></html>`,
    ``,
  ].join("\n");
  const text = [
    greeting(words.firstName),
    ...before,
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(quote ? [quote.replace(/^/gm, "> ")] : []),
    ...(page ? [`${page.title}\n${page.date}`, page.text] : []),
    `${action.label}:\n${action.url}`,
    ...after,
    signature,
    `-- \n${footer}\n`,
  ].join("\n\n");
  return { subject, text, html };
}
