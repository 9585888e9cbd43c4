import { replace } from "react-router";

/** The secret parameters of a link from an e-mail. */
export type LinkSecrets<N extends string> = Readonly<Partial<Record<N, string>>>;

/**
 * Creates a store that removes secret parameters from the address bar and the history before other code sees them, and keeps them
 * until they are forgotten or the page is closed.
 */
export function createLinkSecretStore() {
  const secretsByPath = new Map<string, ReadonlyMap<string, string>>();
  return {
    /**
     * Takes the secrets out of a link. When the request's URL has secrets, stores them for its path, and throws a redirect to the URL
     * without them. Otherwise returns the secrets that are stored for the path; an empty object when there are none.
     */
    take<N extends string>(request: Request, ...names: readonly N[]): LinkSecrets<N> {
      const { pathname, searchParams } = new URL(request.url);
      const secretNames = names.filter((name) => searchParams.has(name));
      if (secretNames.length > 0) {
        secretsByPath.set(pathname, new Map(secretNames.map((name) => [name, searchParams.get(name) ?? ""])));
        for (const name of secretNames) searchParams.delete(name);
        throw replace(searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname);
      }
      return Object.fromEntries(secretsByPath.get(pathname) ?? []) as LinkSecrets<N>;
    },
    /** Forgets the secrets that are stored for a request's path. */
    forget(request: Request): void {
      secretsByPath.delete(new URL(request.url).pathname);
    },
  };
}
