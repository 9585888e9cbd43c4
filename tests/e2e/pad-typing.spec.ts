import { expect, padOf, test } from "../fixtures.ts";
import { logInNewUser } from "./test-users.ts";

test("text is formatted by Markdown, the toolbar, keys and pasting; pasted scripts and positions are dropped", async ({
  page,
  product,
  context,
  consoleErrors,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await logInNewUser(page, product);
  const pad = padOf(page);
  await pad.openNew();
  await pad.text.click();
  await test.step("Ctrl+V pastes formatting, Ctrl+Shift+V plain text", async () => {
    await page.evaluate(async () => {
      const html = "<h2 style='font-family:Arial'>News</h2><p>He <b>came</b> with **stars**</p>";
      await navigator.clipboard.write([
        new ClipboardItem({
          "text/html": new Blob([html], { type: "text/html" }),
          "text/plain": new Blob(["News\n\nHe came with **stars**"], { type: "text/plain" }),
        }),
      ]);
    });
    await page.keyboard.press("Control+Shift+V");
    await expect(pad.text.getByRole("paragraph")).toHaveText(["News", "He came with **stars**"]);
    await expect(pad.text.locator("h2, strong")).toHaveCount(0);
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Control+V");
    await expect(pad.text.getByRole("heading", { level: 2 })).toHaveText("News");
    await expect(pad.text.getByRole("strong")).toHaveText("came");
  });

  await test.step("Markdown is converted while it is typed", async () => {
    await page.keyboard.press("Control+A");
    await page.keyboard.type("# Lord’s day");
    await page.keyboard.press("Enter");
    await page.keyboard.type("- ale");
    await page.keyboard.press("Enter");
    await page.keyboard.type("anchovies");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expect(pad.text.getByRole("heading", { level: 1 })).toHaveText("Lord’s day");
    await expect(pad.text.getByRole("listitem")).toHaveText(["ale", "anchovies"]);
  });

  await test.step("formatting comes from the toolbar and the keyboard", async () => {
    const toolbar = page.getByRole("toolbar", { name: "Formatting" });
    await toolbar.getByRole("button", { name: "Heading 1" }).click();
    await page.keyboard.type("At the office");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+b");
    await page.keyboard.type("All the morning");
    await page.keyboard.press("Control+b");
    await page.keyboard.press("Enter");
  });

  await test.step("pasted HTML keeps its text and formatting, but no scripts and positions", async () => {
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData(
        "text/html",
        `<p style="position:fixed" onclick="alert(1)">Up <b>early</b> <span style="color:#c0392b;position:fixed">and red</span><script>window.stolen = 1</script><img src="x" onerror="window.stolen = 1"></p>`,
      );
      document.activeElement?.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true }),
      );
    });
    await pad.expectSaved();
    const hasRunScript = () => page.evaluate(() => "stolen" in window);
    expect(await hasRunScript()).toBe(false);
    await page.reload();
    await expect(pad.text).toContainText("Up early and red");
    await expect(pad.text.getByRole("heading", { level: 1 })).toHaveText(["Lord’s day", "At the office"]);
    await expect(pad.text.getByRole("listitem")).toHaveText(["ale", "anchovies"]);
    await expect(pad.text.getByRole("strong")).toHaveText(["All the morning", "early"]);
    expect(await pad.text.innerHTML()).not.toMatch(/script|onerror|onclick|position/);
    // A pasted colour becomes the nearest colour of the toolbar.
    await expect(pad.text.getByText("and red")).toHaveCSS("color", "rgb(143, 29, 20)");
    expect(await hasRunScript()).toBe(false);
    // The browser reports each handler that the page's content security policy blocked.
    const blockedHandlers = consoleErrors.filter((text) =>
      text.startsWith("Executing inline event handler violates"),
    );
    consoleErrors.splice(
      0,
      consoleErrors.length,
      ...consoleErrors.filter((text) => !blockedHandlers.includes(text)),
    );
  });
});
