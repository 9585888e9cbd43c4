import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { TooBusy } from "./slots.ts";

/** Upright pixels of four bytes (red, green, blue, alpha); or why there are none. */
export type DecodedHeic =
  | { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray }
  | { readonly refused: "too_many_pixels" | "broken" };

/** Node's codes for a thread that could not start or ran out of memory. */
const shortageCodes = new Set(["ERR_WORKER_OUT_OF_MEMORY", "ERR_WORKER_INIT_FAILED"]);

/**
 * The program of a separate thread. The decoder is WebAssembly: it blocks its thread, and never frees memory. The program is source text,
 * so the bundle needs no extra file for it.
 */
const program = `
const { parentPort, workerData } = require("node:worker_threads");
const { HeifDecoder } = require(workerData.library);
const answer = (value, transfer) => parentPort.postMessage(value, transfer);
const images = new HeifDecoder().decode(workerData.bytes);
const image = images.find((each) => each.is_primary()) ?? images[0];
const [width, height] = image ? [image.get_width(), image.get_height()] : [0, 0];
if (width * height === 0) answer({ refused: "broken" });
else if (width * height > workerData.maxPixels) answer({ refused: "too_many_pixels" });
else {
  const data = new Uint8ClampedArray(width * height * 4);
  image.display({ data, width, height }, (shown) => {
    if (shown) answer({ width, height, data }, [data.buffer]);
    else answer({ refused: "broken" });
  });
}`;

/**
 * Decodes the main picture of a HEIC file. A broken file is a `refused` result. Rejects with `TooBusy` when the time or the
 * memory was not enough.
 */
export async function decodeHeic(bytes: Buffer, maxPixels: number, maxSeconds: number): Promise<DecodedHeic> {
  const require = createRequire(import.meta.url);
  const library = require.resolve("libheif-js/wasm-bundle");
  const worker = new Worker(program, {
    eval: true,
    workerData: { bytes: new Uint8Array(bytes), maxPixels, library },
    // The decoder's messages about broken files must not reach our output.
    stdout: true,
    stderr: true,
  });
  try {
    return await new Promise<DecodedHeic>((resolve, reject) => {
      const giveUp = (): void => resolve({ refused: "broken" });
      const timer = setTimeout(() => reject(new TooBusy()), maxSeconds * 1000);
      worker.once("message", (decoded: DecodedHeic) => resolve(decoded));
      worker.once("error", (error: NodeJS.ErrnoException) => {
        if (shortageCodes.has(error.code ?? "")) reject(new TooBusy());
        else giveUp();
      });
      worker.once("exit", () => {
        clearTimeout(timer);
        giveUp();
      });
    });
  } finally {
    await worker.terminate();
  }
}
