import type { Session } from "@daybook/domain/contract/sessions";
import type { OnboardingStep } from "@daybook/domain/contract/settings-values";

/** The two onboarding flows: an introduction, or straight to writing. The server assigns one at sign-up. */
const flows: readonly (readonly OnboardingStep[])[] = [
  ["welcome", "welcome/journal", "welcome/customize", "welcome/mobile"],
  ["onboarding/write", "onboarding/entries", "onboarding/journal"],
];

/** The position of a step in its flow; `next` is null at the last one. */
export type StepPosition = { number: number; count: number; next: OnboardingStep | null };

/** See {@link StepPosition}. */
export function positionOf(step: OnboardingStep): StepPosition {
  const flow = flows.find((steps) => steps.includes(step)) ?? [step];
  const index = flow.indexOf(step);
  return { number: index + 1, count: flow.length, next: flow[index + 1] ?? null };
}

/** The path of a step. */
export const stepPath = (step: OnboardingStep): string => `/${step}`;

/** Where a user goes after login: to an unfinished onboarding step, otherwise to the journals. */
export function pathAfterLogin({ user }: Pick<Session, "user">): string {
  return user.onboarding_step === null ? "/journals" : stepPath(user.onboarding_step);
}
