import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Application } from "@daybook/application/application";
import { publishEntry, unpublishEntry } from "@daybook/application/sharing/publish-entry";
import { readPublicEntry } from "@daybook/application/sharing/read-public-entry";
import type { Mount } from "../../http/mount.ts";
import { presentPhotos } from "../../presenters/photo.ts";
import { publicPath } from "../../presenters/public-link.ts";

/** The calls of public links: create, remove, and read the public entry. */
export function mountPublicLinks(mount: Mount, app: Application): void {
  mount("publicLink", async (call) => {
    const link = await publishEntry(app, call, call.params);
    return isRejection(link) ? link : { status: 200, body: { public_url: publicPath(link.slug) } };
  });

  mount("unpublicLink", async (call) => (await unpublishEntry(app, call, call.params)) ?? { status: 204 });

  mount("publicEntry", async (call) => {
    const entry = await readPublicEntry(app, call, call.params.slug);
    if (isRejection(entry)) return entry;
    const { addUrls } = presentPhotos(entry.photos, call.origin);
    return {
      status: 200,
      body: {
        entry: {
          title: entry.title,
          html_body: addUrls(entry.html),
          created_at: entry.createdAt,
          local_date: entry.localDate,
          date_format: entry.dateFormat,
        },
      },
    };
  });
}
