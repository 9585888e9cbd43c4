import "./highlight-matches.css";
import { searchText } from "./search-text.ts";
import { findMatches } from "./match-words.ts";

const highlightName = "daybook-match";
const textSelector = "main [role=textbox][aria-multiline=true]";
const titleSelector = "main textarea";
const blockSelector = "p, li, h1, h2, h3, pre, blockquote, td, th";
/** The distance of the first match from the top of the window after scrolling, as a fraction of the window's height. */
const scrollPosition = 1 / 3;

type TextPiece = { readonly node: Text; readonly start: number };

/**
 * The text of an element as one string, and the offset of each text node. The string has a line end before each block and a space for
 * each `<br>`.
 */
function textOf(root: Element): { text: string; pieces: TextPiece[] } {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    node instanceof HTMLElement && node.contentEditable === "false"
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  const pieces: TextPiece[] = [];
  let text = "";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) {
      pieces.push({ node, start: text.length });
      text += node.data;
    } else if (node instanceof HTMLBRElement) text += " ";
    else if (node instanceof HTMLElement && node.matches(blockSelector)) text += "\n";
  }
  return { text, pieces };
}

/** The piece that contains a character of the text. */
function pieceAt(pieces: readonly TextPiece[], offset: number): TextPiece | undefined {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pieces[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return pieces[low];
}

function rangesOf(root: Element, query: string): Range[] {
  const { text, pieces } = textOf(root);
  return findMatches(text, query).flatMap(({ start, end }) => {
    const [firstPiece, lastPiece] = [pieceAt(pieces, start), pieceAt(pieces, end - 1)];
    if (!firstPiece || !lastPiece) return [];
    const range = document.createRange();
    range.setStart(firstPiece.node, start - firstPiece.start);
    range.setEnd(lastPiece.node, Math.min(lastPiece.node.length, end - lastPiece.start));
    return [range];
  });
}

/** Scrolls to a range, unless it is already well inside the window. */
function scrollTo(range: Range): void {
  const { top, bottom } = range.getBoundingClientRect();
  const { innerHeight: height } = window;
  const isWellInside = top >= height / 9 && bottom <= (height * 2) / 3;
  if (!isWellInside) window.scrollBy({ top: top - height * scrollPosition });
}

/**
 * Highlights the whole title if a part of it matches, because parts of a text field cannot be highlighted. Returns the number of
 * matches.
 */
function highlightTitle(query: string): number {
  const field = document.querySelector<HTMLTextAreaElement>(titleSelector);
  const count = field ? findMatches(field.value, query).length : 0;
  field?.toggleAttribute("data-match", count > 0);
  return count;
}

function clearHighlights(): void {
  CSS.highlights?.delete(highlightName);
  document.querySelector(titleSelector)?.removeAttribute("data-match");
}

/**
 * Highlights the matches of a query in the entry on the current page as soon as the page is rendered, and scrolls to the first match in
 * the text. The highlighting ends when the user types in `<main>` or presses Escape, or when `signal` is aborted. The text is highlighted
 * with the CSS Custom Highlight API, so neither the DOM nor the document of the editor changes, and nothing has to be saved. A browser
 * without this API highlights only the title, but scrolls too.
 *
 * @param announce called with a message that has the number of matches; with an empty text when the user has ended the highlighting
 */
export function highlightMatches(
  query: string,
  signal: AbortSignal,
  announce: (message: string) => void,
): void {
  const stop = new AbortController();
  const endSignal = AbortSignal.any([signal, stop.signal]);
  let hasScrolled = false;
  let announcedCount = 0;
  let frame = 0;

  const highlight = (): void => {
    frame = 0;
    const root = document.querySelector(textSelector);
    if (!root) return;
    const ranges = rangesOf(root, query);
    if (ranges.length > 0) CSS.highlights?.set(highlightName, new Highlight(...ranges));
    else CSS.highlights?.delete(highlightName);
    const [firstRange] = ranges;
    if (firstRange && !hasScrolled) scrollTo(firstRange);
    hasScrolled ||= firstRange !== undefined;
    const count = ranges.length + highlightTitle(query);
    // The number grows while the page loads. Only a larger number is announced.
    if (count > announcedCount) announce(searchText.highlighted(count));
    announcedCount = Math.max(announcedCount, count);
  };

  // Highlights again after each change, because the page may still be loading, or its text may be replaced.
  const observer = new MutationObserver(() => {
    frame ||= requestAnimationFrame(highlight);
  });
  observer.observe(document.querySelector("main") ?? document.body, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  frame = requestAnimationFrame(highlight);

  const endOnTyping = (event: Event): void => {
    if ((event.target as Element).closest?.("main")) stop.abort();
  };
  document.addEventListener("beforeinput", endOnTyping, { capture: true, signal: endSignal });
  window.addEventListener(
    "keydown",
    ({ key, target }) => {
      // The header and the dialogs handle Escape themselves.
      const isInHeaderOrDialog = (target as Element).closest?.("header, [role=dialog], [role=alertdialog]");
      if (key === "Escape" && !isInHeaderOrDialog) stop.abort();
    },
    { capture: true, signal: endSignal },
  );
  endSignal.addEventListener("abort", () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    clearHighlights();
    if (!signal.aborted) announce("");
  });
}
