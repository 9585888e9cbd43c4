import { paging } from "@daybook/domain/contract/bounds";
import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "../chaos/seeded-random.ts";
import { withProduct } from "./bench-product.ts";
import { type CallClient, CallRefused, openCallClient } from "./call-client.ts";
import {
  figureWithReference,
  type Effort,
  type Figure,
  figure,
  type Measurement,
  percentile,
} from "./figure.ts";
import { saveUntil } from "./save-until.ts";
import { waitUntilIndexed } from "./wait-until-indexed.ts";

/** Slightly below the maximum length of a body. */
const textLength = 960_000;
const versionCount = 12;
const concurrency = 5;
const rounds = 3;

/** A long text of pseudo-random words, with a lot of formatting. `seed` chooses the words. */
function longText(seed: number): string {
  const random = seededRandom(seed);
  const word = (): string => Math.floor(random() * 60_000).toString(36);
  const plainParagraph = (): string => `<p>${Array.from({ length: 40 }, word).join(" ")}</p>`;
  const formattedParagraph = (): string => `<p><b>${word()}</b> <i>${word()}</i> ${word()}</p>`;
  let html = "";
  while (html.length < textLength - 1_000) html += plainParagraph() + formattedParagraph().repeat(4);
  return html;
}

/** An expensive call. `run` makes the call. `count` varies the text that a save sends. */
type Attack = { readonly name: string; readonly run: (count: number) => Promise<unknown> };

/** Writes an entry with many long versions. Returns the calls that are expensive because of this entry. */
async function prepareAttacks(client: CallClient): Promise<Attack[]> {
  const texts = [longText(1), longText(2)];
  const { journalId } = client;
  const bodyWith = (count: number) => ({
    title: "Long",
    richtext_body: `<p>${count}</p>${texts[count % 2]}`,
  });
  const { entry } = await client.call("createEntry", { params: { journalId }, body: bodyWith(0) });
  const params = { journalId, entryId: String(entry.id) };
  const save = (count: number) => client.call("updateEntry", { params, body: bodyWith(count) });
  // oxlint-disable-next-line no-await-in-loop -- each version follows the one before it
  for (let count = 1; count < versionCount; count++) await save(count);
  const list = () =>
    client.call("listVersions", { params, query: { limit: String(paging.maxVersionsPerPage) } });
  const [newestId, olderId] = (await list()).versions.map(({ version }) => String(version.id));
  const compare = { from: olderId ?? "", to: newestId ?? "" };
  return [
    { name: "save", run: (count) => save(versionCount + count) },
    { name: "list of versions", run: list },
    { name: "comparison", run: () => client.call("diffVersions", { params, query: compare }) },
    { name: "entry", run: () => client.call("getEntry", { params }) },
    { name: "search", run: () => client.call("search", { query: { query: "abc" } }) },
  ];
}

/**
 * Runs the attacks of one account, five at a time, until `end` resolves and the running ones have ended. Returns how many attacks were
 * answered and refused, and how many seconds all of them took.
 */
async function attackUntil(attacks: readonly Attack[], counter: { next: number }, end: Promise<unknown>) {
  const endController = new AbortController();
  void end.then(() => endController.abort());
  const startedAt = performance.now();
  const counts = { answered: 0, refused: 0 };
  async function attacker(): Promise<void> {
    while (!endController.signal.aborted) {
      const count = counter.next++;
      try {
        await attacks[count % attacks.length]?.run(count);
        counts.answered += 1;
      } catch (error) {
        if (!(error instanceof CallRefused) || error.status !== 503) throw error;
        counts.refused += 1;
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, attacker));
  return { ...counts, seconds: (performance.now() - startedAt) / 1_000 };
}

async function run({ seconds }: Effort): Promise<Figure[]> {
  return withProduct(async ({ url, dataFolder }) => {
    const client = await openCallClient(url);
    const attacks = await prepareAttacks(client);
    const counter = { next: 0 };
    const quietTimes: number[] = [];
    const busyTimes: number[] = [];
    let answeredCount = 0;
    let refusedCount = 0;
    let attackSeconds = 0;
    await saveUntil(url, sleep(2_000));
    // Quiet and busy phases alternate, so that other programs on the machine affect both.
    for (let round = 0; round < rounds; round++) {
      await waitUntilIndexed(dataFolder);
      quietTimes.push(...(await saveUntil(url, sleep(seconds * 1_000))));
      const end = sleep(seconds * 1_000);
      const [counts, samples] = await Promise.all([attackUntil(attacks, counter, end), saveUntil(url, end)]);
      busyTimes.push(...samples);
      answeredCount += counts.answered;
      refusedCount += counts.refused;
      // The last attacks may end long after the saves, so the attacks have their own time.
      attackSeconds += counts.seconds;
    }
    client.close();
    const reference = (fraction: number) => ({ name: "quiet", value: percentile(quietTimes, fraction) });
    return [
      figure("large texts: calls with them", answeredCount / attackSeconds, "/s"),
      figure("large texts: calls refused with 503", refusedCount, `of ${answeredCount + refusedCount}`),
      figureWithReference(
        "large texts: p50 of another's saves",
        percentile(busyTimes, 0.5),
        "ms",
        reference(0.5),
      ),
      figureWithReference(
        "large texts: p99 of another's saves",
        percentile(busyTimes, 0.99),
        "ms",
        reference(0.99),
        (ratio) => ({
          kind: "required",
          description: "≤ 3 ×",
          isMet: ratio <= 3,
        }),
      ),
    ];
  });
}

/** Measures the saves of one person while another account makes the most expensive calls that are allowed on texts. */
export const largeTexts: Measurement = { name: "large-texts", run };
