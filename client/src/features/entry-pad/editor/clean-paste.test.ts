// @vitest-environment happy-dom
import { sanitise } from "@daybook/content/sanitise";
import { describe, expect, test } from "vitest";
import { normaliseBody } from "./body.ts";
import { cleanPaste } from "./clean-paste.ts";
import { nearestTextColour } from "./text-colours.ts";

/** The cleaned HTML as the server stores it, after the editor has parsed it. */
const cleanedPaste = (html: string): string => sanitise(normaliseBody(cleanPaste(html)));

const wordHtml = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm; font-size:11.0pt;} --></style>
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--></head>
<body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->
<p class=MsoTitle>A visit to Greenwich<o:p></o:p></p>
<p class=MsoNormal style='margin-bottom:8.0pt;line-height:107%'><span style='font-size:11.0pt;font-family:"Calibri",sans-serif;color:black'>By
water with <b style='mso-bidi-font-weight:normal'>my wife</b>, and <span style='color:#C00000'>very late</span> home.<o:p></o:p></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Oysters<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;&nbsp; </span></span><![endif]>two barrels<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span><![endif]>Wine<o:p></o:p></p>
<p class=MsoNormal align=center style='text-align:center'><span style='background:yellow;mso-highlight:yellow'>Remember</span> this.</p>
<!--EndFragment--></body></html>`;

const googleDocsHtml = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1f0c2a9b-7fff-4a"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;"><span style="font-size:16pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;">At the office</span></h2><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;font-weight:700;">All the morning</span><span style="font-size:11pt;color:#000000;font-style:italic;"> with Sir W. Pen</span><span style="font-size:11pt;color:#1155cc;"> in blue</span></p><br /><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;font-size:11pt;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-size:11pt;color:#000000;">ale</span></p></li></ul><p dir="ltr"><a href="https://www.pepysdiary.com/" style="text-decoration:none;"><span style="font-size:11pt;color:#1155cc;text-decoration:underline;">the diary</span></a></p></b><br class="Apple-interchange-newline">`;

describe("cleaning a paste", () => {
  test("HTML pasted from Word keeps headings, emphasis, nested lists, text colours and highlights, and drops the rest", () => {
    expect(cleanedPaste(wordHtml)).toBe(
      "<h1>A visit to Greenwich</h1>" +
        '<p>By water with <strong>my wife</strong>, and <span style="color: #8f1d14">very late</span> home.</p>' +
        "<p></p>" +
        "<ul><li><p>Oysters</p><ol><li><p>two barrels</p></li></ol></li><li><p>Wine</p></li></ul>" +
        '<p style="text-align: center"><mark>Remember</mark> this.</p>',
    );
  });

  test("HTML pasted from Google Docs is not all bold, black and Arial", () => {
    expect(cleanedPaste(googleDocsHtml)).toBe(
      "<h2>At the office</h2>" +
        "<p><strong>All the morning</strong><em> with Sir W. Pen</em>" +
        '<span style="color: #1d4283"> in blue</span></p><p></p>' +
        "<ul><li><p>ale</p></li></ul>" +
        '<p><a href="https://www.pepysdiary.com/" target="_blank" rel="noopener noreferrer nofollow">the diary</a></p>',
    );
  });

  test("HTML pasted from the web keeps text and structure", () => {
    const webHtml =
      '<article class="post"><nav style="display:flex"><a href="javascript:alert(1)">Share</a></nav>' +
      '<div style="color: rgb(255, 255, 255); background-color: rgb(0, 0, 0); font-size: 18px">White on black</div>' +
      "<blockquote><p>said he</p></blockquote><script>track()</script></article>";
    expect(cleanedPaste(webHtml)).toBe(
      "<p>Share</p><p>White on black</p><blockquote><p>said he</p></blockquote>",
    );
  });

  test("HTML pasted from an old mail program keeps text colours", () => {
    const mailHtml =
      '<p>By water <font color="#C00000" face="Arial">late</font> and <font style="color:#1155cc">blue</font></p>';
    expect(cleanedPaste(mailHtml)).toBe(
      '<p>By water <span style="color: #8f1d14">late</span> and <span style="color: #1d4283">blue</span></p>',
    );
  });

  test("HTML pasted from a browser keeps spaces, and the background of the page does not become a highlight", () => {
    const browserHtml =
      '<span style="color: rgb(36, 41, 46); background-color: rgb(250, 250, 250)">By water<span>&nbsp;</span></span>' +
      '<b style="background-color: rgb(250, 250, 250)">late</b>' +
      '<span style="color: rgb(236, 236, 236); background-color: rgb(33, 33, 33)"><span>&nbsp;</span>home, 5&nbsp;miles</span>' +
      '<span style="background-color: rgb(255, 242, 204)">, in haste</span>';
    expect(cleanedPaste(browserHtml)).toBe(
      "<p>By water <strong>late</strong> home, 5\u00A0miles<mark>, in haste</mark></p>",
    );
  });

  test("pasted lines of text keep each line break", () => {
    expect(
      cleanedPaste('<span style="font-size: 16px">a</span><br><span style="font-size: 16px">b</span>'),
    ).toBe("<p>a<br>b</p>");
    expect(cleanedPaste("a<br><br>b")).toBe("<p>a<br><br>b</p>");
    expect(cleanedPaste('<span style="white-space: pre-wrap">a\n\nb</span>')).toBe("<p>a<br><br>b</p>");
    expect(
      cleanedPaste(
        '<div style="white-space-collapse: preserve"><div>a\n<b>b</b></div>\n<div>c\nd</div></div>',
      ),
    ).toBe("<p>a<br><strong>b</strong></p><p>c<br>d</p>");
    expect(cleanedPaste('<div style="white-space: pre"><p style="white-space: normal">a\nb</p></div>')).toBe(
      "<p>a b</p>",
    );
  });

  test("pasted preformatted text keeps its lines in one block", () => {
    expect(cleanedPaste('<pre><span style="white-space: pre">a\nb</span></pre>')).toBe(
      "<pre><code>a\nb</code></pre>",
    );
  });

  test("HTML pasted from an entry does not change", () => {
    const copiedFromPad =
      '<p data-pm-slice="1 1 []"><span style="font-size: 18px; color: #c0392b">x</span></p>';
    expect(cleanPaste(copiedFromPad)).toBe(copiedFromPad);
  });

  test.each([
    ["#ff0000", "the text colour Red", "Red"],
    ["#0563c1", "the text colour Blue", "Blue"],
    ["#00b050", "the text colour Green", "Green"],
    ["#7030a0", "the text colour Violet", "Violet"],
    ["#333333", "no text colour", undefined],
    ["#ffffff", "no text colour", undefined],
    ["#808080", "no text colour", undefined],
  ])("pasted text in the colour %s gets %s", (colour, _result, name) =>
    expect(nearestTextColour(colour)?.name).toBe(name),
  );
});
