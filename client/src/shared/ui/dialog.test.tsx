// @vitest-environment happy-dom
import { act, type ReactNode, useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { renderForTest } from "../testing/rendered.tsx";
import { Button } from "./button.tsx";
import { Confirm } from "./confirm.tsx";
import { Dialog } from "./dialog.tsx";
import { Field, PasswordField } from "./field.tsx";
import { Sheet } from "./sheet.tsx";

let rendered: Awaited<ReturnType<typeof renderForTest>>;
afterEach(() => rendered.remove());

const render = async (node: ReactNode) => {
  rendered = await renderForTest(node);
};
const focused = () => document.activeElement;
const doNothing = () => {};
/** Waits for what Radix does in timers after a click and after closing. */
const wait = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));

describe.each([
  ["a dialog", Dialog],
  ["a sheet", Sheet],
])("the focus in %s", (_name, Container) => {
  const renderWith = (children: ReactNode) =>
    render(
      <Container open title="New journal" onClose={doNothing}>
        {children}
      </Container>,
    );

  test("starts in the first field, whose text is selected", async () => {
    await renderWith(
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
    await renderWith(
      <>
        <input type="radio" name="kind" value="none" />
        <input type="radio" name="kind" value="password" defaultChecked />
      </>,
    );
    expect((focused() as HTMLInputElement).value).toBe("password");
  });

  test("starts on the primary button when there is no field", async () => {
    await renderWith(
      <>
        <Button>Not now</Button>
        <Button variant="primary">See the offer</Button>
      </>,
    );
    expect(focused()?.textContent).toBe("See the offer");
  });

  test("starts on the heading when there is neither a field nor a primary button", async () => {
    await renderWith(<Button>Lock now</Button>);
    expect(focused()?.textContent).toBe("New journal");
  });

  test("returns to the page when the button that opened it is gone", async () => {
    const content = (hasOpener: boolean, isOpen: boolean) => (
      <>
        <main tabIndex={-1}>Page</main>
        {hasOpener && <Button>Opener</Button>}
        {isOpen && (
          <Container open title="Upgrade" onClose={doNothing}>
            <Field label="Name" />
          </Container>
        )}
      </>
    );
    await render(content(true, false));
    rendered.button("Opener").focus();
    await rendered.show(content(true, true));
    await rendered.show(content(false, true));
    await rendered.show(content(false, false));
    await vi.waitFor(() => expect(focused()?.tagName).toBe("MAIN"));
  });

  test("moves to the field that replaces the pressed button", async () => {
    function Steps() {
      const [isAsking, setIsAsking] = useState(false);
      return isAsking ? (
        <Field label="Password" name="password" />
      ) : (
        <Button onClick={() => setIsAsking(true)}>Change</Button>
      );
    }
    await renderWith(<Steps />);
    rendered.button("Change").focus();
    await act(async () => rendered.button("Change").click());
    await vi.waitFor(() => expect((focused() as HTMLInputElement).name).toBe("password"));
  });

  test("after closing, returns to where it was before", async () => {
    const content = (isOpen: boolean) => (
      <>
        <Button>Opener</Button>
        {isOpen && (
          <Container open title="New journal" onClose={doNothing}>
            <Field label="Name" />
          </Container>
        )}
      </>
    );
    await render(content(false));
    rendered.button("Opener").focus();
    await rendered.show(content(true));
    expect(focused()?.tagName).toBe("INPUT");
    await rendered.show(content(false));
    await vi.waitFor(() => expect(focused()?.textContent).toBe("Opener"));
  });
});

test("a confirmation focuses its cancel button", async () => {
  await render(
    <Confirm
      open
      title="Delete?"
      detail="It is gone."
      confirmLabel="Delete"
      onConfirm={doNothing}
      onCancel={doNothing}
    />,
  );
  expect(focused()?.textContent).toBe("Cancel");
});

describe("closing a dialog", () => {
  const onClose = vi.fn<() => void>();
  const question = () => document.querySelector("[role=alertdialog]");
  const escape = () =>
    act(async () =>
      focused()?.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }),
      ),
    );
  const renderDialog = (isChanged = false) =>
    render(
      <Dialog open title="New journal" onClose={onClose} isChanged={isChanged}>
        <Field label="Name" name="name" defaultValue="Diary" />
        <PasswordField label="Password" name="password" autoComplete="current-password" />
      </Dialog>,
    );
  const fieldNamed = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)!;
  beforeEach(() => onClose.mockReset());

  test.each([
    ["Escape", escape],
    [
      "Close",
      () =>
        act(async () => {
          rendered.button("Close").focus();
          rendered.button("Close").click();
        }),
    ],
  ])(
    'with %s asks when a text was typed; "Keep editing" returns the focus to the field',
    async (_way, close) => {
      await renderDialog();
      await rendered.type(" of 1660");
      await close();
      await vi.waitFor(() => expect(question()?.textContent).toContain("Discard what you typed?"));
      expect(onClose).not.toHaveBeenCalled();
      await act(async () => rendered.button("Keep editing").click());
      expect(question()).toBeNull();
      expect(fieldNamed("name").value).toBe("Diary of 1660");
      await vi.waitFor(() => expect(focused()).toBe(fieldNamed("name")));
      await close();
      await act(async () => rendered.button("Discard").click());
      expect(onClose).toHaveBeenCalledOnce();
    },
  );

  test('"Discard" returns the focus to where it was before the dialog opened', async () => {
    function Page() {
      const [isOpen, setIsOpen] = useState(false);
      return (
        <main tabIndex={-1}>
          <Button onClick={() => setIsOpen(true)}>Opener</Button>
          {isOpen && (
            <Dialog open title="New journal" onClose={() => setIsOpen(false)}>
              <Field label="Name" />
            </Dialog>
          )}
        </main>
      );
    }
    await render(<Page />);
    rendered.button("Opener").focus();
    await act(async () => rendered.button("Opener").click());
    await rendered.type("Diary");
    await escape();
    await act(async () => rendered.button("Discard").click());
    await wait();
    expect(focused()).toBe(rendered.button("Opener"));
  });

  test("happens with a click outside, but not on the scrollbar of a tall dialog", async () => {
    await renderDialog();
    const layer = document.querySelector("[role=dialog]")!.parentElement!;
    vi.spyOn(layer, "clientWidth", "get").mockReturnValue(970);
    const click = async (clientX: number) => {
      layer.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, clientX }));
      layer.click();
      await wait();
    };
    await wait();
    await click(975);
    expect(onClose).not.toHaveBeenCalled();
    await click(20);
    expect(onClose).toHaveBeenCalledOnce();
  });

  test("does not happen with a press on a message above the dialog", async () => {
    await render(
      <>
        <p>Saved.</p>
        <Dialog open title="New journal" onClose={onClose}>
          <Field label="Name" />
        </Dialog>
      </>,
    );
    await wait();
    const message = document.querySelector("p")!;
    vi.spyOn(message, "clientWidth", "get").mockReturnValue(400);
    message.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, clientX: 20 }));
    message.click();
    await wait();
    expect(onClose).not.toHaveBeenCalled();
  });

  test("asks when the caller says that a change outside the text fields would be lost", async () => {
    await renderDialog(true);
    await escape();
    await vi.waitFor(() => expect(question()).not.toBeNull());
    expect(onClose).not.toHaveBeenCalled();
  });

  test("does not ask when nothing, or only a password, was typed", async () => {
    await renderDialog();
    await escape();
    expect([onClose.mock.calls.length, question()]).toEqual([1, null]);
    fieldNamed("password").focus();
    await act(async () => rendered.button("Show password").click());
    fieldNamed("password").focus();
    await rendered.type("by water");
    await escape();
    expect([onClose.mock.calls.length, question()]).toEqual([2, null]);
  });
});
