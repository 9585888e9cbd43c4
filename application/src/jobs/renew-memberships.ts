import { renewMemberships } from "../purchases/renew-memberships.ts";
import type { Job } from "./job.ts";

/** Pays the renewals that are due, mails about them, and records which memberships have ended. */
export const renewMembershipsJob: Job = { name: "renew-memberships", everyMs: 60_000, run: renewMemberships };
