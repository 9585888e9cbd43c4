import { describe } from "vitest";
import { createKurrentEventStore } from "./kurrent.ts";
import { describeEventStoreContract } from "./store-contract.ts";

const url = process.env.EVENTSTORE_URL;

// Needs a server that npm cannot bring along: `EVENTSTORE_URL=kurrentdb://127.0.0.1:2113?tls=false npm test`.
describe.skipIf(!url)("with EVENTSTORE_URL set", () => {
  describeEventStoreContract("KurrentDB", async () => createKurrentEventStore({ url: url ?? "" }));
});
