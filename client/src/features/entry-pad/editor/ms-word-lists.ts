/** Microsoft Word pastes a list item as a paragraph. The paragraph's style names the list and the level. */
const listStylePattern = /mso-list:\s*l(\d+)\s+level(\d+)/i;
/** The style of the span that contains the bullet or number of a list item. */
const markerStylePattern = /mso-list:\s*ignore/i;
const numberMarkerPattern = /^[\s\u00A0]*(\d+|[a-z]{1,2}|[ivxlcdm]+)[.)]/i;

const styleOf = (element: Element): string => element.getAttribute("style") ?? "";

/** Removes the bullet or number that Word inserts as text, and returns it. */
function removeMarker(item: Element): string {
  const marker = [...item.querySelectorAll("span")].find((span) => markerStylePattern.test(styleOf(span)));
  marker?.remove();
  return marker?.textContent ?? "";
}

type OpenList = { readonly list: Element; readonly level: number; lastItem: Element };

/** Converts list paragraphs of Microsoft Word to nested lists. */
export function convertWordLists(body: HTMLElement): void {
  const { ownerDocument } = body;
  let openLists: OpenList[] = [];
  let previousList: Element | null = null;
  for (const paragraph of body.querySelectorAll("p, h1, h2, h3, h4, h5, h6")) {
    const listMatch = listStylePattern.exec(styleOf(paragraph));
    if (!listMatch) continue;
    const level = Number(listMatch[2]);
    if (previousList === null || paragraph.previousElementSibling !== previousList) openLists = [];
    const kind = numberMarkerPattern.test(removeMarker(paragraph)) ? "ol" : "ul";
    openLists = openLists.filter((openList) => openList.level <= level);
    const innermost = openLists.at(-1);
    const item = ownerDocument.createElement("li");
    if (innermost?.level === level && innermost.list.tagName.toLowerCase() === kind) {
      innermost.list.append(item);
      innermost.lastItem = item;
    } else {
      if (innermost?.level === level) openLists.pop();
      const list = ownerDocument.createElement(kind);
      const parent = openLists.at(-1);
      if (parent) parent.lastItem.append(list);
      else paragraph.before(list);
      list.append(item);
      openLists.push({ list, level, lastItem: item });
    }
    const line = ownerDocument.createElement("p");
    line.append(...paragraph.childNodes);
    item.append(line);
    paragraph.remove();
    previousList = openLists[0]?.list ?? null;
  }
}
