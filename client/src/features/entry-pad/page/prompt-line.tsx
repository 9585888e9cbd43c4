import { useEffect, useState } from "react";
import { useServices } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { useToasts } from "../../../shared/ui/toast.tsx";
import { entryMenuText } from "./entry-menu-text.ts";
import styles from "./prompt-line.module.css";

type Prompt = { readonly id: number; readonly text: string };

const labels = entryMenuText.prompt;

/** The text of a prompt by its id; the list of prompts loads on first use. */
function usePromptText(promptId: number | null): [text: string | null, put: (prompt: Prompt) => void] {
  const [latestPrompt, setLatestPrompt] = useState<Prompt | null>(null);
  const isKnown = latestPrompt?.id === promptId;
  useEffect(() => {
    if (promptId === null || isKnown) return;
    let isOver = false;
    void import("@daybook/content/prompts").then(({ prompts }) => {
      const prompt = prompts.find(({ id }) => id === promptId);
      if (prompt && !isOver) setLatestPrompt(prompt);
    });
    return () => {
      isOver = true;
    };
  }, [promptId, isKnown]);
  return [isKnown ? latestPrompt.text : null, setLatestPrompt];
}

/** Offers a writing prompt on an empty page, and shows the prompt of the entry. */
export function PromptLine({
  promptId,
  mayChoose,
  onChoose,
  onButtonGone,
}: {
  promptId: number | null;
  /** only on a page that is not created yet */
  mayChoose: boolean;
  onChoose: (promptId: number | null) => void;
  /** the button that was pressed disappears: the focus must go elsewhere */
  onButtonGone: () => void;
}) {
  const { api } = useServices();
  const toasts = useToasts();
  const [text, put] = usePromptText(promptId);

  const give = async () => {
    const result = await api.call("getRandomPrompt");
    if (!result.ok) {
      toasts.show(result.message);
      return;
    }
    put(result.data.prompt);
    onChoose(result.data.prompt.id);
    if (promptId === null) onButtonGone();
  };
  const remove = () => {
    onChoose(null);
    onButtonGone();
  };

  if (promptId === null) {
    return mayChoose ? (
      <div className={styles.offer} data-no-print>
        <Button variant="quiet" onClick={() => void give()}>
          {labels.give}
        </Button>
      </div>
    ) : null;
  }
  return (
    <section className={styles.prompt} aria-label={labels.label}>
      <p aria-live="polite">{text}</p>
      {mayChoose && (
        <div className={styles.actions} data-no-print>
          <Button variant="quiet" onClick={() => void give()}>
            {labels.another}
          </Button>
          <Button variant="quiet" onClick={remove}>
            {labels.none}
          </Button>
        </div>
      )}
    </section>
  );
}
