import type { ChaosReport } from "./run-chaos.ts";

const seconds = (ms: number | undefined): string =>
  ms === undefined ? "none" : `${(ms / 1000).toFixed(2)} s`;

/** Formats rows in two columns. */
export function formatTwoColumns(rows: readonly (readonly [string, string])[]): string {
  const nameWidth = Math.max(...rows.map(([name]) => name.length));
  const valueWidth = Math.max(...rows.map(([, value]) => value.length));
  return rows.map(([name, value]) => `${name.padEnd(nameWidth)}  ${value.padStart(valueWidth)}`).join("\n");
}

function recoveryTimes(
  report: ChaosReport,
  target: "server" | "postgres",
): [median: number | undefined, longest: number | undefined] {
  const times = report.recoveries.filter((recovery) => recovery.target === target).map(({ ms }) => ms);
  times.sort((a, b) => a - b);
  return [times[Math.floor(times.length / 2)], times.at(-1)];
}

/** Formats the report as a table. */
export function formatChaosReport(report: ChaosReport): string {
  const { kills, counts } = report;
  const [serverMedian, serverLongest] = recoveryTimes(report, "server");
  const [postgresMedian, postgresLongest] = recoveryTimes(report, "postgres");
  return formatTwoColumns([
    ["Seed", String(report.seed)],
    ["Kills", String(kills.server + kills.whileStarting + kills.postgres)],
    ["  of the server process at work", String(kills.server)],
    ["  of the server process while it started", String(kills.whileStarting)],
    ["  of PostgreSQL", String(kills.postgres)],
    ["Restarts of the server process", String(report.restarts)],
    ["Acknowledged writes", String(counts.acknowledged)],
    ["  entries", String(counts.created)],
    ["  further versions", String(counts.acknowledged - counts.created)],
    ["Retries", String(counts.lostReplies + counts.unavailableAnswers)],
    ["  after a lost reply or no connection", String(counts.lostReplies)],
    ["  after an answer 503", String(counts.unavailableAnswers)],
    ["Recovery from a server kill, median", seconds(serverMedian)],
    ["  longest", seconds(serverLongest)],
    ["Recovery from a PostgreSQL kill, median", seconds(postgresMedian)],
    ["  longest", seconds(postgresLongest)],
    ["Versions found", String(report.versions)],
    ["Events verified", String(report.events)],
    ["Rows compared", String(report.rows)],
    ["Time", seconds(report.totalMs)],
  ]);
}
