/** The host of a picture of another website; null for our own. The content security policy blocks those of others. */
export function otherSite(address: string | null): string | null {
  if (!address || !URL.canParse(address, location.origin)) return null;
  const { protocol, origin, host } = new URL(address, location.origin);
  return /^https?:$/.test(protocol) && origin !== location.origin ? host : null;
}
