import { paging } from "@daybook/domain/contract/bounds";
import type { Reply } from "@daybook/domain/contract/contract";
import { useEffect, useState } from "react";
import type { Api, ApiFailure } from "../../../shared/api-client.ts";
import { useServices } from "../../../shared/services.ts";

/** The text of an entry at a moment, or why it could not be loaded; `version` is null when no text had been saved by then. */
export type PastTextResult = { ok: true; version: Reply<"previewVersion">["version"] | null } | ApiFailure;

/** Finds the newest version that existed at the time `at`. Reads the list of versions page by page, newest first. */
async function findVersion(
  api: Api,
  params: { journalId: string; entryId: string },
  at: string,
  signal: AbortSignal,
): Promise<PastTextResult> {
  for (let page = 1; ; page += 1) {
    const query = { page: String(page), limit: String(paging.maxVersionsPerPage) };
    // oxlint-disable-next-line no-await-in-loop -- the next page is only needed when this one is too new
    const reply = await api.call("listVersions", { params, query }, { signal });
    if (!reply.ok) return reply;
    const { versions, total_versions: total } = reply.data;
    // Both times are ISO-8601 in UTC with milliseconds, so they compare as text.
    const versionAtTime = versions.find(({ version }) => version.created_at <= at);
    if (versionAtTime) {
      const previewQuery = { version_id: String(versionAtTime.version.id) };
      const preview = await api.call("previewVersion", { params, query: previewQuery }, { signal });
      return preview.ok ? { ok: true, version: preview.data.version } : preview;
    }
    if (versions.length === 0 || page * paging.maxVersionsPerPage >= total)
      return { ok: true, version: null };
  }
}

/** The text of an entry at a moment; null until the first result. After a change of the arguments, the old result stays until the next. */
export function usePastText(journalId: number, entryId: number, at: string): PastTextResult | null {
  const { api } = useServices();
  const [result, setResult] = useState<PastTextResult | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const params = { journalId: String(journalId), entryId: String(entryId) };
    void findVersion(api, params, at, signal).then((loadedResult) => {
      if (!signal.aborted) setResult(loadedResult);
    });
    return () => controller.abort();
  }, [api, journalId, entryId, at]);
  return result;
}
