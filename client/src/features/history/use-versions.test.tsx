// @vitest-environment happy-dom
import type { ListedVersion } from "@daybook/domain/contract/entries";
import { act } from "react";
import { afterEach, expect, test } from "vitest";
import type { Api } from "../../shared/api-client.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { useVersions } from "./use-versions.ts";

let removePage = async () => {};
afterEach(() => removePage());

test("after the last page nothing older remains, even when the total counts a new version that is not listed", async () => {
  let ids = [9, 8, 7, 6, 5, 4, 3, 2, 1];
  const api = {
    call: async (_name: string, { query }: { query: { page: string; limit: string } }) => {
      const [page, limit] = [Number(query.page), Number(query.limit)];
      const versions = ids
        .slice((page - 1) * limit, page * limit)
        .map((id) => ({ version: { id } as ListedVersion }));
      return { ok: true, data: { total_versions: ids.length, versions } };
    },
  } as unknown as Api;
  let loaded = null as unknown as ReturnType<typeof useVersions>;
  function Versions() {
    loaded = useVersions(1, 5);
    return null;
  }
  removePage = (await renderForTest(<Versions />, { api })).remove;
  expect(loaded.versions).toHaveLength(8);
  expect(loaded.hasOlder).toBe(true);
  ids = [10, ...ids];
  await act(async () => loaded.loadMore());
  expect(loaded.versions?.map(({ id }) => id)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(loaded.hasOlder).toBe(false);
});
