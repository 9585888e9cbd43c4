import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { expect, padOf, test } from "../fixtures.ts";
import { expectLooksGood } from "./looks.ts";
import { logInNewUser, openEntry } from "./test-users.ts";

test("an entry is written to a prompt; another one gets a public link, and is sent by e-mail to several people", async ({
  page,
  product,
  consoleErrors,
  expectNetworkErrors,
}) => {
  const user = await logInNewUser(page, product);
  const pad = padOf(page);
  await test.step("a prompt is shown above the entry and saved with it", async () => {
    await pad.openNew();
    await page.getByRole("button", { name: "Give me a prompt" }).focus();
    await page.keyboard.press("Enter");
    const prompt = page.getByRole("region", { name: "Prompt" });
    await expect(prompt.getByRole("paragraph")).not.toBeEmpty();
    await expect(pad.text).toBeFocused();
    const firstPrompt = await prompt.getByRole("paragraph").innerText();
    await prompt.getByRole("button", { name: "Another prompt" }).click();
    await expect(prompt.getByRole("paragraph")).not.toHaveText(firstPrompt);
    const chosenPrompt = await prompt.getByRole("paragraph").innerText();
    await expectLooksGood(page);
    const createRequest = page.waitForRequest(
      (request) => request.method() === "POST" && request.url().endsWith("entries"),
    );
    await pad.type("That I am well.");
    expect(Number((await createRequest).postDataJSON().prompt_id)).toBeGreaterThan(0);
    await page.waitForURL(/\/journals\/\d+\/\d+$/);
    await pad.expectSaved();
    await expect(prompt.getByRole("button")).toHaveCount(0);
    await page.reload();
    await expect(prompt).toHaveText(chosenPrompt);
  });

  await openEntry(page, user, "By water", "To Deptford, and home again.");
  await test.step("a public link is created, read without a session, and removed", async () => {
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await page.getByRole("menuitem", { name: "Public link…" }).click();
    const dialog = page.getByRole("dialog", { name: "Public link" });
    await expect(dialog).toContainText("Anyone with the link can read this entry");
    await expect(dialog).toContainText("locked or in the trash");
    await dialog.getByRole("button", { name: "Create a public link" }).click();
    await expect(dialog.getByLabel("Link", { exact: true })).toHaveValue(/^http/);
    const link = await dialog.getByLabel("Link", { exact: true }).inputValue();
    expect(new URL(link).origin).toBe(new URL(product.url).origin);
    await expectLooksGood(page);
    await dialog.getByRole("button", { name: "Copy" }).click();
    await expect(dialog.getByText(/Copied\.|Ctrl\+C/)).toBeVisible();
    /** Reads the entry as a person without an account does. */
    const readAsVisitor = () =>
      remoteDaybook(product.url).call("publicEntry", {
        params: { slug: new URL(link).pathname.replace("/public/", "") },
      });
    const shared = await readAsVisitor();
    expect(shared.ok && shared.body.entry.title).toBe("By water");

    // The pad and the list each show a mark for the link, which opens its dialog.
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Public link" }).click();
    await expect(dialog.getByLabel("Link", { exact: true })).toHaveValue(link);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Public link" })).toBeFocused();
    await page.goto(`/journals/${user.journalId}/entries`);
    const publicLinkMark = page.getByRole("link", { name: "Public link of By water" });
    await expectLooksGood(page);
    await publicLinkMark.click();
    await expect(dialog.getByLabel("Link", { exact: true })).toHaveValue(link);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.reload();
    await expect(page.getByRole("button", { name: "Public link" })).toBeVisible();
    await expect(dialog).toBeHidden();

    // The public link is still there after the page was opened again.
    await page.getByRole("button", { name: "Share", exact: true }).focus();
    await page.keyboard.press("ArrowUp");
    await expect(page.getByRole("menuitem").last()).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel("Link", { exact: true })).toHaveValue(link);
    await expect(dialog.getByRole("link", { name: "Open" })).toHaveAttribute("href", link);
    await dialog.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove the link" }).click();
    await expect(dialog.getByText("Link removed.")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Create a public link" })).toBeVisible();
    await expect(
      page.getByRole("button", { name: "Public link", exact: true, includeHidden: true }),
    ).toHaveCount(0);
    expect((await readAsVisitor()).status).toBe(404);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  // Nothing has failed so far. In the last step, the server refuses a mail to an invalid address.
  expect(consoleErrors).toEqual([]);
  expectNetworkErrors();
  await test.step("an entry is sent by e-mail to several people with a message, but not to more than twenty", async () => {
    await page.getByRole("button", { name: "Share", exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Send this entry by e-mail" });
    const to = dialog.getByLabel("To", { exact: true });
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(to).toHaveAccessibleDescription("Add at least one e-mail address.");
    // Addresses of this run, because all tests of a worker share an outbox.
    const run = crypto.randomUUID();
    await to.fill(`elisabeth-${run}@example.com`);
    await page.keyboard.press("Enter");
    await to.pressSequentially(`will-${run}@example.com, jane@`);
    await expect(dialog.getByRole("listitem")).toHaveCount(2);
    await dialog.getByLabel("Message").fill("Read this.");
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(to).toHaveAccessibleDescription("Not an e-mail address: jane@");
    await expectLooksGood(page);
    await dialog.getByRole("button", { name: "Remove jane@" }).click();
    await expect(to).toBeFocused();
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(page.getByText("Sent to 2 people.")).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await page.getByRole("menuitem", { name: "Send by e-mail…" }).click();
    await to.fill(Array.from({ length: 21 }, (_, index) => `p${index}@example.com`).join(", "));
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(to).toHaveAccessibleDescription("At most 20 people at once.");
    await expect(dialog.getByRole("listitem")).toHaveCount(21);
    const outbox = join(product.data, "outbox");
    await expect
      .poll(
        async () => {
          const names = (await readdir(outbox)).filter((name) => name.endsWith(".eml"));
          const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), "utf8")));
          return mails.filter((mail) => /^To: .*(?:elisabeth|will)-/im.test(mail) && mail.includes(run))
            .length;
        },
        { timeout: 30_000 },
      )
      .toBe(2);
  });
});
