/**
 * Completes a typed address with its scheme.
 *
 * @returns null when it is not an address, or its scheme is not safe
 */
export function linkAddress(text: string): string | null {
  const address = text.trim();
  if (address === "" || /\s/.test(address)) return null;
  if (/^[^@:/]+@[^@/]+\.[^@/]+$/.test(address)) return `mailto:${address}`;
  // A colon before a digit begins a port, as in `localhost:3000`.
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(address);
  if (hasScheme) return /^(https?:\/\/[^/]|mailto:.)/i.test(address) ? address : null;
  return /^[^/.]+(\.[^/.]+)+|^localhost(:\d+)?(\/|$)/i.test(address) ? `https://${address}` : null;
}
