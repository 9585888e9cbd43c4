import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeHtml, excerptAround, highlight, matchesAll } from "./highlight.ts";
import { parseQuery } from "./parse-query.ts";

const unescape = (html: string): string =>
  html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
const unmark = (html: string): string => unescape(html.replace(/<\/?mark>/g, ""));

const piece = fc.constantFrom(
  "lord",
  "Lord’s",
  "<b>",
  "&amp;",
  "</mark>",
  "<mark>",
  "東京",
  "e\u0301",
  "😀",
  " ",
  "\n",
  '"',
  "'",
  "Sandwich",
  "so to bed",
);
const text = fc.array(piece, { maxLength: 60 }).map((parts) => parts.join(" "));
const query = fc
  .array(fc.constantFrom("lord", '"to bed"', "sand", "京", "é", "mark", "amp"), { maxLength: 4 })
  .map((parts) => parts.join(" "));

describe("highlighting", () => {
  it.each([
    ["my Lord of Sandwich", "lord sand", "my <mark>Lord</mark> of <mark>Sandwich</mark>"],
    ["and so to bed", '"so to"', "and <mark>so to</mark> bed"],
    ["<b>Tom & Jerry</b>", "tom", "&lt;b&gt;<mark>Tom</mark> &amp; Jerry&lt;/b&gt;"],
    ["我們去北京市", "北京", "我們去<mark>北京</mark>市"],
    ["我們去北京市", "京", "我們去北<mark>京</mark>市"],
    ["Cafe\u0301s", "café", "<mark>Cafe\u0301s</mark>"],
    ["we don't, don't we", "dont", "we <mark>don&#39;t</mark>, <mark>don&#39;t</mark> we"],
    ["we don't", "don", "we <mark>don</mark>&#39;t"],
    ["at six o'clock", '"six oclock"', "at <mark>six o&#39;clock</mark>"],
    ["バラが".normalize("NFD"), "バ", `<mark>${"バ".normalize("NFD")}</mark>${"ラが".normalize("NFD")}`],
    ["セカイ 세계".normalize("NFD"), "세계", `セカイ <mark>${"세계".normalize("NFD")}</mark>`],
    ["nothing", "else", "nothing"],
  ])("matches in %j are highlighted for the query %j", (source, typedQuery, html) => {
    expect(highlight(source, parseQuery(typedQuery))).toBe(html);
  });

  it("highlighting also marks other forms of a word", () => {
    const terms = parseQuery("folding napkins").map((term, index) => ({
      ...term,
      otherForms: index === 0 ? ["folded"] : ["napkin"],
    }));
    const html = "She <mark>folded</mark> a <mark>napkin</mark>, <mark>folding</mark> and unfolding";
    expect(highlight("She folded a napkin, folding and unfolding", terms)).toBe(html);
    expect(matchesAll("folded napkin", terms)).toBe(true);
    expect(matchesAll("folded", terms)).toBe(false);
  });

  it("highlighting escapes everything and loses no text", () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: "binary" })), query, (source, typedQuery) => {
        const html = highlight(source, parseQuery(typedQuery));
        expect(unmark(html)).toBe(source);
        const htmlWithoutMarks = html.replace(/<mark>|<\/mark>/g, "");
        expect(htmlWithoutMarks).toBe(escapeHtml(source));
        expect(html.match(/<mark>/g)?.length).toBe(html.match(/<\/mark>/g)?.length);
      }),
    );
  });
});

describe("excerpts", () => {
  it("an excerpt is a short piece of the text, escaped", () => {
    fc.assert(
      fc.property(
        fc.oneof(text, fc.string({ unit: "binary", maxLength: 900 })),
        query,
        (source, typedQuery) => {
          const html = excerptAround(source, parseQuery(typedQuery));
          const line = source.replace(/\s+/g, " ").trim();
          const excerptText = unmark(html);
          const core = excerptText.replace(/^…/, "").replace(/…$/, "");
          expect(line.includes(core) || line.includes(excerptText)).toBe(true);
          expect(core.length).toBeLessThanOrEqual(400);
          expect(html.replace(/<\/?mark>/g, "")).not.toMatch(/<|>|"|&(?!(?:amp|lt|gt|quot|#39);)/);
        },
      ),
    );
  });

  it("an excerpt shows the part with the most matches, in whole words", () => {
    const filler = "up betimes and by water to the office ".repeat(20);
    const source = `lord ${filler} my lord of sandwich came ${filler} sandwich`;
    const html = excerptAround(source, parseQuery("lord sandwich"));
    expect(html).toContain("my <mark>lord</mark> of <mark>sandwich</mark> came");
    expect(html).toMatch(/^….*…$/);
    const excerptText = unmark(html).slice(1, -1);
    expect(excerptText.length).toBeGreaterThan(150);
    expect(excerptText.length).toBeLessThanOrEqual(200);
    expect(source.replace(/\s+/g, " ").split(" ")).toEqual(expect.arrayContaining(excerptText.split(" ")));
  });

  it("the excerpt of a text without matches is its beginning", () => {
    expect(excerptAround("  Up\n betimes ", parseQuery("x"))).toBe("Up betimes");
    expect(excerptAround("word ".repeat(100), parseQuery("x"))).toMatch(/^word .*word…$/);
    expect(excerptAround("", parseQuery("x"))).toBe("");
  });

  it("an excerpt is short even around a letter with very many accents", () => {
    const source = `a${"\u0301".repeat(100_000)}-lord`;
    expect(excerptAround(source, parseQuery("lord"))).toMatch(/^…\u0301{50,230}-<mark>lord<\/mark>$/);
  });

  it("an excerpt is short even for a long text with many matches", () => {
    const html = excerptAround("and so to bed ".repeat(50_000), parseQuery("bed and"));
    expect(html).toMatch(/^<mark>and<\/mark> so to <mark>bed<\/mark> <mark>and<\/mark> so.*…$/);
    expect(unmark(html).length).toBeLessThanOrEqual(202);
  });
});

it("`matchesAll` detects whether all terms of a query match a text", () => {
  expect(matchesAll("my Lord of Sandwich", parseQuery('lord "of sandwich"'))).toBe(true);
  expect(matchesAll("my Lord of Sandwich", parseQuery("lord montagu"))).toBe(false);
});
