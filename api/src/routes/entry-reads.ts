import type { Application } from "@daybook/application/application";
import { diffVersions, listVersions, previewVersion } from "@daybook/application/entries/entry-versions";
import { listEntries } from "@daybook/application/entries/list-entries";
import { readEntry } from "@daybook/application/entries/read-entry";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Mount } from "../http/mount.ts";
import {
  presentDiff,
  presentEntry,
  presentEntryList,
  presentListedVersion,
  presentNeighbour,
  presentVersion,
} from "../presenters/entry.ts";
import { presentPhotos } from "../presenters/photo.ts";

/** The calls that read entries and their versions. */
export function mountEntryReads(mount: Mount, app: Application): void {
  mount("listEntries", async ({ params, query: { since: modifiedSince, ...query }, origin, ...context }) => {
    const page = await listEntries(app, context, { ...params, ...query, modifiedSince });
    return isRejection(page) ? page : { status: 200, body: presentEntryList(page, origin) };
  });

  mount("getEntry", async ({ params, query, origin, ...context }) => {
    const entry = await readEntry(app, context, { ...params, ...query });
    if (isRejection(entry)) return entry;
    return {
      status: 200,
      body: {
        entry: presentEntry(entry.entry, origin),
        previous: entry.previous.map((neighbour) => ({ entry: presentNeighbour(neighbour) })),
        next: entry.next.map((neighbour) => ({ entry: presentNeighbour(neighbour) })),
      },
    };
  });

  mount("listVersions", async ({ params, query, ...context }) => {
    const versionPage = await listVersions(app, context, { ...params, ...query });
    if (isRejection(versionPage)) return versionPage;
    const versions = versionPage.versions.map((listedVersion) => ({
      version: presentListedVersion(listedVersion),
    }));
    return { status: 200, body: { total_versions: versionPage.total, versions } };
  });

  mount("previewVersion", async ({ params, query, origin, ...context }) => {
    const version = await previewVersion(app, context, { ...params, versionId: query.version_id });
    if (isRejection(version)) return version;
    const { title, html, text: plainText } = version.text;
    const content = { title, richtext_body: presentPhotos(version.photos, origin).addUrls(html) };
    return { status: 200, body: { version: { ...presentVersion(version, plainText), ...content } } };
  });

  mount("diffVersions", async ({ params, query, origin, ...context }) => {
    const versions = { fromVersionId: query.from, toVersionId: query.to };
    const diff = await diffVersions(app, context, { ...params, ...versions });
    return isRejection(diff) ? diff : { status: 200, body: presentDiff(diff, origin) };
  });
}
