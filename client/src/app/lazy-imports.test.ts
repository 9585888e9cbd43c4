import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** The code without the calls of `whenReachable`. */
function withoutWhenReachable(code: string): string {
  const start = code.indexOf("whenReachable(");
  if (start === -1) return code;
  let end = code.indexOf("(", start) + 1;
  for (let depth = 1; depth > 0 && end < code.length; end += 1) {
    if (code[end] === "(") depth += 1;
    if (code[end] === ")") depth -= 1;
  }
  return code.slice(0, start) + withoutWhenReachable(code.slice(end));
}

test("routes and their loaders import code with whenReachable", () => {
  const files = readdirSync(folder).filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file));
  const codeOf = (file: string) => readFileSync(`${folder}/${file}`, "utf8");
  expect(files.filter((file) => codeOf(file).includes("whenReachable(")).length).toBeGreaterThan(5);
  expect(files.filter((file) => withoutWhenReachable(codeOf(file)).includes("import("))).toEqual([]);
});
