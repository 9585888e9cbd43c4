import type { Session } from "@daybook/domain/contract/accounts";
import type { OnboardingStep } from "@daybook/domain/contract/settings-values";

/** The two ways to be shown around: round the house, or straight to a page. The server chooses at sign-up. */
const tours: readonly (readonly OnboardingStep[])[] = [
  ["welcome", "welcome/journal", "welcome/customize", "welcome/mobile"],
  ["onboarding/write", "onboarding/entries", "onboarding/journal"],
];

/** Where a step stands in its tour; `next` is null at the last one. */
export type Place = { number: number; count: number; next: OnboardingStep | null };

/** See {@link Place}. */
export function placeOf(step: OnboardingStep): Place {
  const tour = tours.find((steps) => steps.includes(step)) ?? [step];
  const at = tour.indexOf(step);
  return { number: at + 1, count: tour.length, next: tour[at + 1] ?? null };
}

/** The address of a step. */
export const stepPath = (step: OnboardingStep): string => `/${step}`;

/** Where somebody begins who has just come in: the step that is not finished yet, else the journals. */
export function firstPageFor({ user }: Pick<Session, "user">): string {
  return user.onboarding_step === null ? "/journals" : stepPath(user.onboarding_step);
}
