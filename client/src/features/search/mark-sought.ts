import "./mark-sought.css";
import { searchCopy } from "./search-copy.ts";
import { soughtIn } from "./sought-words.ts";

const name = "daybook-sought";
const page = "main [role=textbox][aria-multiline=true]";
const titleField = "main textarea";
const blocks = "p, li, h1, h2, h3, pre, blockquote, td, th";
/** Where the eye finds the first match: a third of the window down. */
const third = 1 / 3;

type Piece = { readonly node: Text; readonly start: number };

/** The words of a page as one text, its blocks divided by line ends and their lines by spaces, and where each of its text nodes begins there. */
function textOf(root: Element): { text: string; pieces: Piece[] } {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    node instanceof HTMLElement && node.contentEditable === "false"
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  const pieces: Piece[] = [];
  let text = "";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) {
      pieces.push({ node, start: text.length });
      text += node.data;
    } else if (node instanceof HTMLBRElement) text += " ";
    else if (node instanceof HTMLElement && node.matches(blocks)) text += "\n";
  }
  return { text, pieces };
}

/** The piece that a character of the text stands in. */
function pieceAt(pieces: readonly Piece[], offset: number): Piece | undefined {
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
  return soughtIn(text, query).flatMap(({ start, end }) => {
    const [first, last] = [pieceAt(pieces, start), pieceAt(pieces, end - 1)];
    if (!first || !last) return [];
    const range = document.createRange();
    range.setStart(first.node, start - first.start);
    range.setEnd(last.node, Math.min(last.node.length, end - last.start));
    return [range];
  });
}

function scrollTo(range: Range): void {
  const { top, bottom } = range.getBoundingClientRect();
  if (top < window.innerHeight * third * third || bottom > window.innerHeight * (1 - third))
    window.scrollBy({ top: top - window.innerHeight * third });
}

/** A title stands in a field, of which no part can be painted: it is marked as a whole. */
function markTitle(query: string): number {
  const field = document.querySelector<HTMLTextAreaElement>(titleField);
  const count = field ? soughtIn(field.value, query).length : 0;
  field?.toggleAttribute("data-sought", count > 0);
  return count;
}

function unmark(): void {
  CSS.highlights?.delete(name);
  document.querySelector(titleField)?.removeAttribute("data-sought");
}

/**
 * Marks what was looked for on the page that is shown, as soon as it is, and leads to the first match. It goes on until the
 * person types or presses Escape, or `signal` ends it. The marks are painted over the page (CSS Custom Highlight API): neither
 * the document of the editor nor what stands in it changes, so there is nothing to be saved. A browser that cannot paint them
 * still scrolls.
 *
 * @param tell told what is marked, in a sentence; an empty one when nothing is any more
 */
export function markSought(query: string, signal: AbortSignal, tell: (sentence: string) => void): void {
  const stop = new AbortController();
  const until = AbortSignal.any([signal, stop.signal]);
  let hasScrolled = false;
  let told = 0;
  let frame = 0;

  const mark = (): void => {
    frame = 0;
    const root = document.querySelector(page);
    if (!root) return;
    const ranges = rangesOf(root, query);
    if (ranges.length > 0) CSS.highlights?.set(name, new Highlight(...ranges));
    else CSS.highlights?.delete(name);
    const [first] = ranges;
    if (first && !hasScrolled) scrollTo(first);
    hasScrolled ||= first !== undefined;
    const count = ranges.length + markTitle(query);
    // A title may stand before its text does.
    if (count > told) tell(searchCopy.marks(count));
    told = Math.max(told, count);
  };

  // The page may still be on its way, and a newer text may come from elsewhere while it is read.
  const observer = new MutationObserver(() => {
    frame ||= requestAnimationFrame(mark);
  });
  observer.observe(document.querySelector("main") ?? document.body, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  frame = requestAnimationFrame(mark);

  const types = (event: Event): void => {
    if ((event.target as Element).closest?.("main")) stop.abort();
  };
  document.addEventListener("beforeinput", types, { capture: true, signal: until });
  window.addEventListener(
    "keydown",
    ({ key, target }) => {
      // What lies above the page has a use for it first.
      const isElsewhere = (target as Element).closest?.("header, [role=dialog], [role=alertdialog]");
      if (key === "Escape" && !isElsewhere) stop.abort();
    },
    { capture: true, signal: until },
  );
  until.addEventListener("abort", () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    unmark();
    if (!signal.aborted) tell("");
  });
}
