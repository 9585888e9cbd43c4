import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRichText } from "./read-rich-text.ts";
import { sanitise } from "./sanitise.ts";

const vectors = [
  "<script>alert(1)</script>",
  "<ScRiPt src=//x></sCrIpT>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  "<svg><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>",
  "<svg><animate attributeName=href values=javascript:alert(1) /></svg>",
  "<svg><style><img src=x onerror=alert(1)></style></svg>",
  "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>",
  "<math><maction actiontype=statusline xlink:href=javascript:alert(1)>x</maction></math>",
  "<a href=javascript:alert(1)>x</a>",
  "<a href=' javascript:alert(1)'>x</a>",
  "<a href='java\tscript:alert(1)'>x</a>",
  "<a href='jav&#x09;ascript:alert(1)'>x</a>",
  "<a href='&#1;javascript:alert(1)'>x</a>",
  "<a href='vbscript:msgbox(1)'>x</a>",
  "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
  "<a href='JaVaScRiPt:alert(1)'>x</a>",
  "<iframe src=javascript:alert(1)></iframe>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<object data=javascript:alert(1)></object>",
  "<embed src=javascript:alert(1)>",
  "<form action=javascript:alert(1)><input type=submit></form>",
  "<input autofocus onfocus=alert(1)>",
  "<input type=image src=x onerror=alert(1)>",
  "<button formaction=javascript:alert(1)>x</button>",
  "<textarea><img src=x onerror=alert(1)></textarea>",
  "<xmp><img src=x onerror=alert(1)></xmp>",
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
  "<template><script>alert(1)</script></template>",
  "<style>@import 'javascript:alert(1)'</style>",
  "<style><!--</style><script>alert(1)//--></script>",
  "<link rel=stylesheet href=javascript:alert(1)>",
  "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
  "<base href=javascript:alert(1)//>",
  "<p style='background:url(javascript:alert(1))'>x</p>",
  "<p style='width:expression(alert(1))'>x</p>",
  "<p style='position:fixed;top:0;left:0;width:100%'>x</p>",
  "<p style='color:\\75rl(x)'>x</p>",
  "<span style='font-family:x;behavior:url(x)'>x</span>",
  "<video><source onerror=alert(1)></video>",
  "<audio src=x onerror=alert(1)>",
  "<details open ontoggle=alert(1)>x</details>",
  "<marquee onstart=alert(1)>x</marquee>",
  "<img src='data:image/svg+xml,<svg onload=alert(1)>'>",
  "<img src='data:text/html,x'>",
  "<table background=javascript:alert(1)><tr><td>x</td></tr></table>",
  "<!--[if gte IE 4]><script>alert(1)</script><![endif]-->",
  "<![CDATA[<script>alert(1)</script>]]>",
  "<p id=x name=y class=z onclick=alert(1)>x</p>",
  "<listing>&lt;img src=x onerror=alert(1)&gt;</listing>",
  "<select><template shadowrootmode=open><script>alert(1)</script></template></select>",
  "<a href='https://ok.example' onmouseover=alert(1) target=evil>x</a>",
];

/** Nothing that runs, loads or reaches out of its place. Text may say anything, so only markup is looked at. */
function dangers(html: string): string[] {
  const markup = html.match(/<[^>]*>/g)?.join("") ?? "";
  return [
    /<(script|style|svg|math|iframe|object|embed|textarea|xmp|form|link|meta|base|template|noscript|video|audio|button|select)/i,
    /\son\w+\s*=/i,
    /(href|src)\s*=\s*["']?\s*(javascript|vbscript|data:(?!image\/(png|jpeg|gif|webp);base64,))/i,
    /style="[^"]*(url|expression|position|behavior|\\|import)/i,
    /\s(id|name|srcdoc|formaction|background)=/i,
    /<!--/,
  ]
    .filter((danger) => danger.test(markup))
    .map(String);
}

describe("sanitising", () => {
  it.each(vectors)("makes %s harmless, and stays so", (vector) => {
    const clean = sanitise(`<p>before</p>${vector}<p>after</p>`);
    expect(dangers(clean)).toEqual([]);
    expect(clean).toContain("before");
    expect(sanitise(clean)).toBe(clean);
  });

  it("finds dangers in the vectors themselves, so that the check above can fail", () => {
    expect(vectors.filter((vector) => dangers(vector).length > 0).length).toBeGreaterThan(40);
  });

  it("of any soup of tags is harmless, and doing it twice changes nothing", () => {
    const piece = fc.oneof(
      fc.constantFrom(...vectors),
      fc.constantFrom(
        "<p>",
        "</p>",
        "<b>",
        "</i>",
        "<table>",
        "<tr>",
        "<td>",
        "</table>",
        "<li>",
        "<a href=x>",
        "<!--",
      ),
      fc.string({ maxLength: 8 }),
      fc.constantFrom("\u200b", "\u0000", "&lt;script&gt;", "👩‍👩‍👧", "<svg>", "</style>"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const clean = sanitise(pieces.join(""));
        expect(dangers(clean)).toEqual([]);
        expect(sanitise(clean)).toBe(clean);
      }),
      { numRuns: 300 },
    );
  });

  it("writes old tags as the editor does, and unwraps what it does not know", () => {
    expect(sanitise("<b>a</b><i>b</i><strike>c</strike><font color=red>d</font>")).toBe(
      "<strong>a</strong><em>b</em><s>c</s>d",
    );
  });

  it("keeps the styles that the editor writes, in their exact spelling only", () => {
    const style = "color: #aa0000; font-size: 18px; text-align: center";
    expect(sanitise(`<p style="${style}; margin: 9px">x</p>`)).toBe(`<p style="${style}">x</p>`);
  });

  it("survives nesting that nobody writes by hand", () => {
    const deep = sanitise(`${"<div>".repeat(20_000)}kept${"</div>".repeat(20_000)}`);
    expect(deep).toContain("kept");
    expect(sanitise("<b a=1>".repeat(5_000) + "kept")).toContain("kept");
  });
});

describe("invisible characters", () => {
  it("are stripped from bodies", () => {
    expect(sanitise("<p>a\u200bb\ufeffc\u2060d</p>")).toBe("<p>abcd</p>");
  });

  it("stay where they carry meaning", () => {
    expect(sanitise("<p>👩‍👩‍👧 می‌خواهم</p>")).toBe("<p>👩‍👩‍👧 می‌خواهم</p>");
    expect(sanitise("<p>a\u200db</p>")).toBe("<p>ab</p>");
  });
});

describe("reading rich text", () => {
  it("tells text, words and beginning", () => {
    const read = readRichText("<p>Up betimes.</p><ul><li>one</li><li>two</li></ul><p>To bed</p>");
    expect(read.text).toBe("Up betimes.\n• one\n• two\nTo bed");
    expect(read.wordCount).toBe(6);
    expect(read.excerpt).toBe("Up betimes. • one • two To bed");
  });

  it("separates the cells of a table", () => {
    expect(readRichText("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>").text).toBe(
      "a\tb\nc",
    );
  });

  it("cuts the beginning between words", () => {
    const { excerpt } = readRichText(`<p>${"word ".repeat(100)}</p>`);
    expect(excerpt.length).toBeLessThanOrEqual(200);
    expect(excerpt.endsWith("word…")).toBe(true);
  });

  it("counts a picture, a rule and a table as content", () => {
    expect(readRichText('<img src="data:image/png;base64,aa==">').isEmpty).toBe(false);
    expect(readRichText("<hr>").isEmpty).toBe(false);
    expect(readRichText("<p></p>").isEmpty).toBe(true);
    expect(readRichText("").isEmpty).toBe(true);
  });
});
