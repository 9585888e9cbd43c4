import type { OnboardingStep } from "@daybook/domain/contract/settings-values";
import type { Api } from "../../shared/api-client.ts";
import type { Services } from "../../shared/services.ts";

type OnboardingServices = Pick<Services, "api" | "sessionActor" | "analytics">;

/** Pending requests. They are sent one after the other, so that an older one never overwrites a newer one. */
const pendingMoves = new WeakMap<Api, Promise<unknown>>();

/**
 * Moves the onboarding to a step: in the session at once, and on the server in the background. If the request is lost, the
 * step is shown again. `null` ends the onboarding for good.
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

/** Ends the onboarding before its last step. */
export function skipOnboarding(services: OnboardingServices): void {
  services.analytics.track("Onboarding Skip");
  moveOnboarding(services, null);
}

/** Ends the onboarding after its last step. */
export function finishOnboarding(services: OnboardingServices): void {
  services.analytics.track("Onboarding Finish");
  moveOnboarding(services, null);
}
