const hourMs = 3_600_000;

/**
 * When a simulation begins, and how long it lasts. Between two runs, its job pauses for 20 minutes and at random up to `extraPauseMs`
 * more.
 */
export type SimulationSpan = { readonly begin: number; readonly days: number; readonly extraPauseMs: number };

/** A small generator of numbers in [0, 1), always the same for a seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const allZones = Intl.supportedValuesOf("timeZone");
const notableZones = [
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Africa/Casablanca",
  "Antarctica/Troll",
  "America/New_York",
];

/** What the simulations of many accounts share: the runs of the job, random choices, and 40 time zones. They are the same for a seed. */
export function createSimulation(seed: number, { begin, days, extraPauseMs }: SimulationSpan) {
  const random = createRandom(seed);
  const end = begin + days * 24 * hourMs;
  const randomBelow = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(values: readonly T[]): T => values[randomBelow(values.length)]!;

  /** When the job runs, with outages of up to twelve hours. */
  function planRuns(): number[] {
    const runs: number[] = [];
    for (let runAt = begin + hourMs; runAt < end;) {
      runs.push(runAt);
      runAt += randomBelow(20) === 0 ? randomBelow(12 * hourMs) : 20 * 60_000 + randomBelow(extraPauseMs);
    }
    return [...runs, end];
  }

  return {
    random,
    end,
    randomBelow,
    pick,
    anyTime: (from = begin): number => from + randomBelow(end - from),
    zones: [...notableZones, ...Array.from({ length: 35 }, () => pick(allZones))],
    planRuns,
  };
}
