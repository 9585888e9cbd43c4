import { diffTexts } from "@daybook/content/diff-texts";

/** A part of a text, from one offset to another. */
type Passage = readonly [from: number, to: number];

const blockSelector = "p, h1, h2, h3, li, blockquote, pre, tr, td, th, hr, br";
const imageKey = (image: Element): string =>
  image.getAttribute("data-photo-id") ?? image.getAttribute("src") ?? "";

/** Parses a body: returns its plain text, one line per block, and the offset in this text at which each text node begins. */
function readText(html: string) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  const nodes: { node: Text; start: number }[] = [];
  let text = "";
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node instanceof Text) {
      nodes.push({ node, start: text.length });
      text += node.data;
    } else if ((node as Element).matches(blockSelector) && text !== "" && !text.endsWith("\n")) text += "\n";
  }
  return { body, nodes, text };
}

function wrapInIns(node: Node): void {
  const ins = node.ownerDocument?.createElement("ins");
  if (!ins) return;
  node.parentNode?.replaceChild(ins, node);
  ins.append(node);
}

/** Puts `<ins>` around the passages, without the line breaks between blocks. */
function markPassages(nodes: readonly { node: Text; start: number }[], passages: readonly Passage[]): void {
  for (const { node, start } of nodes) {
    const end = start + node.data.length;
    const rangesInNode = passages
      .filter(([from, to]) => from < end && to > start)
      .map(([from, to]) => [Math.max(from, start) - start, Math.min(to, end) - start] as const);
    // The loop starts at the last range, because splitting a node changes the offsets behind the split.
    for (const [from, to] of rangesInNode.toReversed()) {
      const textNode = from === 0 ? node : node.splitText(from);
      if (to - from < textNode.data.length) textNode.splitText(to - from);
      if (textNode.data.trim() !== "") wrapInIns(textNode);
    }
  }
}

function markImages(body: HTMLElement, otherBody: HTMLElement): void {
  const otherKeys = new Set([...otherBody.querySelectorAll("img")].map(imageKey));
  for (const image of body.querySelectorAll("img")) if (!otherKeys.has(imageKey(image))) wrapInIns(image);
}

function setPhotoUrls(body: HTMLElement, urlOf: (photoId: number) => string | undefined): void {
  for (const image of body.querySelectorAll("img[data-photo-id]")) {
    const url = urlOf(Number(image.getAttribute("data-photo-id")));
    if (url !== undefined) image.setAttribute("src", url);
  }
}

/**
 * Returns both bodies with `<ins>` around the words and images that the other body does not have. The formatting stays, and photos
 * get their URLs.
 */
export function markDifferences(
  mine: string,
  theirs: string,
  photoUrl: (photoId: number) => string | undefined,
): { mine: string; theirs: string } {
  const [myText, theirText] = [readText(mine), readText(theirs)];
  const changes = diffTexts(theirText.text, myText.text);
  const passagesOf = (kind: "insert" | "delete"): Passage[] => {
    let offset = 0;
    const passages: Passage[] = [];
    for (const { op, text } of changes) {
      if (op !== "equal" && op !== kind) continue;
      if (op === kind) passages.push([offset, offset + text.length]);
      offset += text.length;
    }
    return passages;
  };
  markImages(myText.body, theirText.body);
  markImages(theirText.body, myText.body);
  markPassages(myText.nodes, passagesOf("insert"));
  markPassages(theirText.nodes, passagesOf("delete"));
  setPhotoUrls(myText.body, photoUrl);
  setPhotoUrls(theirText.body, photoUrl);
  return { mine: myText.body.innerHTML, theirs: theirText.body.innerHTML };
}
