import { renewMemberships } from "../purchases/renew-memberships.ts";
import type { Job } from "./job.ts";

/** Announces renewals, charges those that are due, and records which memberships have ended. */
export const renewMembershipsJob: Job = { name: "renew-memberships", everyMs: 60_000, run: renewMemberships };
