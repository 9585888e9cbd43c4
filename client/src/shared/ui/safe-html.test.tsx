// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { SafeHtml } from "./safe-html.tsx";

const render = (html: string): string => renderToStaticMarkup(<SafeHtml html={html} />);

describe("the HTML of an entry", () => {
  test.each([
    "<h2>Day</h2><p>Up <strong>early</strong>, <em>very</em>.</p>",
    '<p style="text-align:center">middle</p>',
    '<ul><li><p>one</p></li></ul><ol start="3"><li><p>three</p></li></ol>',
    '<table><tbody><tr><td colSpan="2"><p>x</p></td></tr></tbody></table>',
    '<p><a href="https://example.org" target="_blank" rel="noopener noreferrer nofollow">there</a></p>',
  ])("%s is shown unchanged", (html) => expect(render(html).toLowerCase()).toBe(html.toLowerCase()));

  test.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<p onclick=alert(1)>text</p>",
    '<a href="javascript:alert(1)">text</a>',
    '<a href=" jAvAsCrIpT:alert(1)">text</a>',
    '<img src="javascript:alert(1)">',
    '<img src="//elsewhere.example/x.png">',
    "<svg><script>alert(1)</script></svg>",
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<p style="background:url(javascript:alert(1))">text</p>',
    '<p style="color:red;position:fixed">text</p>',
    '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
    '<p style="constructor:alert(1)">text</p>',
    "<form action=/x><input name=a></form>",
    "<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>",
  ])("%s is harmless", (html) => {
    expect(render(html)).not.toMatch(
      /alert|script|onerror|onclick|elsewhere|position|url\(|<form|<input|<iframe|<svg/i,
    );
  });

  test("unknown elements keep their text", () =>
    expect(render("<marquee><b>words</b></marquee>")).toBe("words"));

  test("task items show their checkboxes as symbols", () => {
    const list = (isChecked: boolean) =>
      `<ul data-type="taskList"><li data-checked="${isChecked}"><label><input type="checkbox"></label><div><p>call</p></div></li></ul>`;
    expect(render(list(true))).toBe("<ul><li>☑ <p>call</p></li></ul>");
    expect(render(list(false))).toBe("<ul><li>☐ <p>call</p></li></ul>");
  });

  test("a picture from another website is replaced by a note that names the website; a photo of Daybook is shown", () => {
    const html = '<p><img src="https://pictures.example.org/a.png" alt="The river"></p>';
    expect(render(html)).not.toContain("<img");
    expect(render(html)).toContain("The river. Picture from pictures.example.org, not loaded");
    expect(render('<img src="/api/photos/1">')).toContain("<img class");
  });

  test("a resized photo keeps its size", () =>
    expect(render('<img src="/api/photos/1" width="200">')).toContain('width="200"'));
});
