/** The addresses in what somebody typed or pasted; "Name <address>" gives its address. */
export function addressesIn(text: string): string[] {
  const bare = text.replace(/(?:"[^"]*"\s*|[^<>,;\n"]*)<([^<>\s]+)>/g, " $1 ");
  return bare.split(/[,;\s]+/).filter((part) => part !== "");
}

/** More recipients; one who is among them already is not added again, in whatever spelling. */
export function withAddresses(before: readonly string[], more: readonly string[]): readonly string[] {
  const all = [...before];
  for (const address of more) {
    if (!all.some((own) => own.toLowerCase() === address.toLowerCase())) all.push(address);
  }
  return all;
}
