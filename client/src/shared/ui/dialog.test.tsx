// @vitest-environment happy-dom
import { act, type ReactNode, useState } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { renderForTest } from "../testing/rendered.tsx";
import { Button } from "./button.tsx";
import { Confirm } from "./confirm.tsx";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { Sheet } from "./sheet.tsx";

let shown: Awaited<ReturnType<typeof renderForTest>>;
afterEach(() => shown.remove());

const show = async (node: ReactNode) => {
  shown = await renderForTest(node);
};
const focused = () => document.activeElement;
const nothing = () => {};

describe.each([
  ["a dialog", Dialog],
  ["a sheet", Sheet],
])("the focus in %s", (_name, Shown) => {
  const showWith = (children: ReactNode) =>
    show(
      <Shown open title="New journal" onClose={nothing}>
        {children}
      </Shown>,
    );

  test("starts in the first field, whose text is selected", async () => {
    await showWith(
      <>
        <input type="hidden" name="id" />
        <Field label="Closed" disabled />
        <Button>Help</Button>
        <Field label="Name" name="name" defaultValue="Diary" />
        <Field label="Hint" />
      </>,
    );
    const field = focused() as HTMLInputElement;
    expect(field.name).toBe("name");
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 5]);
  });

  test("starts on the selected radio button", async () => {
    await showWith(
      <>
        <input type="radio" name="kind" value="none" />
        <input type="radio" name="kind" value="password" defaultChecked />
      </>,
    );
    expect((focused() as HTMLInputElement).value).toBe("password");
  });

  test("starts on the heading when there is no field", async () => {
    await showWith(<Button>Lock now</Button>);
    expect(focused()?.textContent).toBe("New journal");
  });

  test("moves to the field that replaces the pressed button", async () => {
    function Steps() {
      const [asks, setAsks] = useState(false);
      return asks ? (
        <Field label="Password" name="password" />
      ) : (
        <Button onClick={() => setAsks(true)}>Change</Button>
      );
    }
    await showWith(<Steps />);
    shown.button("Change").focus();
    await act(async () => shown.button("Change").click());
    await vi.waitFor(() => expect((focused() as HTMLInputElement).name).toBe("password"));
  });

  test("returns to where it was", async () => {
    const content = (open: boolean) => (
      <>
        <Button>Opener</Button>
        {open && (
          <Shown open title="New journal" onClose={nothing}>
            <Field label="Name" />
          </Shown>
        )}
      </>
    );
    await show(content(false));
    shown.button("Opener").focus();
    await shown.show(content(true));
    expect(focused()?.tagName).toBe("INPUT");
    await shown.show(content(false));
    await vi.waitFor(() => expect(focused()?.textContent).toBe("Opener"));
  });
});

test("a confirmation focuses its cancel button", async () => {
  await show(
    <Confirm
      open
      title="Delete?"
      detail="It is gone."
      confirmLabel="Delete"
      onConfirm={nothing}
      onCancel={nothing}
    />,
  );
  expect(focused()?.textContent).toBe("Cancel");
});
