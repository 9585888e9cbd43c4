import type { JobSchedule } from "@daybook/platform/jobs/job-schedule";
import type { Platform } from "@daybook/platform/platform";
import { createAgendaClock, type ClockTimes } from "./agenda-clock.ts";
import type { JobClock } from "./job-clock.ts";

/** The parts of the platform that {@link openJobClock} needs. */
export type ClockParts = {
  readonly config: Pick<Platform["config"], "mongodbUrl">;
  readonly pools: Pick<Platform["pools"], "relaxed">;
  readonly logger: Pick<Platform["logger"], "warn" | "info">;
};

/** Creates the configured job clock: Agenda on MongoDB or on PostgreSQL. The code for its server is loaded when the clock starts. */
export function openJobClock(
  { config, pools, logger }: ClockParts,
  schedule: Pick<JobSchedule, "clockId">,
  times?: ClockTimes,
): JobClock {
  const { mongodbUrl } = config;
  return createAgendaClock({
    connect:
      mongodbUrl === undefined
        ? async () => (await import("./postgres-server.ts")).connectPostgres(pools.relaxed)
        : async () => (await import("./mongo-server.ts")).connectMongo(mongodbUrl),
    readId: schedule.clockId,
    logger,
    ...(times && { times }),
  });
}
