import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { fillPath } from "@daybook/domain/contract/paths";
import sharp from "sharp";
import { formOf, remoteDaybook, signRequest } from "../remote/remote-daybook.ts";
import { withProduct } from "./bench-product.ts";
import { figureWithReference, figure, type Measurement, percentile } from "./figure.ts";

const [width, height] = [4_000, 3_000];

/** Makes a photo of 12 megapixels, smooth with some grain. The file is about as large as one from a camera. */
async function createPhoto(): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let index = 0; index < pixels.length; index++) {
    const pixel = Math.floor(index / 3);
    pixels[index] =
      90 + 60 * Math.sin((pixel % width) / 190) + 40 * Math.cos(pixel / width / 140) + Math.random() * 24;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** Measures the image library alone: decoding the photo, and making a thumbnail, with the product's thread settings. */
async function measureLibrary(photo: Buffer): Promise<number> {
  sharp.concurrency(1);
  sharp.cache(false);
  const startedAt = performance.now();
  await sharp(photo).raw().toBuffer();
  await sharp(photo).resize({ width: 480 }).webp().toBuffer();
  return performance.now() - startedAt;
}

/** Creates an account and a function that uploads the photo over one connection and returns the milliseconds. */
async function createUploader(url: string, photo: Buffer) {
  const daybook = remoteDaybook(url);
  const session = await daybook.logInOrSignUp({
    email: `${randomUUID()}@example.com`,
    password: "and so to bed 1660",
  });
  const journals = await daybook.call("listJournals");
  const journalId = String(journals.ok && journals.body.journals[0]?.journal.id);
  const answer = await daybook.call("createEntry", {
    params: { journalId },
    body: { title: "Bench" },
  });
  if (!answer.ok) throw new Error(answer.body.error);
  const params = { journalId, entryId: String(answer.body.entry.id) };
  const agent = new Agent({ keepAlive: true });
  const target = new URL(fillPath("addPhoto", params), url);
  const form = formOf("photo", photo);

  function upload(): Promise<number> {
    const headers = {
      "Content-Type": form.type,
      "Content-Length": form.bytes.length,
      "Idempotency-Key": randomUUID(),
      Authorization: signRequest({ method: "POST", url: target, body: form.bytes }, session.access_token),
    };
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      const clientRequest = request(target, { method: "POST", agent, headers }, (response) => {
        response.resume();
        response.on("end", () => {
          if (response.statusCode === 201) resolve(performance.now() - startedAt);
          else reject(new Error(`an upload was answered ${response.statusCode}`));
        });
      });
      clientRequest.on("error", reject);
      clientRequest.end(form.bytes);
    });
  }
  return { upload, close: () => agent.destroy() };
}

/**
 * The upload of a 12-megapixel JPEG over loopback, compared with the image library alone: decoding and making a thumbnail.
 * The upload also encodes the photo again in full size, encrypts the photo and the thumbnail, and writes them to disk.
 */
export const photoUpload: Measurement = {
  name: "photo-upload",
  run: ({ seconds }) =>
    withProduct(async ({ url }) => {
      const photo = await createPhoto();
      const { upload, close } = await createUploader(url, photo);
      await upload();
      await measureLibrary(photo);
      const [uploadTimes, libraryTimes]: [number[], number[]] = [[], []];
      const endTime = performance.now() + seconds * 1_000;
      while (performance.now() < endTime || uploadTimes.length < 3) {
        libraryTimes.push(await measureLibrary(photo));
        uploadTimes.push(await upload());
      }
      close();
      const reference = { name: "decoding and resizing", value: percentile(libraryTimes, 0.5) };
      return [
        figure("photo upload, size of the file", photo.length / 1e6, "MB"),
        figureWithReference(
          "photo upload, 12 megapixels, p50",
          percentile(uploadTimes, 0.5),
          "ms",
          reference,
        ),
        figure("photo upload, 12 megapixels, p95", percentile(uploadTimes, 0.95), "ms"),
      ];
    }),
};
