import type { Session } from "@daybook/domain/contract/sessions";
import type { OnboardingStep } from "@daybook/domain/contract/settings-values";

/** The session with the onboarding at another step. */
export const withOnboardingStep = (session: Session, step: OnboardingStep | null): Session => ({
  ...session,
  user: { ...session.user, onboarding_step: step },
});

/** The new session. An onboarding that has ended stays ended: an older reply of the server must not start it again. */
export function keepOnboardingEnded(previousSession: Session | null, session: Session): Session {
  const hasEnded =
    previousSession?.user.id === session.user.id && previousSession.user.onboarding_step === null;
  return hasEnded ? withOnboardingStep(session, null) : session;
}
