import { bounds } from "@daybook/domain/contract/bounds";
import type { OnboardingStep } from "@daybook/domain/contract/settings-values";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useLoaderData, useNavigate } from "react-router";
import type { ApiFailure } from "../../shared/api-client.ts";
import { useServices } from "../../shared/services.ts";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import { Cover } from "../../shared/ui/cover.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { ScreenFailure } from "../../shared/ui/screen-failure.tsx";
import { textOf, useFormAction } from "../../shared/ui/use-form-action.ts";
import { useIsOnPage } from "../../shared/use-is-on-page.ts";
import { finishOnboarding } from "./move-onboarding.ts";
import { useStores } from "../../stores/use-stores.ts";
import { onboardingText } from "./onboarding-text.ts";
import { OnboardingFrame } from "./onboarding-frame.tsx";
import styles from "./onboarding.module.css";
import { positionOf, stepPath } from "./steps.ts";

const labels = onboardingText.journal;

/**
 * The step in which the user names a journal, with a live preview of its cover. Renames the latest journal, or creates a journal if
 * there is none. When this is the last step, it ends the onboarding.
 */
export const JournalStep = observer(function JournalStep({
  step,
  back,
}: {
  step: OnboardingStep;
  back: OnboardingStep;
}) {
  const services = useServices();
  const { journals } = useStores();
  const { failure: loadFailure } = useLoaderData<{ failure: ApiFailure | null }>();
  const navigate = useNavigate();
  const isOnPage = useIsOnPage();
  const journal = journals.latest;
  const [typedName, setTypedName] = useState<string | null>(null);
  const { next } = positionOf(step);
  const name = typedName ?? journal?.name ?? "";

  const { form, failure, busy, onSubmit, error } = useFormAction(async (fields) => {
    const chosenName = textOf(fields, "name");
    if (chosenName.trim() !== journal?.name) {
      const result = journal
        ? await journals.rename(journal.id, chosenName)
        : await journals.create(chosenName);
      if (!result.ok) return result;
    }
    if (!isOnPage()) return null;
    if (next === null) finishOnboarding(services);
    await navigate(next === null ? "/journals" : stepPath(next));
    return null;
  });

  return (
    <OnboardingFrame
      step={step}
      heading={labels.heading}
      lead={labels.lead}
      picture={
        <div className={styles.book}>
          <Cover
            journal={{
              id: journal?.id ?? 1,
              name,
              cover: journal?.cover ?? { id: 1, name: "blue", normal_url: null },
            }}
          />
        </div>
      }
    >
      {loadFailure && !journals.all ? (
        <ScreenFailure failure={loadFailure} />
      ) : (
        <form className={styles.form} ref={form} onSubmit={onSubmit} noValidate>
          {failure && !failure.fields && <Notice tone="failure">{failure.message}</Notice>}
          <Field
            label={labels.label}
            name="name"
            autoComplete="off"
            value={name}
            maxLength={bounds.journalName}
            onChange={(event) => setTypedName(event.currentTarget.value)}
            error={error("name")}
          />
          <p className={styles.note}>{labels.lookingGlass}</p>
          <p className={styles.actions}>
            <Button type="submit" variant="primary" busy={busy}>
              {next === null ? labels.submitLast : labels.submit}
            </Button>
            <ButtonLink to={stepPath(back)} variant="quiet">
              {onboardingText.back}
            </ButtonLink>
          </p>
        </form>
      )}
    </OnboardingFrame>
  );
});
