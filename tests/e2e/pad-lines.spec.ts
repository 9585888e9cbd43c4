import { fontSizes } from "@daybook/domain/contract/appearance-values";
import { expect, padOf, test } from "../fixtures.ts";
import { everything } from "./every-block.ts";
import { isLoaded, photosOf } from "./pictures.ts";
import { must, signIn, type TestUser } from "./test-users.ts";

async function writeEverything({ remote, journalId }: TestUser): Promise<string> {
  const body = { title: "By water", richtext_body: everything };
  return String(must(await remote.call("createEntry", { params: { journalId }, body })).entry.id);
}

/**
 * The largest distance between a baseline and a line of the paper, in pixels, in a copy of the page with this size and font.
 * Code blocks have no lines.
 */
function farthestFromLine(article: Element, [scale, font]: readonly [scale: number, font: string]) {
  const copy = article.cloneNode(true) as HTMLElement;
  article.after(copy);
  copy.style.setProperty("--written-scale", String(scale));
  copy.style.setProperty("--font-text", font);
  /** The bottom of an empty inline box at the beginning of a text is its baseline. */
  const baselineAt = (parent: Node, nextNode: Node | null) => {
    const probe = document.createElement("i");
    probe.style.cssText = "display: inline-block; width: 0; height: 0";
    parent.insertBefore(probe, nextNode);
    const { bottom } = probe.getBoundingClientRect();
    probe.remove();
    return bottom;
  };
  const lines = copy.querySelector("[contenteditable]")?.parentElement?.parentElement?.firstElementChild;
  const text = copy.querySelector("[contenteditable]");
  if (!lines || !text) throw new Error("the page has no text");
  const row = Number.parseFloat(getComputedStyle(text).lineHeight);
  const firstBaseline = baselineAt(lines, lines.firstChild);
  const misplacedLines: [offset: number, text: string][] = [];
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent || parent.closest("pre, sup, sub, label") || node.textContent?.trim() === "") continue;
    const offset = (((baselineAt(parent, node) - firstBaseline) % row) + row) % row;
    misplacedLines.push([Math.min(offset, row - offset), node.textContent ?? ""]);
  }
  copy.remove();
  const farthest = misplacedLines.toSorted(([a], [b]) => b - a)[0];
  return { isWholePixels: Number.isInteger(row), farthest: farthest?.[0] ?? Infinity, at: farthest?.[1] };
}

test("text stands on the lines of the paper, in every size and font", async ({ page, product }) => {
  const user = await signIn(page, product, { pro: true });
  const id = await writeEverything(user);
  const params = { journalId: user.journalId, entryId: id };
  must(await user.remote.call("updateEntry", { params, body: { page_theme_id: 2 } }));
  await page.goto(`/journals/${user.journalId}/${id}`);
  const article = page.locator("article");
  await expect(article).toHaveAttribute("data-lined", "true");
  await page.evaluate(() => document.fonts.ready);
  // A photo near the top: all text below it must still be on the lines.
  await padOf(page).text.getByText("The dock", { exact: true }).click();
  await photosOf(page).choose(["river.png"]);
  await expect.poll(() => photosOf(page).inText.evaluate(isLoaded)).toBe(true);
  const fonts = ['"Lora Variable"', '"Source Sans 3 Variable"', "serif", "monospace", "cursive"];
  for (const size of fontSizes) {
    for (const font of fonts) {
      const result = await article.evaluate(farthestFromLine, [size / 16, font] as const);
      expect({ size, font, ...result, isNear: result.farthest <= 1 }).toMatchObject({
        isWholePixels: true,
        isNear: true,
      });
    }
  }
});
