// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, test } from "vitest";
import type { ApiFailure } from "../api-client.ts";
import { newPasswordRules } from "../form-rules.ts";
import { renderForTest } from "../testing/rendered.tsx";
import { Field } from "./field.tsx";
import { useCheckedForm } from "./use-checked-form.ts";

let rendered: Awaited<ReturnType<typeof renderForTest>>;
afterEach(() => rendered.remove());

async function showForm(action: () => Promise<ApiFailure | null>) {
  function NewPassword() {
    const { form, handlers, error } = useCheckedForm(newPasswordRules, action);
    return (
      <form ref={form} {...handlers} noValidate>
        <Field label="Password" name="password" error={error("password")} />
        <Field label="Again" name="retype_password" error={error("retype_password")} />
      </form>
    );
  }
  rendered = await renderForTest(<NewPassword />);
}

const typeInto = async (label: string, text: string): Promise<void> => {
  await act(async () => rendered.field(label).focus());
  await rendered.type(text);
};
const submit = () => act(async () => document.querySelector("form")!.requestSubmit());
const pageText = () => document.body.textContent;

test("while a corrected form is sent again, its fields have no error", async () => {
  const refusal = { ok: false, message: "", fields: { password: "Too easy." } } as unknown as ApiFailure;
  const answers: ((failure: ApiFailure | null) => void)[] = [];
  await showForm(() => new Promise((resolve) => answers.push(resolve)));
  await typeInto("Password", "and so to bed");
  await typeInto("Again", "and so to bed");
  await submit();
  await act(async () => answers[0]?.(refusal));
  expect(pageText()).toContain("Too easy.");
  await typeInto("Password", " 1660");
  await typeInto("Again", " 1660");
  await submit();
  expect(pageText()).not.toContain("Too easy.");
  await act(async () => answers[1]?.(refusal));
  expect(pageText()).toContain("Too easy.");
});
