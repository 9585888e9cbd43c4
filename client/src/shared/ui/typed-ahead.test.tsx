// @vitest-environment happy-dom
import { act, type ComponentType, lazy, Suspense, useState } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { renderForTest } from "../testing/rendered.tsx";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { putTypedAheadText, TypedAhead } from "./typed-ahead.tsx";

let rendered: Awaited<ReturnType<typeof renderForTest>>;
afterEach(() => rendered.remove());

const doNothing = () => {};
const focused = () => document.activeElement as HTMLInputElement;

function UncontrolledForm() {
  return (
    <Dialog open title="New journal" onClose={doNothing}>
      <Field label="Name" name="name" defaultValue="Diary" />
    </Dialog>
  );
}

function ControlledForm() {
  const [name, setName] = useState("");
  return (
    <Dialog open title="Link" onClose={doNothing}>
      <Field label="Name" name="name" value={name} onChange={({ target }) => setName(target.value)} />
    </Dialog>
  );
}

function Question() {
  return (
    <Dialog open title="Delete?" onClose={doNothing}>
      <Button>Delete</Button>
    </Dialog>
  );
}

/** Opens a dialog whose code is still loading, from a button with the focus. Returns a function that ends the loading. */
async function openWhileLoading(Form: ComponentType, onClose = doNothing): Promise<() => Promise<void>> {
  let finishLoading = (_module: { default: ComponentType }) => {};
  const Loaded = lazy(() => new Promise<{ default: ComponentType }>((resolve) => (finishLoading = resolve)));
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
  return () => act(async () => finishLoading({ default: Form }));
}

describe("typing while a dialog loads", () => {
  test.each([
    ["an uncontrolled", UncontrolledForm],
    ["a controlled", ControlledForm],
  ])("what is typed while a dialog loads goes into the first field, %s input", async (_kind, Form) => {
    const finishLoading = await openWhileLoading(Form);
    await rendered.type("Garden and");
    await finishLoading();
    await vi.waitFor(() => expect(focused().name).toBe("name"));
    expect(focused().value).toBe("Garden and");
    await rendered.type(" house");
    expect(focused().value).toBe("Garden and house");
  });

  test("when nothing is typed while a dialog loads, the first field keeps its value, which is selected", async () => {
    const finishLoading = await openWhileLoading(UncontrolledForm);
    await finishLoading();
    await vi.waitFor(() => expect(focused().name).toBe("name"));
    expect(focused().value).toBe("Diary");
    expect([focused().selectionStart, focused().selectionEnd]).toEqual([0, 5]);
  });

  test("what is typed while a dialog without a field loads is dropped, and does not reach the next dialog", async () => {
    const finishLoading = await openWhileLoading(Question);
    await rendered.type(" x");
    await finishLoading();
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe("Delete?"));
    await rendered.remove();
    const finishNextLoading = await openWhileLoading(UncontrolledForm);
    await finishNextLoading();
    await vi.waitFor(() => expect(focused().name).toBe("name"));
    expect(focused().value).toBe("Diary");
  });

  test("Escape closes a dialog that is loading, returns the focus, and drops what was typed", async () => {
    const onClose = vi.fn<() => void>();
    await openWhileLoading(UncontrolledForm, onClose);
    await rendered.type("Gar");
    await act(async () =>
      focused().dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })),
    );
    expect(onClose).toHaveBeenCalledOnce();
    await rendered.show(<Button>Opener</Button>);
    expect(document.activeElement).toBe(rendered.button("Opener"));
    await rendered.remove();
    const finishLoading = await openWhileLoading(UncontrolledForm);
    await finishLoading();
    await vi.waitFor(() => expect(focused().name).toBe("name"));
    expect(focused().value).toBe("Diary");
  });

  test("a dialog that loads soon after another one keeps what was typed for it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      rendered = await renderForTest(<TypedAhead key="first" onClose={doNothing} />);
      await rendered.show(null);
      vi.advanceTimersByTime(900);
      await rendered.show(<TypedAhead key="second" onClose={doNothing} />);
      await rendered.type("Garden");
      await rendered.show(null);
      vi.advanceTimersByTime(200);
      const field = document.createElement("input");
      expect([putTypedAheadText(field), field.value]).toEqual([true, "Garden"]);
    } finally {
      vi.useRealTimers();
    }
  });
});
