import type { ProjectionName } from "@daybook/read-models/tables";
import { account } from "./account/projection.ts";
import type { Projection } from "./core/define-projection.ts";
import { entryPage } from "./entry-page/projection.ts";
import { entryPhotos } from "./entry-photos/projection.ts";
import { entryVersions } from "./entry-versions/projection.ts";
import { journalList } from "./journal-list/projection.ts";
import { publicLinks } from "./public-links/projection.ts";
import { tags } from "./tags/projection.ts";

const projectionsByName: Readonly<Record<ProjectionName, Projection>> = {
  account,
  "journal-list": journalList,
  "entry-page": entryPage,
  "entry-versions": entryVersions,
  "entry-photos": entryPhotos,
  tags,
  "public-links": publicLinks,
};

/** Every projection of Daybook. */
export const projections: readonly Projection[] = Object.values(projectionsByName);

/**
 * How many database connections a rebuild or a verification of all projections may open: one for each projection, and four for
 * the lock, the snapshot, dropping tables and other queries.
 */
export const offlineConnections = projections.length + 4;
