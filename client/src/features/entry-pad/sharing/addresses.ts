/** The addresses in typed or pasted text, unchecked; "Name <address>" yields the address. */
export function addressesIn(text: string): string[] {
  const addressText = text.replace(/(?:"[^"]*"\s*|[^<>,;\n"]*)<([^<>\s]+)>/g, " $1 ");
  return addressText.split(/[,;\s]+/).filter((part) => part !== "");
}

/** Adds addresses without duplicates, ignoring case. */
export function withAddresses(
  addresses: readonly string[],
  newAddresses: readonly string[],
): readonly string[] {
  const merged = [...addresses];
  for (const address of newAddresses) {
    if (!merged.some((existing) => existing.toLowerCase() === address.toLowerCase())) merged.push(address);
  }
  return merged;
}
