import { useMachine } from "@xstate/react";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { fromPromise } from "xstate";
import { usePageTitle } from "../../shared/page-title.ts";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import type { FormAct } from "../../shared/ui/use-form-act.ts";
import { confirmCopy } from "./confirm-copy.ts";
import { confirmMachine } from "./confirm.machine.ts";
import styles from "./confirm-page.module.css";

/** The words of one question. */
export type ConfirmWords = {
  title: string;
  heading: string;
  lead: string;
  confirm: string;
  busy: string;
  doneHeading: string;
  done: string;
  /** names the page that follows */
  next: string;
};

/**
 * A page of one question: confirmed, it does what it says, tells that it is done, and leads on.
 *
 * @param act what is confirmed
 * @param to the page that follows
 * @param leadsOn whether it follows by itself, after a moment; otherwise by its link alone
 * @param renderFields what the act has to know besides; `error(name)` is the sentence beside a field
 */
export function ConfirmPage({
  words,
  act,
  to,
  leadsOn = true,
  danger = false,
  renderFields,
}: {
  words: ConfirmWords;
  act: FormAct;
  to: string;
  leadsOn?: boolean;
  /** the act destroys something */
  danger?: boolean;
  renderFields?: (error: (name: string) => string | undefined) => ReactNode;
}) {
  usePageTitle(words.title);
  const navigate = useNavigate();
  const [state, send] = useMachine(
    confirmMachine.provide({
      actors: { act: fromPromise(({ input }) => act(input ?? new FormData())) },
      actions: { redirect: () => void navigate(to, { replace: true }) },
    }),
    { input: { leadsOn } },
  );
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isDone = state.matches("done") || state.matches("redirecting");
  const { failure } = state.context;

  useEffect(() => {
    if (isDone) heading.current?.focus();
  }, [isDone]);
  useEffect(() => {
    const refused = Object.keys(failure?.fields ?? {})[0];
    const field = refused && form.current?.elements.namedItem(refused);
    if (field instanceof HTMLElement) field.focus();
  }, [failure]);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send({ type: "confirm", fields: new FormData(event.currentTarget) });
  };

  if (isDone) {
    return (
      <section className={styles.page}>
        <h1 ref={heading} tabIndex={-1}>
          {words.doneHeading}
        </h1>
        <p>{words.done}</p>
        <ButtonLink to={to} replace={leadsOn}>
          {words.next}
        </ButtonLink>
      </section>
    );
  }
  const busy = state.matches("working");
  return (
    <section className={styles.page}>
      <h1>{words.heading}</h1>
      <p>{words.lead}</p>
      {state.matches("failed") && !failure?.fields && (
        <Notice tone="failure">{failure?.message ?? confirmCopy.broken}</Notice>
      )}
      <form className={styles.form} ref={form} onSubmit={onSubmit} noValidate>
        {renderFields?.((name) => failure?.fields?.[name])}
        <Button type="submit" variant={danger ? "danger" : "primary"} busy={busy}>
          {busy ? words.busy : words.confirm}
        </Button>
      </form>
    </section>
  );
}
