import type { LoaderFunctionArgs, RouteObject } from "react-router";
import { whenReachable } from "../shared/connection.ts";
import { guardLoader, idOf } from "./route-loaders.ts";
import type { RouteHandle } from "../shared/route-handle.ts";
import type { Services } from "../shared/services.ts";

const loadPage = whenReachable(() => import("../features/locks/unlock-page.tsx"));
const loadResolver = whenReachable(() => import("../features/locks/unlock-route.ts"));

/** The unlock pages of journals and entries. */
export function lockRoutes(services: Services): RouteObject[] {
  const handle: RouteHandle = { isGuarded: true };
  const guardedLoader = guardLoader(services, async (args) => {
    const { journalId, entryId } = args.params;
    // `idOf` redirects to the not-found page when the text is not an id.
    idOf(services, journalId, "journal");
    if (entryId !== undefined) idOf(services, entryId, "entry");
    return (await loadResolver()).resolveUnlock(services, args);
  });
  const page = {
    handle,
    loader: async (args: LoaderFunctionArgs) => {
      // This removes a secret token from the URL. The guard runs later, because it puts this URL into the URL of the login page.
      (await loadResolver()).takeUnlockLinkToken(args.request);
      return guardedLoader(args);
    },
    lazy: async () => ({ Component: (await loadPage()).UnlockPage }),
  };
  return [
    { path: "/journals/:journalId/unlock", ...page },
    { path: "/journals/:journalId/:entryId/unlock", ...page },
  ];
}
