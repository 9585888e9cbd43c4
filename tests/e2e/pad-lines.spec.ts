import { fontSizes } from "@daybook/domain/contract/appearance-values";
import { ok } from "../answers.ts";
import { expect, padOf, test } from "../fixtures.ts";
import { everyBlock } from "./every-block.ts";
import { isLoaded, photosOf } from "./pictures.ts";
import { logInNewUser, type TestUser } from "./test-users.ts";

async function writeEveryBlock({ remote, journalId }: TestUser): Promise<string> {
  const body = { title: "By water", richtext_body: everyBlock };
  return String(ok(await remote.call("createEntry", { params: { journalId }, body })).entry.id);
}

/**
 * Finds the text that is farthest from the lines of the paper, in a copy of the page with this size and font. Measures the distance
 * between its baseline and the nearest line, in pixels. Skips code blocks, which have no lines, superscripts, subscripts and labels.
 */
function measureFarthestFromLine(article: Element, [scale, font]: readonly [scale: number, font: string]) {
  const copy = article.cloneNode(true) as HTMLElement;
  article.after(copy);
  copy.style.setProperty("--writing-scale", String(scale));
  copy.style.setProperty("--font-text", font);
  /** The bottom of an empty inline box at the beginning of a text is the baseline of the text. */
  const insertProbe = (parent: Node, nextNode: Node | null) => {
    const probe = document.createElement("i");
    probe.style.cssText = "display: inline-block; width: 0; height: 0";
    parent.insertBefore(probe, nextNode);
    return probe;
  };
  const paperLines = copy.querySelector("[contenteditable]")?.parentElement?.parentElement?.firstElementChild;
  const text = copy.querySelector("[contenteditable]");
  if (!paperLines || !text) throw new Error("the page has no text");
  const lineHeight = Number.parseFloat(getComputedStyle(text).lineHeight);
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  const textNodes: Node[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement?.closest("pre, sup, sub, label") || node.textContent?.trim() === "") continue;
    textNodes.push(node);
  }
  // All probes are inserted before the first is measured, so the browser lays out the copy only once.
  const firstProbe = insertProbe(paperLines, paperLines.firstChild);
  const probes = textNodes.flatMap((node) =>
    node.parentNode ? [[insertProbe(node.parentNode, node), node.textContent ?? ""] as const] : [],
  );
  const firstBaseline = firstProbe.getBoundingClientRect().bottom;
  const distances = probes.map(([probe, words]): [distance: number, text: string] => {
    const height = probe.getBoundingClientRect().bottom - firstBaseline;
    const offset = ((height % lineHeight) + lineHeight) % lineHeight;
    return [Math.min(offset, lineHeight - offset), words];
  });
  copy.remove();
  const farthest = distances.toSorted(([a], [b]) => b - a)[0];
  return {
    isLineHeightWhole: Number.isInteger(lineHeight),
    farthest: farthest?.[0] ?? Infinity,
    text: farthest?.[1],
  };
}

test("the baselines of a text are on the lines of the paper, in every size and several fonts", async ({
  page,
  product,
}) => {
  const user = await logInNewUser(page, product, { pro: true });
  const id = await writeEveryBlock(user);
  const params = { journalId: user.journalId, entryId: id };
  ok(await user.remote.call("updateEntry", { params, body: { page_theme_id: 2 } }));
  await page.goto(`/journals/${user.journalId}/${id}`);
  const article = page.locator("article");
  await expect(article).toHaveAttribute("data-lined", "true");
  await page.evaluate(() => document.fonts.ready);
  // A photo near the top: all text below it must still be on the lines.
  await padOf(page).text.getByText("The dock", { exact: true }).click();
  await photosOf(page).choose(["river.png"]);
  await expect.poll(() => photosOf(page).inText.evaluate(isLoaded)).toBe(true);
  // A browser rounds the ascent and the descent of a font to whole pixels. The machine chooses the fonts of generic families.
  const fonts = [
    { font: '"Lora Variable"', tolerance: 1 },
    { font: '"Source Sans 3 Variable"', tolerance: 1 },
    { font: "serif", tolerance: 1.5 },
    { font: "monospace", tolerance: 1.5 },
    { font: "cursive", tolerance: 1.5 },
  ];
  for (const size of fontSizes) {
    for (const { font, tolerance } of fonts) {
      const result = await article.evaluate(measureFarthestFromLine, [size / 16, font] as const);
      expect({ size, font, ...result, isNear: result.farthest <= tolerance }).toMatchObject({
        isLineHeightWhole: true,
        isNear: true,
      });
    }
  }
});
