import type { OnboardingStep } from "@daybook/domain/contract/settings-values";
import type { Api } from "../../shared/api-client.ts";
import type { Services } from "../../shared/services.ts";

type OnboardingServices = Pick<Services, "api" | "sessionActor" | "analytics">;

/** The latest request of each API client. The next one waits for it, so that an earlier step never overwrites a later one. */
const pendingMoves = new WeakMap<Api, Promise<unknown>>();

/**
 * Moves the onboarding to a step: in the session immediately, and on the server in the background. If the request is lost, the user
 * sees the earlier step again at the next log-in. `null` ends the onboarding for good; after that, this function does nothing.
 */
export function moveOnboarding({ api, sessionActor }: OnboardingServices, step: OnboardingStep | null): void {
  const currentStep = sessionActor.getSnapshot().context.session?.user.onboarding_step ?? null;
  if (currentStep === null || currentStep === step) return;
  sessionActor.send({ type: "onboarding.moved", step });
  const previousMove = pendingMoves.get(api) ?? Promise.resolve();
  pendingMoves.set(
    api,
    previousMove.then(() => api.call("setOnboarding", { body: { step } }, { keepalive: true })),
  );
}

/** Ends the onboarding, and tracks it as skipped. */
export function skipOnboarding(services: OnboardingServices): void {
  services.analytics.track("Onboarding Skip");
  moveOnboarding(services, null);
}

/** Ends the onboarding, and tracks it as finished. */
export function finishOnboarding(services: OnboardingServices): void {
  services.analytics.track("Onboarding Finish");
  moveOnboarding(services, null);
}
