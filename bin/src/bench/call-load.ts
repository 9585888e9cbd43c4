import type { ProductProcess } from "../remote/product-process.ts";
import { cpuOf } from "./processes.ts";
import { measureRate } from "./writers.ts";

/** The result of repeating one call for some seconds; processor times are milliseconds per call. */
export type CallLoad = {
  /** calls in a second */
  readonly rate: number;
  /** milliseconds of each call */
  readonly times: readonly number[];
  readonly cpu: { readonly server: number; readonly postgres: number; readonly client: number };
};

/** Repeats a call with `writerCount` concurrent writers for some seconds. */
export async function measureLoad(
  product: Pick<ProductProcess, "pid">,
  writerCount: number,
  seconds: number,
  call: (writer: number) => Promise<unknown>,
): Promise<CallLoad> {
  const times: number[] = [];
  const serverCpuAtStart = await cpuOf(product.pid);
  const clientCpuAtStart = process.cpuUsage();
  const rate = await measureRate(writerCount, seconds, async (writer) => {
    const startedAt = performance.now();
    await call(writer);
    times.push(performance.now() - startedAt);
  });
  const serverCpuAtEnd = await cpuOf(product.pid);
  const clientCpu = process.cpuUsage(clientCpuAtStart);
  const cpu = {
    server: (serverCpuAtEnd.self - serverCpuAtStart.self) / times.length,
    postgres: (serverCpuAtEnd.children - serverCpuAtStart.children) / times.length,
    client: (clientCpu.user + clientCpu.system) / 1_000 / times.length,
  };
  return { rate, times, cpu };
}
