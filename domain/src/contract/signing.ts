/**
 * Builds the text to sign, after RFC 5849 section 3.4.1, and writes and parses the `Authorization` header. Browser and server share this
 * code; each has its own HMAC implementation.
 */

/** Percent-encodes as RFC 5849 section 3.6 says: all but the unreserved characters of RFC 3986. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A decoded name and value from the query or the `Authorization` header. */
export type Parameter = readonly [name: string, value: string];

/** Splits a query string into decoded pairs; `+` is a space. `null` when a pair cannot be decoded. */
export function parseQuery(query: string): Parameter[] | null {
  const decode = (text: string) => decodeURIComponent(text.replaceAll("+", " "));
  try {
    return query
      .split("&")
      .filter((pair) => pair !== "")
      .map((pair) => {
        const equalsIndex = pair.indexOf("=");
        return equalsIndex < 0
          ? [decode(pair), ""]
          : [decode(pair.slice(0, equalsIndex)), decode(pair.slice(equalsIndex + 1))];
      });
  } catch {
    return null;
  }
}

const byCodePoint = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Encodes parameters, sorts them by name and value, and joins them (section 3.4.1.3.2). */
export function normaliseParameters(parameters: readonly Parameter[]): string {
  return parameters
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([nameA, valueA], [nameB, valueB]) => byCodePoint(nameA, nameB) || byCodePoint(valueA, valueB))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

/** The base string URI (section 3.4.1.2): lower-case scheme and host, no default port. `path` must have no query. */
export function normaliseUrl(origin: string, path: string): string {
  const match = /^(https?):\/\/([^/]+)/i.exec(origin);
  if (!match) return `${origin}${path}`;
  const scheme = match[1]!.toLowerCase();
  const host = match[2]!.toLowerCase().replace(scheme === "https" ? /:443$/ : /:80$/, "");
  return `${scheme}://${host}${path}`;
}

/** The signature base string (section 3.4.1.1). */
export function signatureBase(method: string, url: string, parameters: readonly Parameter[]): string {
  return [method.toUpperCase(), url, normaliseParameters(parameters)].map(percentEncode).join("&");
}

/** The key of the HMAC (section 3.4.2). */
export function signingKey(clientSecret: string, tokenSecret: string): string {
  return `${percentEncode(clientSecret)}&${percentEncode(tokenSecret)}`;
}

/** Writes the header from the protocol parameters. */
export function authorizationHeader(parameters: readonly Parameter[]): string {
  return `OAuth ${parameters.map(([name, value]) => `${percentEncode(name)}="${percentEncode(value)}"`).join(", ")}`;
}

/** Reads the protocol parameters of an `Authorization: OAuth …` header; `null` when it is malformed or not OAuth. */
export function parseAuthorization(header: string): Map<string, string> | null {
  const match = /^OAuth\s+(.*)$/is.exec(header.trim());
  if (!match) return null;
  const parameters = new Map<string, string>();
  for (const part of match[1]!.split(",")) {
    const pair = /^\s*([^=\s]+)\s*=\s*"([^"]*)"\s*$/.exec(part);
    if (!pair) return null;
    try {
      const name = decodeURIComponent(pair[1]!);
      if (parameters.has(name)) return null;
      parameters.set(name, decodeURIComponent(pair[2]!));
    } catch {
      return null;
    }
  }
  return parameters;
}
