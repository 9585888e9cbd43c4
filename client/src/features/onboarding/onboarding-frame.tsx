import type { OnboardingStep } from "@daybook/domain/contract/settings-values";
import { type ReactNode, useEffect } from "react";
import { Link } from "react-router";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { moveOnboarding, skipOnboarding } from "./move-onboarding.ts";
import { onboardingCopy } from "./onboarding-copy.ts";
import styles from "./onboarding.module.css";
import { placeOf } from "./steps.ts";

/** What every step stands in: where one is, what it is about, a picture beside it, and the way out. */
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
  usePageTitle(onboardingCopy.title);
  const services = useServices();
  const { number, count } = placeOf(step);
  // The step that is seen is the one to come back to.
  useEffect(() => moveOnboarding(services, step), [services, step]);
  return (
    <div className={styles.page}>
      <section className={styles.sheet} data-picture={picture !== undefined || undefined}>
        <div className={styles.content}>
          <div className={styles.top}>
            <p className={styles.place}>{onboardingCopy.place(number, count)}</p>
            <Link className={styles.skip} to="/journals" onClick={() => skipOnboarding(services)}>
              {onboardingCopy.skip}
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
