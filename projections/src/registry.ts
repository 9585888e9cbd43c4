import type { ProjectionName } from "@daybook/read-models/tables";
import { account } from "./account/projection.ts";
import type { Projection } from "./core/define-projection.ts";
import { entryPage } from "./entry-page/projection.ts";
import { entryVersions } from "./entry-versions/projection.ts";
import { journalList } from "./journal-list/projection.ts";

const byName: Readonly<Record<ProjectionName, Projection>> = {
  account,
  "journal-list": journalList,
  "entry-page": entryPage,
  "entry-versions": entryVersions,
};

/** Every projection of Daybook. */
export const projections: readonly Projection[] = Object.values(byName);
