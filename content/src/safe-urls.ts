/** The allowed protocols of links. */
export const linkProtocols = ["http", "https", "mailto"] as const;

/** The allowed protocols of images. A `data:` URL must also match {@link inlineImageUrl}. */
export const imageProtocols = ["http", "https", "data"] as const;

/** The `data:` URL of an inline image. SVG is not allowed, because it can contain scripts. */
export const inlineImageUrl = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/;

// Browsers remove some control characters from a URL before they read its protocol.
// oxlint-disable-next-line no-control-regex -- this matches control characters
const ignoredCharacters = /[\u0000-\u001F]/g;
const protocol = /^([a-z][a-z0-9+.-]*):/i;
const relativeUrl = /^[^:]*(?:[/?#]|$)/;

/**
 * Removes control characters from a URL, and writes its protocol in lower case. Returns `null` for an empty URL, and for a URL with a
 * protocol that is not in `protocols`. A URL without a protocol is allowed, unless it has a colon before the first `/`, `?` or `#`.
 */
function safeUrl(raw: string, protocols: readonly string[]): string | null {
  const url = raw
    .replace(ignoredCharacters, "")
    .replace(/\p{Surrogate}/gu, "\uFFFD")
    .trim();
  if (url === "") return null;
  const protocolName = protocol.exec(url)?.[1];
  if (protocolName === undefined) return relativeUrl.test(url) ? url : null;
  const lowerName = protocolName.toLowerCase();
  return protocols.includes(lowerName) ? lowerName + url.slice(protocolName.length) : null;
}

/** A safe URL for a link, or `null`. */
export function linkUrl(raw: string | null | undefined): string | null {
  return safeUrl(raw ?? "", linkProtocols);
}

/** A safe URL for an image, or `null`. */
export function imageUrl(raw: string | null | undefined): string | null {
  const url = safeUrl(raw ?? "", imageProtocols);
  if (!url?.startsWith("data:")) return url;
  const data = url.replace(/\s+/g, "");
  return inlineImageUrl.test(data) ? data : null;
}
