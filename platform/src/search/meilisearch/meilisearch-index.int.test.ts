import { describe } from "vitest";
import { createMeilisearch } from "./meilisearch-index.ts";
import { describeSearchContract } from "../search-contract.ts";

const url = process.env["MEILISEARCH_URL"];

// Needs a server that npm cannot install: `MEILISEARCH_URL=http://127.0.0.1:7700 MEILISEARCH_KEY=… npm test`.
describe.skipIf(!url)("with a server that MEILISEARCH_URL names", () => {
  describeSearchContract("Meilisearch", async () =>
    createMeilisearch({ url: url ?? "", key: process.env["MEILISEARCH_KEY"] ?? "" }),
  );
});
