/** Runs `work` repeatedly with `writerCount` concurrent writers for some seconds. Returns how often it finished per second. */
export async function measureRate(
  writerCount: number,
  seconds: number,
  work: (writer: number) => Promise<unknown>,
): Promise<number> {
  let callCount = 0;
  const startedAt = performance.now();
  const endTime = startedAt + seconds * 1_000;
  async function writer(number: number): Promise<void> {
    while (performance.now() < endTime) {
      await work(number);
      callCount += 1;
    }
  }
  await Promise.all(Array.from({ length: writerCount }, (_, number) => writer(number)));
  return callCount / ((performance.now() - startedAt) / 1_000);
}

/** Measures two things alternately, so that a busy machine affects both. Returns both medians. */
export async function measureAlternately(
  rounds: number,
  first: () => Promise<number>,
  second: () => Promise<number>,
): Promise<[number, number]> {
  const [firstValues, secondValues] = [[] as number[], [] as number[]];
  for (let round = 0; round < rounds; round += 1) {
    firstValues.push(await first());
    secondValues.push(await second());
  }
  const median = (values: number[]): number =>
    values.sort((x, y) => x - y)[Math.floor(values.length / 2)] ?? 0;
  return [median(firstValues), median(secondValues)];
}
