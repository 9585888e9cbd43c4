import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "@daybook/platform/config";
import { createTestDatabase } from "@daybook/platform/testing/database";
import { expect, test } from "vitest";
import { parsePromotion } from "./read-promotion.ts";
import { type PromoCommand, runPromo } from "./run-promo.ts";

test("creates and lists a promo code and a flash sale, and ends the code", async () => {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "daybook-promo-"));
  const config = readConfig({
    DATABASE_URL: database.url,
    DAYBOOK_DATA: folder,
    DAYBOOK_MASTER_KEY: randomBytes(32).toString("base64"),
  });
  async function run(command: PromoCommand): Promise<[number, string[]]> {
    const lines: string[] = [];
    return [await runPromo(command, config, (line) => lines.push(line)), lines];
  }
  function create(options: Parameters<typeof parsePromotion>[0]) {
    const promotion = parsePromotion(options, new Date().toISOString());
    if (typeof promotion === "string") throw new Error(promotion);
    return run({ name: "create", promotion });
  }
  try {
    expect(await run({ name: "list" })).toEqual([0, ["There are no promotions."]]);
    const options = { code: "spring", price: "9.99", plans: "standard:1", ends: "2999-01-01", uses: "100" };
    const [exitCode, [line]] = await create(options);
    expect(exitCode).toBe(0);
    expect(line).toMatch(/^code-1 +running +SPRING +\$9\.99 .*used 0 of 100 +standard:1$/);
    expect(await create(options)).toEqual([1, ["There is or was a promotion with this code."]]);
    expect((await create({ flash: true, ends: "2999-01-01", starts: "2998-01-01" }))[0]).toBe(0);
    expect(await run({ name: "end", idOrCode: "Spring" })).toEqual([0, ["The promotion has ended."]]);
    expect((await run({ name: "end", idOrCode: "Spring" }))[0]).toBe(1);
    const [, lines] = await run({ name: "list" });
    expect(lines.map((text) => text.split(/ {2,}/).slice(1, 4))).toEqual([
      ["planned", "no code", "50 percent off"],
      ["ended", "SPRING", "$9.99"],
    ]);
  } finally {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
});
