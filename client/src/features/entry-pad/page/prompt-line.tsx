import { useEffect, useRef, useState } from "react";
import { whenReachable } from "../../../shared/connection.ts";
import { useServices } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { useToasts } from "../../../shared/ui/toast.tsx";
import { entryMenuText } from "./entry-menu-text.ts";
import styles from "./prompt-line.module.css";

type Prompt = { readonly id: number; readonly text: string };

const labels = entryMenuText.prompt;

/** The text of a prompt by its id. The list of prompts loads on first use, unless `setPrompt` was called with this prompt. */
function usePromptText(promptId: number | null): [text: string | null, setPrompt: (prompt: Prompt) => void] {
  const [latestPrompt, setLatestPrompt] = useState<Prompt | null>(null);
  const isKnown = latestPrompt?.id === promptId;
  useEffect(() => {
    if (promptId === null || isKnown) return;
    let isCancelled = false;
    void whenReachable(() => import("@daybook/content/prompts"))().then(({ prompts }) => {
      const prompt = prompts.find(({ id }) => id === promptId);
      if (prompt && !isCancelled) setLatestPrompt(prompt);
    });
    return () => {
      isCancelled = true;
    };
  }, [promptId, isKnown]);
  return [isKnown ? latestPrompt.text : null, setLatestPrompt];
}

/** Shows the writing prompt of the entry. On a blank new page, a person can get a prompt, replace it and remove it. */
export function PromptLine({
  promptId,
  canChoose,
  onChoose,
  onButtonRemoved,
}: {
  promptId: number | null;
  /** only for a blank entry that is not created yet */
  canChoose: boolean;
  onChoose: (promptId: number | null) => void;
  /** called when the pressed button disappears; the caller must move the focus */
  onButtonRemoved: () => void;
}) {
  const { api } = useServices();
  const toasts = useToasts();
  const [text, setPrompt] = usePromptText(promptId);
  const canStillChoose = useRef(canChoose);
  useEffect(() => {
    canStillChoose.current = canChoose;
  }, [canChoose]);

  const choosePrompt = async () => {
    const result = await api.call("getRandomPrompt");
    // The user began to write, or the entry was created without a prompt.
    if (!canStillChoose.current) return;
    if (!result.ok) {
      toasts.show(result.message);
      return;
    }
    setPrompt(result.data.prompt);
    onChoose(result.data.prompt.id);
    if (promptId === null) onButtonRemoved();
  };
  const remove = () => {
    onChoose(null);
    onButtonRemoved();
  };

  if (promptId === null) {
    return canChoose ? (
      <div className={styles.offer} data-no-print>
        <Button variant="quiet" onClick={() => void choosePrompt()}>
          {labels.getPrompt}
        </Button>
      </div>
    ) : null;
  }
  return (
    <section className={styles.prompt} aria-label={labels.label}>
      <p aria-live="polite">{text}</p>
      {canChoose && (
        <div className={styles.actions} data-no-print>
          <Button variant="quiet" onClick={() => void choosePrompt()}>
            {labels.anotherPrompt}
          </Button>
          <Button variant="quiet" onClick={remove}>
            {labels.removePrompt}
          </Button>
        </div>
      )}
    </section>
  );
}
