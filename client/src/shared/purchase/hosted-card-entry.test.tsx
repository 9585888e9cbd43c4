// @vitest-environment happy-dom
import { act, createRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderForTest } from "../testing/rendered.tsx";
import type { CardEntryHandle } from "./payment-provider.ts";
import { HostedCardEntry } from "./hosted-card-entry.tsx";
import { purchaseText } from "./purchase-text.ts";

/** The parts of Braintree's library that the form uses. These tests do not talk to Braintree. */
const library = vi.hoisted(() => ({
  createClient: vi.fn<(options: unknown) => Promise<unknown>>(),
  createFields:
    vi.fn<(options: { fields: Record<string, { container: HTMLElement }> }) => Promise<unknown>>(),
  tokenize: vi.fn<() => Promise<{ nonce: string }>>(),
  focus: vi.fn<(field: string) => void>(),
  teardown: vi.fn<() => Promise<void>>(),
}));
vi.mock("braintree-web/client", () => ({ create: library.createClient }));
vi.mock("braintree-web/hosted-fields", () => ({ create: library.createFields }));

const labels = purchaseText.hosted;
let removePage = () => Promise.resolve();
beforeEach(() => {
  vi.resetAllMocks();
  library.createClient.mockResolvedValue("the client");
  library.createFields.mockResolvedValue(library);
  library.teardown.mockResolvedValue();
});
afterEach(() => removePage());

async function showCardFields() {
  const handle = createRef<CardEntryHandle>();
  const page = await renderForTest(<HostedCardEntry ref={handle} tokenizationKey="sandbox_key" />);
  removePage = page.remove;
  await act(async () => {});
  return {
    page,
    text: () => document.body.textContent,
    readNonce: () => act(async () => (await handle.current?.readNonce()) ?? null),
  };
}

test("the frames are put next to their labels, and the nonce comes from Braintree", async () => {
  library.tokenize.mockResolvedValue({ nonce: "tokencc_1" });
  const { readNonce, text } = await showCardFields();
  expect(library.createClient).toHaveBeenCalledWith({ authorization: "sandbox_key" });
  const [options] = library.createFields.mock.calls[0] ?? [];
  expect(options).toMatchObject({ client: "the client" });
  for (const name of ["number", "expirationDate", "cvv"] as const) {
    const host = options?.fields[name]?.container;
    expect(document.querySelector(`label[for="${host?.id}"]`)?.textContent).toBe(labels[name]);
  }
  expect(text()).toContain(labels.privacy);
  expect(text()).not.toContain(labels.loading);
  expect(document.querySelector("input")).toBeNull();
  expect(await readNonce()).toBe("tokencc_1");
});

test("an invalid field shows its error and gets the focus, and the next try clears the error", async () => {
  const invalidFieldKeys = ["cvv"];
  library.tokenize.mockRejectedValueOnce({
    code: "HOSTED_FIELDS_FIELDS_INVALID",
    details: { invalidFieldKeys },
  });
  const { readNonce, text } = await showCardFields();
  expect(await readNonce()).toBeNull();
  expect(text()).toContain(labels.invalid.cvv);
  expect(text()).not.toContain(labels.invalid.number);
  expect(library.focus).toHaveBeenCalledWith("cvv");
  library.tokenize.mockResolvedValueOnce({ nonce: "tokencc_2" });
  expect(await readNonce()).toBe("tokencc_2");
  expect(text()).not.toContain(labels.invalid.cvv);
});

test.each([
  ["HOSTED_FIELDS_FIELDS_EMPTY", labels.invalid.number],
  ["HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR", labels.offline],
  ["HOSTED_FIELDS_FAILED_TOKENIZATION", labels.refused],
  ["something new", labels.refused],
])("the error %s is explained", async (code, sentence) => {
  library.tokenize.mockRejectedValueOnce({ code });
  const { readNonce, text } = await showCardFields();
  expect(await readNonce()).toBeNull();
  expect(text()).toContain(sentence);
});

test("when the fields do not load, the form says so and gives no nonce", async () => {
  library.createClient.mockRejectedValueOnce(new Error("blocked"));
  const { readNonce, text } = await showCardFields();
  expect(text()).toContain(labels.notLoaded);
  expect(await readNonce()).toBeNull();
  expect(library.tokenize).not.toHaveBeenCalled();
});

test("leaving the form closes the frames, also when they open afterwards", async () => {
  const { page } = await showCardFields();
  await page.remove();
  expect(library.teardown).toHaveBeenCalledOnce();
  let open: (fields: unknown) => void = () => {};
  library.createFields.mockReturnValueOnce(new Promise((resolve) => (open = resolve)));
  const secondForm = await showCardFields();
  await secondForm.page.remove();
  open(library);
  await vi.waitFor(() => expect(library.teardown).toHaveBeenCalledTimes(2));
});
