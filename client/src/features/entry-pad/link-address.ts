/**
 * The address that a person means: with its scheme, and only one that can be opened safely.
 *
 * @returns null for what is no address
 */
export function linkAddress(text: string): string | null {
  const address = text.trim();
  if (address === "" || /\s/.test(address)) return null;
  if (/^[^@:/]+@[^@/]+\.[^@/]+$/.test(address)) return `mailto:${address}`;
  const isComplete = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(address);
  if (isComplete) return /^(https?:\/\/[^/]|mailto:.)/i.test(address) ? address : null;
  return /^[^/.]+(\.[^/.]+)+|^localhost(:\d+)?(\/|$)/i.test(address) ? `https://${address}` : null;
}
