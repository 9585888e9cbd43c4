import { styles, styleSheet } from "./mail-styles.ts";

/** An entry as a page in a mail. Title, date and text are plain text; `html` is the same text as sanitised HTML. */
export type MailPage = {
  readonly title: string;
  readonly date: string;
  readonly text: string;
  readonly html: string;
};

/** A link with its text. */
export type MailLink = { readonly label: string; readonly url: string };

/** The texts of a mail; every string is plain text, except `page.html`. */
export type MailTexts = {
  readonly subject: string;
  /** The recipient's first name, as they typed it. */
  readonly firstName: string;
  /** Paragraphs before the button. */
  readonly before: readonly string[];
  /** A code to type, on a separate line. */
  readonly code?: string;
  /** The message of the person who shares an entry. */
  readonly quote?: string;
  /** The shared entry. */
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
 * Anyone can sign up with another person's address, so a name must not put a link into a mail to that person. Mail programs also
 * turn bare domains into links: a dot after a letter or digit and before two letters. Initials do not match this.
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

/** Escapes a text without spaces, such as a URL, and marks with `<wbr>` where it may break. Few mail programs support styles for this. */
const breakableHtml = (text: string): string =>
  (text.match(/[^/?&=]{1,12}[/?&=]*|[/?&=]+/gu) ?? []).map(escape).join("<wbr>");

const multilineHtml = (text: string): string => text.split("\n").map(escape).join("<br>");

const pageHtml = ({ title, date, html }: MailPage): string =>
  `<div style="${styles.page}"><h1 style="${styles.title}">${escape(title)}</h1>` +
  `<p style="${styles.date}">${escape(date)}</p>${html}</div>`;

const linkHtml = ({ label, url }: MailLink): string =>
  `<p style="${styles.link}"><a href="${escape(url)}" class="link" style="${styles.linkText}">${escape(label)}</a></p>`;

/** Renders a mail without images or remote styles. The URL of the button is also shown as text below the button, for copying. */
export function renderLayout(texts: MailTexts): MailBody {
  const { subject, before: textBefore, code, quote, page, action, after: textAfter, links = [] } = texts;
  const paragraph = (text: string): string => `<p style="${styles.text}">${escape(text)}</p>`;
  const html = [
    `<!doctype html>`,
    `<html lang="en"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width,initial-scale=1">`,
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">`,
    `<title>${escape(subject)}</title><style>${styleSheet}</style></head>`,
    `<body><div class="desk" style="${styles.desk}"><div class="sheet" style="${styles.sheet}">`,
    ...[greeting(texts.firstName), ...textBefore].map(paragraph),
    ...(code === undefined ? [] : [`<p style="${styles.code}">${breakableHtml(code)}</p>`]),
    ...(quote ? [`<p style="${styles.quote}">${multilineHtml(quote)}</p>`] : []),
    ...(page ? [pageHtml(page)] : []),
    `<p style="${styles.text}"><a href="${escape(action.url)}" class="button" style="${styles.button}">${escape(action.label)}</a></p>`,
    `<p class="quiet" style="${styles.address}">If the button does not work, copy this address into your browser:<br>${breakableHtml(action.url)}</p>`,
    ...[...textAfter, signature].map(paragraph),
    `</div><div class="quiet" style="${styles.footer}"><p style="margin:0">${escape(footer)}</p>`,
    ...links.map(linkHtml),
    `</div></div></body></html>`,
    ``,
  ].join("\n");
  const text = [
    greeting(texts.firstName),
    ...textBefore,
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(quote ? [quote.replace(/^/gm, "> ")] : []),
    ...(page ? [`${page.title}\n${page.date}`, page.text] : []),
    `${action.label}:\n${action.url}`,
    ...textAfter,
    signature,
    `-- \n${[footer, ...links.map(({ label, url }) => `${label}:\n${url}`)].join("\n\n")}\n`,
  ].join("\n\n");
  return { subject, text, html };
}
