import { paging } from "@daybook/domain/contract/bounds";
import type { ListedVersion } from "@daybook/domain/contract/entries";
import { useCallback, useEffect, useState } from "react";
import type { ApiFailure } from "../../shared/api-client.ts";
import { useServices } from "../../shared/services.ts";

/** The loaded versions, newest first. */
export type LoadedVersions = {
  /** null until the first page is loaded */
  readonly versions: readonly ListedVersion[] | null;
  /** there are more pages */
  readonly hasOlder: boolean;
  readonly failure: ApiFailure | null;
  readonly isLoading: boolean;
  /** loads the next page, or retries the failed one */
  readonly loadMore: () => void;
};

/** Loads the versions of an entry, page by page. */
export function useVersions(journalId: number, entryId: number): LoadedVersions {
  const { api } = useServices();
  const [page, setPage] = useState(1);
  const [attempt, setAttempt] = useState(0);
  const [versions, setVersions] = useState<readonly ListedVersion[] | null>(null);
  const [hasOlder, setHasOlder] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [isLoading, setIsLoading] = useState(true);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setIsLoading(true);
    setFailure(null);
    const input = {
      params: { journalId: String(journalId), entryId: String(entryId) },
      query: { page: String(page), limit: String(paging.versionsPerPage) },
    };
    void api.call("listVersions", input, { signal, quiet401: true }).then((result) => {
      if (signal.aborted) return;
      setIsLoading(false);
      if (!result.ok) {
        setFailure(result);
        return;
      }
      const pageVersions = result.data.versions.map(({ version }) => version);
      setHasOlder(page * paging.versionsPerPage < result.data.total_versions);
      setVersions((loadedVersions) => {
        const ids = new Set(loadedVersions?.map(({ id }) => id));
        return [...(loadedVersions ?? []), ...pageVersions.filter(({ id }) => !ids.has(id))];
      });
    });
    return () => controller.abort();
  }, [api, journalId, entryId, page, attempt]);

  const loadMore = useCallback(() => {
    if (failure) setAttempt((count) => count + 1);
    else setPage((number) => number + 1);
  }, [failure]);
  return { versions, hasOlder, failure, isLoading, loadMore };
}
