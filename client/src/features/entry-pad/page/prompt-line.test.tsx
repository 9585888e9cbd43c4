// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import type { Services } from "../../../shared/services.ts";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { entryMenuText } from "./entry-menu-text.ts";
import { PromptLine } from "./prompt-line.tsx";

async function askForPrompt() {
  const handleChoice = vi.fn<(promptId: number | null) => void>();
  const handleRemoval = vi.fn<() => void>();
  let reply: (result: unknown) => void = () => {};
  const api = { call: () => new Promise((resolve) => (reply = resolve)) } as unknown as Services["api"];
  const line = (canChoose: boolean) => (
    <PromptLine
      promptId={null}
      canChoose={canChoose}
      onChoose={handleChoice}
      onButtonRemoved={handleRemoval}
    />
  );
  const page = await renderForTest(line(true), { api });
  await act(async () => page.button(entryMenuText.prompt.getPrompt).click());
  return {
    beginToWrite: () => page.show(line(false)),
    reply: () => act(async () => reply({ ok: true, data: { prompt: { id: 5, text: "Your desk?" } } })),
    remove: page.remove,
    handleChoice,
    handleRemoval,
  };
}

test("a prompt is chosen when it arrives on a blank page", async () => {
  const { reply, remove, handleChoice, handleRemoval } = await askForPrompt();
  await reply();
  expect(handleChoice).toHaveBeenCalledWith(5);
  expect(handleRemoval).toHaveBeenCalledOnce();
  await remove();
});

test("a prompt that arrives after the first words is not chosen, and does not move the focus", async () => {
  const { beginToWrite, reply, remove, handleChoice, handleRemoval } = await askForPrompt();
  await beginToWrite();
  await reply();
  expect(handleChoice).not.toHaveBeenCalled();
  expect(handleRemoval).not.toHaveBeenCalled();
  await remove();
});
