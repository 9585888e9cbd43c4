// @vitest-environment happy-dom
import { act, type ComponentType, lazy, Suspense, useState } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { renderForTest } from "../testing/rendered.tsx";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { TypedAhead } from "./typed-ahead.tsx";

let rendered: Awaited<ReturnType<typeof renderForTest>>;
afterEach(() => rendered.remove());

const nothing = () => {};
const focused = () => document.activeElement as HTMLInputElement;

function UncontrolledForm() {
  return (
    <Dialog open title="New journal" onClose={nothing}>
      <Field label="Name" name="name" defaultValue="Diary" />
    </Dialog>
  );
}

function ControlledForm() {
  const [name, setName] = useState("");
  return (
    <Dialog open title="Link" onClose={nothing}>
      <Field label="Name" name="name" value={name} onChange={({ target }) => setName(target.value)} />
    </Dialog>
  );
}

function Question() {
  return (
    <Dialog open title="Delete?" onClose={nothing}>
      <Button>Delete</Button>
    </Dialog>
  );
}

/** Opens a dialog whose code has not arrived yet, from a button with the focus. Returns what lets the code arrive. */
async function openLoading(Form: ComponentType, onClose = nothing): Promise<() => Promise<void>> {
  let arrive = (_module: { default: ComponentType }) => {};
  const Loaded = lazy(() => new Promise<{ default: ComponentType }>((resolve) => (arrive = resolve)));
  const content = (open: boolean) => (
    <>
      <Button>Opener</Button>
      {open && (
        <Suspense fallback={<TypedAhead onClose={onClose} />}>
          <Loaded />
        </Suspense>
      )}
    </>
  );
  rendered = await renderForTest(content(false));
  rendered.button("Opener").focus();
  await rendered.show(content(true));
  return () => act(async () => arrive({ default: Form }));
}

describe("while a dialog loads", () => {
  test.each([
    ["keeps its own value", UncontrolledForm],
    ["shows the value of its form", ControlledForm],
  ])("what is typed goes into its first field, which %s", async (_kind, Form) => {
    const arrive = await openLoading(Form);
    await rendered.type("Garden and");
    await arrive();
    await vi.waitFor(() => expect(focused().name).toBe("name"));
    expect(focused().value).toBe("Garden and");
    await rendered.type(" house");
    expect(focused().value).toBe("Garden and house");
  });

  test("the field keeps its value, selected, when nothing was typed", async () => {
    const arrive = await openLoading(UncontrolledForm);
    await arrive();
    await vi.waitFor(() => expect(focused().name).toBe("name"));
    expect(focused().value).toBe("Diary");
    expect(focused().selectionEnd).toBe(5);
  });

  test("a dialog without a field drops what was typed, and the next dialog does not get it", async () => {
    const arrive = await openLoading(Question);
    await rendered.type(" x");
    await arrive();
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe("Delete?"));
    await rendered.remove();
    const next = await openLoading(UncontrolledForm);
    await next();
    await vi.waitFor(() => expect(focused().name).toBe("name"));
    expect(focused().value).toBe("Diary");
  });

  test("Escape closes it, the focus returns to where it was, and the next dialog does not get what was typed", async () => {
    const onClose = vi.fn<() => void>();
    await openLoading(UncontrolledForm, onClose);
    await rendered.type("Gar");
    await act(async () =>
      focused().dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })),
    );
    expect(onClose).toHaveBeenCalledOnce();
    await rendered.show(<Button>Opener</Button>);
    expect(document.activeElement?.tagName).not.toBe("INPUT");
    await rendered.remove();
    const arrive = await openLoading(UncontrolledForm);
    await arrive();
    await vi.waitFor(() => expect(focused().name).toBe("name"));
    expect(focused().value).toBe("Diary");
  });
});
