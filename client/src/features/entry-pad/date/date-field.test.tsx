// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { createAtom } from "../../../shared/atom.ts";
import type { Services } from "../../../shared/services.ts";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import type { Writing } from "../autosave/writing.ts";
import { padText } from "../pad-text.ts";
import { DateField } from "./date-field.tsx";
import { createBlankWriting } from "./writing-date.ts";

// Compiling the chunk takes a while on a busy machine.
beforeAll(() => import("./calendar.tsx"), 180_000);

let removePage = () => Promise.resolve();
afterEach(() => removePage());

async function showField() {
  let writing: Writing = { ...createBlankWriting(0), localDate: "1660-01-01" };
  const settings = { current: createAtom(null) } as unknown as Services["settings"];
  const field = () => (
    <DateField
      writing={writing}
      dateMethod="created"
      modifiedAt={undefined}
      readOnly={false}
      onChange={(change) => {
        writing = { ...writing, ...change };
      }}
    />
  );
  const page = await renderForTest(field(), { settings });
  removePage = page.remove;
  const input = document.querySelector("input")!;
  return {
    input,
    press: (init: KeyboardEventInit) =>
      act(async () => void input.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, ...init }))),
    choose: async (day: string) => {
      await vi.waitFor(() => expect(page.button(day)).toBeDefined());
      await act(async () => {
        page.button(day).focus();
        page.button(day).click();
      });
      await page.show(field());
    },
  };
}

test.each(["click", "key"])(
  "a %s opens the calendar, and the field shows the day chosen there",
  async (by) => {
    const { input, press, choose } = await showField();
    await act(async () => {
      input.focus();
      if (by === "click") input.click();
    });
    if (by === "key") await press({ key: "ArrowDown", altKey: true });
    await choose("Friday, 2 January 1660");
    expect(document.activeElement?.getAttribute("aria-label")).toBe(padText.dateLabel);
    expect(input.value).toBe("1660-01-02");
  },
);

test("Escape closes only the calendar: the page, which would end focus mode, does not get the key", async () => {
  const { input, press } = await showField();
  const handleOnPage = vi.fn<() => void>();
  window.addEventListener("keydown", handleOnPage);
  await act(async () => {
    input.focus();
    input.click();
  });
  await press({ key: "Escape" });
  expect(handleOnPage).not.toHaveBeenCalled();
  await press({ key: "Escape" });
  expect(handleOnPage).toHaveBeenCalledOnce();
  window.removeEventListener("keydown", handleOnPage);
});
