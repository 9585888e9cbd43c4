import type { OnboardingStep } from "@daybook/domain/contract/settings-values";
import { type ReactNode, useEffect } from "react";
import { Link } from "react-router";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { moveOnboarding, skipOnboarding } from "./move-onboarding.ts";
import { onboardingText } from "./onboarding-text.ts";
import styles from "./onboarding.module.css";
import { positionOf } from "./steps.ts";

/** The layout of a step: progress, the skip link, heading, content, and an optional picture. */
export function OnboardingFrame({
  step,
  heading,
  lead,
  picture,
  children,
}: {
  step: OnboardingStep;
  heading: string;
  lead: string;
  picture?: ReactNode;
  children: ReactNode;
}) {
  usePageTitle(onboardingText.title);
  const services = useServices();
  const { number, count } = positionOf(step);
  // Remembers this step, so that the user returns to it.
  useEffect(() => moveOnboarding(services, step), [services, step]);
  return (
    <div className={styles.page}>
      <section className={styles.sheet} data-picture={picture !== undefined || undefined}>
        <div className={styles.content}>
          <div className={styles.top}>
            <p className={styles.progress}>{onboardingText.progress(number, count)}</p>
            <Link className={styles.skip} to="/journals" onClick={() => skipOnboarding(services)}>
              {onboardingText.skip}
            </Link>
          </div>
          <h1>{heading}</h1>
          <p className={styles.lead}>{lead}</p>
          {children}
        </div>
        {picture !== undefined && <div className={styles.picture}>{picture}</div>}
      </section>
    </div>
  );
}
