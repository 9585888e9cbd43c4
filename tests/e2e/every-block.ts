import { fontSizes } from "@daybook/domain/contract/appearance-values";

const sentence =
  "Up betimes and by water to Deptford, and there walked in the dock and looked at the ships. ";

/** Every kind of block, with wrapped lines, and every text size and some fonts within a line. */
export const everyBlock = [
  `<p>${sentence.repeat(3)}</p>`,
  `<h1>The dock</h1><p>${sentence}</p><h2>The ships</h2><p>${sentence}</p><h3>Their masters</h3>`,
  `<p>${fontSizes.map((size) => `<span style="font-size: ${size}px">size ${size}</span> `).join("")}</p>`,
  '<p><span style="font-family: Georgia">Georgia</span> <span style="font-family: Courier New">Courier</span> <code>code</code> x<sup>2</sup> h<sub>2</sub>o <strong>bold</strong> <mark>marked</mark></p>',
  `<ul><li><p>one</p><ul><li><p>${sentence.repeat(2)}</p></li></ul></li><li><p>two</p></li></ul>`,
  `<ol><li><p>first</p></li><li><p>second</p></li></ol><blockquote><p>${sentence.repeat(2)}</p><p>quoted</p></blockquote>`,
  '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><label><input type="checkbox" checked></label><div><p>call</p></div></li><li data-type="taskItem" data-checked="false"><label><input type="checkbox"></label><div><p>write</p></div></li></ul>',
  "<pre><code>one\ntwo</code></pre><hr><table><tbody><tr><th><p>name</p></th><td><p>value</p></td></tr><tr><td><p>a</p></td><td><p>b</p></td></tr></tbody></table>",
  `<p>${sentence}</p>`,
].join("");
