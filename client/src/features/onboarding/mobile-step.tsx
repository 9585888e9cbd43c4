import { showsDesktopScreensOnMobile } from "../../shared/device.ts";
import { useServices } from "../../shared/services.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { finishOnboarding } from "./move-onboarding.ts";
import { onboardingText } from "./onboarding-text.ts";
import { OnboardingFrame } from "./onboarding-frame.tsx";
import styles from "./onboarding.module.css";

const labels = onboardingText.mobile;

/** `/welcome/mobile`: what works on phones and tablets. The last step, which leads to a new entry or to the journals. */
export function MobileStep() {
  const services = useServices();
  const finish = () => finishOnboarding(services);
  const opensEverywhere = showsDesktopScreensOnMobile();
  return (
    <OnboardingFrame
      step="welcome/mobile"
      heading={labels.heading}
      lead={opensEverywhere ? labels.leadAllScreens : labels.lead}
      picture={
        <svg className={styles.drawing} viewBox="0 0 120 64" aria-hidden>
          <path d="M30 8h66a3 3 0 0 1 3 3v37H27V11a3 3 0 0 1 3-3ZM18 56h90l-9-8H27ZM40 20h30M40 28h40M40 36h24" />
          <path
            className={styles.phone}
            d="M11 26h16a3 3 0 0 1 3 3v28a3 3 0 0 1-3 3H11a3 3 0 0 1-3-3V29a3 3 0 0 1 3-3ZM17 55h4"
          />
        </svg>
      }
    >
      <ul className={styles.points}>
        {!opensEverywhere && labels.limits.map((limit) => <li key={limit}>{limit}</li>)}
        <li>{labels.devices}</li>
      </ul>
      <p className={styles.actions}>
        <ButtonLink to="/journals/new-entry" variant="primary" onClick={finish}>
          {labels.write}
        </ButtonLink>
        <ButtonLink to="/journals" onClick={finish}>
          {labels.journals}
        </ButtonLink>
        <ButtonLink to="/welcome/customize" variant="quiet">
          {onboardingText.back}
        </ButtonLink>
      </p>
    </OnboardingFrame>
  );
}
