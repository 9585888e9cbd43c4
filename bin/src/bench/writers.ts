/** Runs `work` repeatedly with `count` concurrent writers. Returns how often it finished per second. */
export async function rateOf(
  count: number,
  seconds: number,
  work: (writer: number) => Promise<unknown>,
): Promise<number> {
  let doneCount = 0;
  const startedAt = performance.now();
  const endTime = startedAt + seconds * 1_000;
  async function writer(number: number): Promise<void> {
    while (performance.now() < endTime) {
      await work(number);
      doneCount += 1;
    }
  }
  await Promise.all(Array.from({ length: count }, (_, number) => writer(number)));
  return doneCount / ((performance.now() - startedAt) / 1_000);
}

/** Measures two things alternately, so that a busy machine affects both. Returns both medians. */
export async function byTurns(
  rounds: number,
  first: () => Promise<number>,
  second: () => Promise<number>,
): Promise<[number, number]> {
  const [a, b] = [[] as number[], [] as number[]];
  for (let round = 0; round < rounds; round += 1) {
    a.push(await first());
    b.push(await second());
  }
  const median = (values: number[]): number =>
    values.sort((x, y) => x - y)[Math.floor(values.length / 2)] ?? 0;
  return [median(a), median(b)];
}
