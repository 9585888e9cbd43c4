/** Normalises a tag name for comparison, ignoring case, width, composition and repeated spaces, like the server. */
export const comparableName = (name: string): string =>
  name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC").replace(/\s+/g, " ").trim();
