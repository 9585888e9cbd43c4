import { describe } from "vitest";
import { describeEventStoreContract } from "./store-contract.ts";

const url = process.env["EVENTSTORE_URL"];

// Needs a server that npm cannot bring along: `EVENTSTORE_URL=kurrentdb://127.0.0.1:2113?tls=false npm test`.
describe.skipIf(!url)("with a server that EVENTSTORE_URL names", () => {
  const open = async () => {
    // Native code, which a run without that server need not load.
    const { createKurrentEventStore } = await import("./kurrent.ts");
    return createKurrentEventStore({ url: url ?? "" });
  };
  describeEventStoreContract("KurrentDB", open, { tellsDuplicates: false });
});
