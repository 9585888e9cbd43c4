// @vitest-environment happy-dom
import type { ListedVersion } from "@daybook/domain/contract/entries";
import { afterEach, expect, test } from "vitest";
import type { Api } from "../../shared/api-client.ts";
import { createAtom } from "../../shared/atom.ts";
import type { Services } from "../../shared/services.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { VersionView } from "./version-view.tsx";

let removePage = async () => {};
afterEach(() => removePage());

const versionOf = (id: number) =>
  ({ id, created_at: "2026-11-20T10:42:00.000Z", word_count: 1, session: 1 }) as ListedVersion;
const settings = { current: createAtom(null) } as unknown as Services["settings"];
const doNothing = () => {};

test.each([0, 1])(
  "changes are shown from the older version to the newer one, also when the older one has the higher id (version %s of the list)",
  async (index) => {
    // The newest version comes first.
    const versions = [versionOf(3), versionOf(4)];
    const queries: unknown[] = [];
    const api = {
      call: (_name: string, { query }: { query: unknown }) => {
        queries.push(query);
        return new Promise(() => {});
      },
    } as unknown as Api;
    const page = await renderForTest(
      <VersionView
        journalId={1}
        entryId={5}
        version={versions[index]!}
        versions={versions}
        hasLock={false}
        viewMode="diff"
        onChangeViewMode={doNothing}
        onRestore={null}
        onRestoreAsNew={doNothing}
      />,
      { api, settings },
    );
    removePage = page.remove;
    expect(queries).toEqual([{ from: "4", to: "3" }]);
  },
);

test.each([true, false])(
  "“Restore as a new entry” says that the new entry has no lock if the restored entry has a lock: %s",
  async (hasLock) => {
    const api = { call: () => new Promise(() => {}) } as unknown as Api;
    const page = await renderForTest(
      <VersionView
        journalId={1}
        entryId={5}
        version={versionOf(3)}
        versions={[versionOf(3)]}
        hasLock={hasLock}
        viewMode="preview"
        onChangeViewMode={doNothing}
        onRestore={null}
        onRestoreAsNew={doNothing}
      />,
      { api, settings },
    );
    removePage = page.remove;
    const noteId = page.button("Restore as a new entry").getAttribute("aria-describedby");
    expect(document.getElementById(noteId ?? "")?.textContent ?? null).toBe(
      hasLock ? "A new entry will not have the lock of this entry." : null,
    );
  },
);
