import { useMachine } from "@xstate/react";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { fromPromise } from "xstate";
import { usePageTitle } from "../../shared/page-title.ts";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import type { FormAction } from "../../shared/ui/use-form-action.ts";
import { confirmText } from "./confirm-text.ts";
import { confirmMachine } from "./confirm.machine.ts";
import { SheetPage } from "../../shared/ui/sheet-page.tsx";
import styles from "./confirm-page.module.css";

/** The text of one confirmation page. */
export type ConfirmText = {
  title: string;
  heading: string;
  lead: string;
  confirm: string;
  busy: string;
  /** the link that leaves without confirming */
  cancel?: string;
  doneHeading: string;
  done: string;
  /** the link to the next page */
  next: string;
};

/** Shown for an invalid link. When the user has already confirmed, the heading gets the focus. */
function InvalidLink({ wasConfirmed }: { wasConfirmed: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const labels = confirmText.invalidLink;
  useEffect(() => {
    if (wasConfirmed) heading.current?.focus();
  }, [wasConfirmed]);
  return (
    <SheetPage className={styles.page}>
      <h1 ref={heading} tabIndex={-1}>
        {labels.heading}
      </h1>
      <p>{labels.detail}</p>
      <div className={styles.actions}>
        <ButtonLink to="/journals" variant="primary">
          {labels.next}
        </ButtonLink>
        <ButtonLink to="/support">{labels.help}</ButtonLink>
      </div>
    </SheetPage>
  );
}

/**
 * A page with one question. After confirming, it runs the action, shows the result, and may continue to the next page.
 *
 * @param action runs when the user confirms
 * @param to the next page, also when the user cancels
 * @param continuesAutomatically true to continue after a moment; false to continue only by a link
 * @param isLinkMalformed true when the URL cannot be right; then there is nothing to ask
 * @param renderFields extra fields for the action; `error(name)` is the message for a field
 */
export function ConfirmPage({
  text,
  action,
  to,
  continuesAutomatically = true,
  isLinkMalformed = false,
  renderFields,
}: {
  text: ConfirmText;
  action: FormAction;
  to: string;
  continuesAutomatically?: boolean;
  isLinkMalformed?: boolean;
  renderFields?: (error: (name: string) => string | undefined) => ReactNode;
}) {
  usePageTitle(text.title);
  const navigate = useNavigate();
  const [state, send] = useMachine(
    confirmMachine.provide({
      actors: { runAction: fromPromise(({ input }) => action(input ?? new FormData())) },
      actions: { redirect: () => void navigate(to, { replace: true }) },
    }),
    { input: { continuesAutomatically, isLinkMalformed } },
  );
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isDone = state.matches("done") || state.matches("redirected");
  const { failure } = state.context;

  useEffect(() => {
    if (isDone) heading.current?.focus();
  }, [isDone]);
  useEffect(() => {
    const refusedField = Object.keys(failure?.fields ?? {})[0];
    const field = refusedField && form.current?.elements.namedItem(refusedField);
    if (field instanceof HTMLElement) field.focus();
  }, [failure]);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send({ type: "confirmed", fields: new FormData(event.currentTarget) });
  };

  if (state.matches("invalidLink")) return <InvalidLink wasConfirmed={!isLinkMalformed} />;
  if (isDone) {
    return (
      <SheetPage className={styles.page}>
        <h1 ref={heading} tabIndex={-1}>
          {text.doneHeading}
        </h1>
        <p>{text.done}</p>
        <ButtonLink to={to} replace={continuesAutomatically}>
          {text.next}
        </ButtonLink>
      </SheetPage>
    );
  }
  const busy = state.matches("working");
  return (
    <SheetPage className={styles.page}>
      <h1>{text.heading}</h1>
      <p>{text.lead}</p>
      {state.matches("failed") && !failure?.fields && (
        <Notice tone="failure">{failure?.message ?? confirmText.broken}</Notice>
      )}
      <form className={styles.form} ref={form} onSubmit={onSubmit} noValidate>
        {renderFields?.((name) => failure?.fields?.[name])}
        <div className={styles.actions}>
          <Button type="submit" variant="primary" busy={busy}>
            {busy ? text.busy : text.confirm}
          </Button>
          {text.cancel && (
            <ButtonLink to={to} variant="quiet">
              {text.cancel}
            </ButtonLink>
          )}
        </div>
      </form>
    </SheetPage>
  );
}
