import fc from "fast-check";
import { type DocMark, type DocNode, markOrder } from "../document.ts";
import { alignments, fontFamilies, fontSizes } from "../text-styles.ts";

const text = fc.oneof(
  fc.constantFrom(
    "a",
    " ",
    "  b",
    "c  ",
    "d\u00A0e",
    "<script>",
    "&amp; &",
    "“f”",
    "👩‍👩‍👧",
    "می‌خواهم",
    "日本",
    "\tg",
    "1.",
    "'\"",
  ),
  fc.string({ minLength: 1, maxLength: 6 }).map((value) => value.replace(/[^\x20-\x7E]/g, "h")),
);

const attrsOf: Readonly<Record<string, fc.Arbitrary<Record<string, unknown>>>> = {
  link: fc.record(
    {
      href: fc.constantFrom("https://a.example/?b=1&c=%22", "mailto:a@b.example", "/journals/1", "#x"),
      title: fc.constantFrom("t", 'say "x" & <y>'),
    },
    { requiredKeys: ["href"] },
  ),
  textStyle: fc
    .record(
      {
        color: fc.constantFrom("#aa0000", "#00ff00"),
        fontFamily: fc.constantFrom(...fontFamilies),
        fontSize: fc.constantFrom(...fontSizes.map((size) => `${size}px`)),
      },
      { requiredKeys: [] },
    )
    .filter((attrs) => Object.keys(attrs).length > 0),
};

const marks: fc.Arbitrary<DocMark[]> = fc
  .subarray([...markOrder], { maxLength: 4 })
  .chain((types) =>
    fc.tuple(
      ...types.map((type) =>
        (attrsOf[type] ?? fc.constant(undefined)).map((attrs) => (attrs ? { type, attrs } : { type })),
      ),
    ),
  );

const inline: fc.Arbitrary<DocNode[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ type: fc.constant("text"), text, marks }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant("hardBreak"), marks }) },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant("image"),
        marks,
        attrs: fc.record(
          {
            src: fc.constantFrom("https://a.example/b.png", "data:image/png;base64,iVBORw0KGgo=", "/api/c"),
            alt: fc.constantFrom("an image", 'a "b" <c>'),
            title: fc.constant("t"),
            width: fc.constantFrom(1, 640),
            height: fc.constantFrom(1, 480),
            photoId: fc.constantFrom("12", "4503599627370495"),
          },
          { requiredKeys: ["src"] },
        ),
      }),
    },
  ),
  { maxLength: 6 },
);

const paragraph = fc.record({
  type: fc.constant("paragraph"),
  attrs: fc.record({ textAlign: fc.constantFrom(null, ...alignments) }),
  content: inline,
});
const heading = fc.record({
  type: fc.constant("heading"),
  attrs: fc.record({ level: fc.constantFrom(1, 2, 3), textAlign: fc.constantFrom(null, ...alignments) }),
  content: inline,
});
const code = fc.record({
  type: fc.constant("codeBlock"),
  attrs: fc.record({ language: fc.constantFrom(null, "ts", "c++") }),
  content: fc.constantFrom([], [{ type: "text", text: "\nlet a = 1 < 2;\n\n  b  \n" }]),
});
const rule: fc.Arbitrary<DocNode> = fc.constant({ type: "horizontalRule" });

const { block } = fc.letrec<{ block: DocNode; blocks: DocNode[]; itemContent: DocNode[] }>((tie) => {
  const itemContent = tie("itemContent");
  return {
    block: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      paragraph,
      heading,
      code,
      rule,
      fc.record({ type: fc.constant("blockquote"), content: tie("blocks") }),
      fc.record({
        type: fc.constant("bulletList"),
        content: fc.array(fc.record({ type: fc.constant("listItem"), content: itemContent }), {
          minLength: 1,
          maxLength: 3,
        }),
      }),
      fc.record({
        type: fc.constant("orderedList"),
        attrs: fc.record({ start: fc.constantFrom(1, 3, 0), type: fc.constantFrom(null, "a", "I") }),
        content: fc.array(fc.record({ type: fc.constant("listItem"), content: itemContent }), {
          minLength: 1,
          maxLength: 3,
        }),
      }),
      fc.record({
        type: fc.constant("taskList"),
        content: fc.array(
          fc.record({
            type: fc.constant("taskItem"),
            attrs: fc.record({ checked: fc.boolean() }),
            content: itemContent,
          }),
          { minLength: 1, maxLength: 3 },
        ),
      }),
      fc.record({
        type: fc.constant("table"),
        content: fc.array(
          fc.record({
            type: fc.constant("tableRow"),
            content: fc.array(
              fc.record({
                type: fc.constantFrom("tableCell", "tableHeader"),
                attrs: fc.record({ colspan: fc.constantFrom(1, 2), rowspan: fc.constantFrom(1, 3) }),
                content: tie("blocks"),
              }),
              { minLength: 1, maxLength: 3 },
            ),
          }),
          { minLength: 1, maxLength: 2 },
        ),
      }),
    ),
    blocks: fc.array(tie("block"), { minLength: 1, maxLength: 2 }),
    itemContent: fc
      .tuple(paragraph, fc.array(tie("block"), { maxLength: 1 }))
      .map(([first, rest]) => [first, ...rest]),
  };
});

/** Random documents that fit the editor's schema. */
export const randomDoc: fc.Arbitrary<DocNode> = fc
  .array(block, { minLength: 1, maxLength: 4 })
  .map((content) => ({ type: "doc", content }));
