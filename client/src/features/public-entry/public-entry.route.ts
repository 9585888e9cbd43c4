import { type LoaderFunctionArgs } from "react-router";
import type { Services } from "../../shared/services.ts";
import { PublicEntryPage, type ResolvedPublicEntry } from "./public-entry-page.tsx";

/** The public entry page and its loader, loaded together on first use. */
export function publicEntryRoute({ api }: Services) {
  return {
    Component: PublicEntryPage,
    async loader({ params, request }: LoaderFunctionArgs): Promise<ResolvedPublicEntry> {
      const reply = await api.call(
        "publicEntry",
        { params: { slug: params["slug"] ?? "" } },
        { signal: request.signal },
      );
      if (reply.ok) return { kind: "entry", entry: reply.data.entry };
      return reply.status === 404 ? { kind: "notShared" } : { kind: "failed", failure: reply };
    },
  };
}
