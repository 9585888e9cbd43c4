const hourMs = 3_600_000;

/** How long a simulation lasts, and how often its job runs at least. */
export type Span = { readonly begin: number; readonly days: number; readonly longestGapMs: number };

/** A small generator of numbers in [0, 1), the same in each run. */
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

/** What the simulations of many accounts share: random choices that are the same in each run, and 40 time zones. */
export function createSimulation(seed: number, { begin, days, longestGapMs }: Span) {
  const random = createRandom(seed);
  const end = begin + days * 24 * hourMs;
  const below = (limit: number): number => Math.floor(random() * limit);
  const oneOf = <T>(values: readonly T[]): T => values[below(values.length)]!;

  /** When the job runs, with outages of up to twelve hours. */
  function planRuns(): number[] {
    const runs: number[] = [];
    for (let at = begin + hourMs; at < end;) {
      runs.push(at);
      at += below(20) === 0 ? below(12 * hourMs) : 20 * 60_000 + below(longestGapMs);
    }
    return [...runs, end];
  }

  return {
    random,
    end,
    below,
    oneOf,
    anyTime: (from = begin): number => from + below(end - from),
    zones: [...notableZones, ...Array.from({ length: 35 }, () => oneOf(allZones))],
    planRuns,
  };
}
