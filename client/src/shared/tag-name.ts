/**
 * Normalises a tag name for comparison, as the server does. Ignores case, repeated spaces, and different Unicode characters for the same
 * letters, such as wide letters or separate accents.
 */
export const comparableName = (name: string): string =>
  name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC").replace(/\s+/g, " ").trim();
