/** The host of a picture on another website, otherwise null. The content security policy blocks such pictures. */
export function externalHost(address: string | null): string | null {
  if (!address || !URL.canParse(address, location.origin)) return null;
  const { protocol, origin, host } = new URL(address, location.origin);
  return /^https?:$/.test(protocol) && origin !== location.origin ? host : null;
}
