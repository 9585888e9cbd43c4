import type { Element, Root, RootContent } from "hast";

const blocks = new Set([
  "p",
  "h1",
  "h2",
  "h3",
  "blockquote",
  "ul",
  "ol",
  "li",
  "div",
  "pre",
  "table",
  "tr",
  "hr",
]);

/** Plain text of a safe tree: a line a block, bullets for list items, tabs between the cells of a table. */
export function treeToText(tree: Root): string {
  let text = "";
  const newLine = (): void => {
    if (text !== "" && !text.endsWith("\n")) text += "\n";
  };

  function visit(node: RootContent): void {
    if (node.type === "text") {
      text += node.value;
      return;
    }
    if (node.type === "element") visitElement(node);
  }

  function visitElement(element: Element): void {
    const { tagName } = element;
    if (tagName === "br") {
      text += "\n";
      return;
    }
    const isBlock = blocks.has(tagName);
    if (isBlock) newLine();
    if (tagName === "li") text += "• ";
    if ((tagName === "td" || tagName === "th") && text !== "" && !/[\n\t]$/.test(text)) text += "\t";
    for (const child of element.children) if (!isBullet(tagName, child)) visit(child as RootContent);
    if (isBlock) newLine();
  }

  for (const child of tree.children) visit(child);
  return text
    .replace(/• \n/g, "• ")
    .replace(/[ \t]+\n/g, "\n")
    .trim();
}

/** The space that source code has between block elements is no text. */
function isBullet(parent: string, child: Element["children"][number]): boolean {
  const structural =
    parent === "ul" || parent === "ol" || parent === "table" || parent === "tbody" || parent === "tr";
  return structural && child.type === "text" && child.value.trim() === "";
}
