import { describe } from "vitest";
import { describeEventStoreContract } from "./store-contract.ts";

const url = process.env["EVENTSTORE_URL"];

// Needs a server that npm cannot install: `EVENTSTORE_URL=kurrentdb://127.0.0.1:2113?tls=false npm test`.
describe.skipIf(!url)("with a server that EVENTSTORE_URL names", () => {
  const open = async () => {
    // Native code; a run without that server does not load it.
    const { createKurrentEventStore } = await import("./kurrent.ts");
    return createKurrentEventStore({ url: url ?? "" });
  };
  describeEventStoreContract("KurrentDB", open, { reportsDuplicates: false });
});
