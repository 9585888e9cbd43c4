// @vitest-environment happy-dom
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sanitise } from "./sanitise.ts";
import { editorDoc, editorHtml } from "./testing/editor-schema.ts";
import { randomDoc } from "./testing/random-doc.ts";
import { textBeginning } from "./text-beginning.ts";
import { toText } from "./to-text.ts";

describe("beginnings of texts", () => {
  it("the beginning of a text is a prefix of the whole text, for every document", () => {
    const repeats = fc.integer({ min: 1, max: 20 });
    fc.assert(
      fc.property(randomDoc, repeats, fc.integer({ min: 1, max: 300 }), (random, times, length) => {
        const html = sanitise(editorHtml(editorDoc(random))).repeat(times);
        const beginning = textBeginning(html, length);
        expect(toText(html).startsWith(beginning)).toBe(true);
        expect(beginning.length).toBeLessThanOrEqual(length);
      }),
    );
  });

  it("the beginning of a short text is the whole text", () => {
    expect(textBeginning("<p>so to</p><p>bed</p>", 9)).toBe("so to\nbed");
    expect(textBeginning("", 9)).toBe("");
  });

  it("the beginning of a text has the full length when the markup is much longer than the text", () => {
    const html = `<p><img src="data:image/png;base64,${"A".repeat(100_000)}"></p><p>${"word ".repeat(50)}</p>`;
    expect(textBeginning(html, 20)).toBe("word ".repeat(4));
  });

  it("the beginning of a text includes the first words of a table, wherever the HTML of the table is cut", () => {
    const cells = `<td><p>${"word ".repeat(5)}</p></td>`.repeat(60);
    for (let shift = 0; shift < 40; shift++) {
      const html = `<p>${"a".repeat(shift)}</p><table><tbody><tr>${cells}</tr></tbody></table>`;
      expect(textBeginning(html, 60)).toBe(toText(html).slice(0, 60));
    }
  });

  it("the beginning of a text does not cut an emoji", () => {
    expect(textBeginning(`<p>a👩‍👩‍👧</p><p>${"b".repeat(900)}</p>`, 5)).toBe("a");
  });
});
