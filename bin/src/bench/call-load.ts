import type { ProductProcess } from "../remote/product-process.ts";
import { cpuOf } from "./processes.ts";
import { rateOf } from "./writers.ts";

/** The result of repeating one call for some seconds; processor times are milliseconds per call. */
export type CallLoad = {
  /** calls in a second */
  readonly rate: number;
  /** milliseconds of each call */
  readonly times: readonly number[];
  readonly cpu: { readonly server: number; readonly postgres: number; readonly client: number };
};

/** Repeats a call with `writers` concurrent clients for some seconds. */
export async function loadOf(
  product: Pick<ProductProcess, "pid">,
  writers: number,
  seconds: number,
  call: (writer: number) => Promise<unknown>,
): Promise<CallLoad> {
  const times: number[] = [];
  const cpuAtStart = await cpuOf(product.pid);
  const ownBefore = process.cpuUsage();
  const rate = await rateOf(writers, seconds, async (writer) => {
    const startedAt = performance.now();
    await call(writer);
    times.push(performance.now() - startedAt);
  });
  const cpuAtEnd = await cpuOf(product.pid);
  const ownUsage = process.cpuUsage(ownBefore);
  const cpu = {
    server: (cpuAtEnd.self - cpuAtStart.self) / times.length,
    postgres: (cpuAtEnd.children - cpuAtStart.children) / times.length,
    client: (ownUsage.user + ownUsage.system) / 1_000 / times.length,
  };
  return { rate, times, cpu };
}
