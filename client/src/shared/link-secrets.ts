import { replace } from "react-router";

/** What a mailed link carried, by the name of the parameter. */
export type LinkSecrets<N extends string> = Readonly<Partial<Record<N, string>>>;

/**
 * Takes what mailed links carry out of the address bar, and so out of the history, before anything else sees it, and
 * keeps it while the page is open.
 */
export function linkSecrets() {
  const kept = new Map<string, ReadonlyMap<string, string>>();
  return {
    /** What the link of a request carries. The first time it leads to the same address without it. */
    take<N extends string>(request: Request, ...names: readonly N[]): LinkSecrets<N> {
      const { pathname, searchParams } = new URL(request.url);
      const carried = names.filter((name) => searchParams.has(name));
      if (carried.length > 0) {
        kept.set(pathname, new Map(carried.map((name) => [name, searchParams.get(name) ?? ""])));
        for (const name of carried) searchParams.delete(name);
        throw replace(searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname);
      }
      return Object.fromEntries(kept.get(pathname) ?? []) as LinkSecrets<N>;
    },
    /** Forgets what the link of a request carried, once it is used up. */
    forget(request: Request): void {
      kept.delete(new URL(request.url).pathname);
    },
  };
}
