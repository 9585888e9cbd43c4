import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { type Services, ServicesContext } from "../services.ts";

const defaultServices: Partial<Services> = { experiments: { pro_form_carousel: "b" } };

/**
 * Shows a component in the document of a test.
 *
 * @param testServices the services that the component uses; the default has only the experiment group without the carousel
 */
export async function renderForTest(node: ReactNode, testServices: Partial<Services> = {}) {
  const services = { ...defaultServices, ...testServices };
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const container = document.createElement("div");
  document.body.replaceChildren(container);
  const root = createRoot(container);
  const show = (content: ReactNode) =>
    act(async () => root.render(<ServicesContext value={services as Services}>{content}</ServicesContext>));
  await show(node);
  return {
    show,
    remove: () => act(async () => root.unmount()),
    /** the button with this text or `aria-label` */
    button: (name: string) =>
      [...document.querySelectorAll("button")].find(
        (button) => button.textContent === name || button.getAttribute("aria-label") === name,
      )!,
    /** the field with this label */
    field: (label: string) => {
      const labels = [...document.querySelectorAll("label")];
      const id = labels.find(({ textContent }) => textContent === label)?.htmlFor;
      return document.getElementById(id ?? "") as HTMLInputElement;
    },
    /** Types one character after the other into the field that has the focus, as a person does. */
    type: async (text: string) => {
      for (const key of text) await act(async () => typeKey(key));
    },
  };
}

function typeKey(key: string): void {
  const field = document.activeElement as HTMLInputElement;
  const down = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  if (!field.dispatchEvent(down)) return;
  // React replaces the setter of the field, and ignores values that were set with it. So this uses the setter of the prototype.
  Reflect.set(HTMLInputElement.prototype, "value", field.value + key, field);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
