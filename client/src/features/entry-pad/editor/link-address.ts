/**
 * Completes a typed address with its scheme.
 *
 * @returns null when it is not an address, or its scheme is not safe
 */
export function linkAddress(text: string): string | null {
  const address = text.trim();
  if (address === "" || /\s/.test(address)) return null;
  if (/^[^@:/]+@[^@/]+\.[^@/]+$/.test(address)) return `mailto:${address}`;
  const isComplete = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(address);
  if (isComplete) return /^(https?:\/\/[^/]|mailto:.)/i.test(address) ? address : null;
  return /^[^/.]+(\.[^/.]+)+|^localhost(:\d+)?(\/|$)/i.test(address) ? `https://${address}` : null;
}
