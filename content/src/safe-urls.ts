/** Protocols of links. Anything else, `javascript:` above all, is no link. */
export const linkProtocols = ["http", "https", "mailto"] as const;

/** Protocols of images; of `data:` only what {@link inlineImage} describes. */
export const imageProtocols = ["http", "https", "data"] as const;

/** Images that came inline with a paste. SVG is a document that can hold scripts, not an image. */
export const inlineImage = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/;

// Browsers drop these from an address before they read its protocol.
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const ignored = /[\u0000-\u001F]/g;
const protocol = /^([a-z][a-z0-9+.-]*):/i;
const relative = /^[^:]*(?:[/?#]|$)/;

/** An address as browsers read it, its protocol in lower case; null when the protocol is not among the allowed. */
function safeUrl(raw: string, protocols: readonly string[]): string | null {
  const url = raw
    .replace(ignored, "")
    .replace(/\p{Surrogate}/gu, "\uFFFD")
    .trim();
  if (url === "") return null;
  const name = protocol.exec(url)?.[1];
  if (name === undefined) return relative.test(url) ? url : null;
  const lower = name.toLowerCase();
  return protocols.includes(lower) ? lower + url.slice(name.length) : null;
}

/** The address of a link, or null when it must not be one. */
export function linkUrl(raw: string | null | undefined): string | null {
  return safeUrl(raw ?? "", linkProtocols);
}

/** The address of an image, or null when it must not be loaded. */
export function imageUrl(raw: string | null | undefined): string | null {
  const url = safeUrl(raw ?? "", imageProtocols);
  if (!url?.startsWith("data:")) return url;
  const data = url.replace(/\s+/g, "");
  return inlineImage.test(data) ? data : null;
}
