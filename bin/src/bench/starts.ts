import { setTimeout as sleep } from "node:timers/promises";
import { withProduct } from "./bench-product.ts";
import { atMost, figure, type Measurement } from "./figure.ts";
import { memoryOf } from "./processes.ts";

const settleMs = 3_000;

/** The first start with an empty data folder, a start with an existing one, and the memory of the idle product. */
export const startTimes: Measurement = {
  name: "starts",
  run: () =>
    withProduct(async (benchProduct) => {
      const warmStartSeconds = (await benchProduct.restart()) / 1_000;
      await sleep(settleMs);
      const megabytes = await memoryOf(benchProduct.product.pid);
      return [
        figure("cold start (new data folder)", benchProduct.readyAfterMs / 1_000, "s"),
        figure("warm start", warmStartSeconds, "s", atMost("required", 5, "s", warmStartSeconds)),
        figure(
          "memory of the idle product with PostgreSQL",
          megabytes,
          "MB",
          atMost("target", 350, "MB", megabytes),
        ),
      ];
    }),
};
