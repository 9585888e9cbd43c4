import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { newKey, remoteDaybook } from "../remote/remote-daybook.ts";
import { withProduct } from "./bench-product.ts";
import { withPage } from "./browser.ts";
import { atMost, figureWithReference, type Figure, figure, type Measurement, percentile } from "./figure.ts";

const sentenceWords =
  "Up betimes and to my office, where I did a great deal of business, and so home to dinner.".split(" ");
const wordsInParagraph = 5 * sentenceWords.length;
const longEntryWords = 20_000;
const frameMs = 16;

/** A body with this many words, in paragraphs. */
function bodyOf(words: number): string {
  const bodyWords = Array.from({ length: words }, (_, index) => sentenceWords[index % sentenceWords.length]);
  let body = "";
  for (let start = 0; start < words; start += wordsInParagraph)
    body += `<p>${bodyWords.slice(start, start + wordsInParagraph).join(" ")}</p>`;
  return body;
}

// Runs in the browser. Measures the time from a key to its paint, and from a click on a link until the entry is painted.
const probe = `
  window.samples = { keys: [], opened: [] };
  const painted = (then) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = then;
    channel.port2.postMessage(0);
  });
  addEventListener("keydown", ({ timeStamp }) =>
    painted(() => window.samples.keys.push(performance.now() - timeStamp)), true);
  addEventListener("click", ({ timeStamp, target }) => {
    if (!target.closest("a")) return;
    const look = () => {
      const shown = document.querySelector("[role=textbox][aria-label=Entry]")?.textContent;
      if (shown) painted(() => window.samples.opened.push(performance.now() - timeStamp));
      else requestAnimationFrame(look);
    };
    look();
  }, true);
`;

const takeSamples = (page: Page, kind: "keys" | "opened"): Promise<number[]> =>
  page.evaluate<number[]>(`window.samples.${kind}.splice(0)`);

async function measureTypingAt(page: Page, caretKey: string, letters: number): Promise<number[]> {
  await page.getByRole("textbox", { name: "Entry", exact: true }).click();
  await page.keyboard.press(caretKey);
  await page.keyboard.type("and so to bed ".repeat(3), { delay: 25 });
  await takeSamples(page, "keys");
  await page.keyboard.type("to my office ".repeat(Math.ceil(letters / 13)), { delay: 25 });
  return takeSamples(page, "keys");
}

/** Types into an empty field of an empty page, to measure the browser and the machine alone. */
async function measureEmptyPage(page: Page, letters: number): Promise<number[]> {
  await page.setContent("<textarea></textarea>");
  await page.evaluate(probe);
  await page.locator("textarea").click();
  await page.keyboard.type("to my office ".repeat(Math.ceil(letters / 13)), { delay: 25 });
  return takeSamples(page, "keys");
}

async function measureOpening(
  page: Page,
  listUrl: string,
  title: string,
  repetitions: number,
): Promise<number[]> {
  const samples: number[] = [];
  for (let openCount = 0; openCount <= repetitions; openCount += 1) {
    /* oxlint-disable no-await-in-loop -- one page opens one entry at a time */
    await page.goto(listUrl);
    await page.getByRole("link", { name: title }).hover();
    // Waits until the requests of the list have ended. The click normally comes before the client prefetches the editor, two seconds after
    // the load.
    await page.waitForLoadState("networkidle");
    await page.getByRole("link", { name: title }).click();
    await page.waitForFunction("window.samples.opened.length > 0");
    const [sample = 0] = await takeSamples(page, "opened");
    // The first opening fills the browser's caches and does not count.
    if (openCount > 0) samples.push(sample);
    /* oxlint-enable no-await-in-loop */
  }
  return samples;
}

/** Measures the time from a key in a long entry to its paint, and from a click in the list until the entry is painted. */
export const typing: Measurement = {
  name: "typing",
  run: ({ seconds }) =>
    withProduct(async ({ url }) => {
      const person = { email: `${randomUUID()}@example.com`, password: "and so to bed 1660" };
      const daybook = remoteDaybook(url);
      await daybook.logInOrSignUp(person);
      const journals = await daybook.call("listJournals");
      const id = journals.ok ? journals.body.journals[0]?.journal.id : undefined;
      if (id === undefined) throw new Error("there is no journal");
      const params = { journalId: String(id) };
      for (const [title, words] of [
        ["A day", 300],
        ["A year", longEntryWords],
      ] as const) {
        // oxlint-disable-next-line no-await-in-loop -- the list has the same order in each run
        const entry = await daybook.call("createEntry", {
          params,
          body: { title, richtext_body: bodyOf(words) },
          key: newKey(),
        });
        if (!entry.ok) throw new Error(entry.body.error);
      }
      return withPage(async (page) => {
        const letters = Math.round(seconds * 20);
        const emptyPageTimes = await measureEmptyPage(page, letters);
        await page.addInitScript(probe);
        await page.goto(`${url}/app/login`);
        await page.getByLabel("E-mail").fill(person.email);
        await page.getByLabel("Password", { exact: true }).fill(person.password);
        await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
        await page.waitForURL(/\/(journals|onboarding)/);
        const listUrl = `${url}/journals/${params.journalId}/entries`;
        const repetitions = Math.max(5, Math.round(seconds));
        const shortEntryTimes = await measureOpening(page, listUrl, "A day", repetitions);
        const longEntryTimes = await measureOpening(page, listUrl, "A year", repetitions);
        const timesAtStart = await measureTypingAt(page, "Control+Home", letters);
        const timesAtEnd = await measureTypingAt(page, "Control+End", letters);
        return [
          ...keyFigures("at its start", timesAtStart, emptyPageTimes),
          ...keyFigures("at its end", timesAtEnd, emptyPageTimes),
          openingFigure("an entry of 300 words", shortEntryTimes),
          openingFigure("an entry of 20,000 words", longEntryTimes),
        ];
      });
    }),
};

function keyFigures(
  caretPosition: string,
  samples: readonly number[],
  emptyPageTimes: readonly number[],
): Figure[] {
  const name = `key to paint in 20,000 words, ${caretPosition}`;
  return [0.5, 0.95].map((fraction) => {
    const value = percentile(samples, fraction);
    const reference = { name: "empty field", value: percentile(emptyPageTimes, fraction) };
    const bound = fraction === 0.95 ? () => atMost("target", frameMs, "ms", value) : null;
    return figureWithReference(`${name}, p${fraction * 100}`, value, "ms", reference, bound);
  });
}

function openingFigure(name: string, samples: readonly number[]): Figure {
  const p50 = percentile(samples, 0.5);
  return figure(`${name} opened from the list, p50`, p50, "ms", atMost("target", 100, "ms", p50));
}
