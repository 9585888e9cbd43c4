// @vitest-environment happy-dom
import { act } from "react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { createAtom } from "../../../shared/atom.ts";
import type { Services } from "../../../shared/services.ts";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { MonthGrid } from "./month-grid.tsx";

test("arrow keys with a modifier are left to the browser", async () => {
  const settings = { current: createAtom(null) } as unknown as Services["settings"];
  const page = await renderForTest(
    <MemoryRouter>
      <MonthGrid
        journalId={1}
        month="1660-01"
        caption="January 1660"
        days={{ "1660-01-09": 1 }}
        today="2026-11-20"
        onChangeMonth={() => {}}
      />
    </MemoryRouter>,
    { settings },
  );
  const press = async (modifiers: KeyboardEventInit) => {
    const event = new KeyboardEvent("keydown", {
      key: "ArrowLeft",
      bubbles: true,
      cancelable: true,
      ...modifiers,
    });
    await act(async () => document.activeElement?.dispatchEvent(event));
    return event.defaultPrevented;
  };
  const day = () => document.activeElement?.getAttribute("data-day");
  await act(async () => document.querySelector<HTMLElement>("[data-day='9']")?.focus());
  expect([await press({ altKey: true }), day()]).toEqual([false, "9"]);
  expect([await press({ metaKey: true }), day()]).toEqual([false, "9"]);
  expect([await press({}), day()]).toEqual([true, "8"]);
  await page.remove();
});
