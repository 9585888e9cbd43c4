import { createInMemoryEventStore } from "./in-memory.ts";
import { describeEventStoreContract } from "./store-contract.ts";

describeEventStoreContract("memory", async () => createInMemoryEventStore());
