import { useSelector } from "@xstate/react";
import { observer } from "mobx-react-lite";
import { useServices } from "../../shared/services.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { Cover } from "../../shared/ui/cover.tsx";
import { onboardingText } from "./onboarding-text.ts";
import { OnboardingFrame } from "./onboarding-frame.tsx";
import { useStores } from "../../stores/use-stores.ts";
import styles from "./onboarding.module.css";

const labels = onboardingText.welcome;

/** `/welcome`: the first step, which says what to expect. */
export const WelcomePage = observer(function WelcomePage() {
  const { sessionActor } = useServices();
  const journal = useStores().journals.latest;
  const firstName = useSelector(sessionActor, ({ context }) => context.session?.user.first_name ?? "");
  return (
    <OnboardingFrame
      step="welcome"
      heading={labels.heading(firstName)}
      lead={labels.lead}
      picture={
        <div className={styles.book}>
          <Cover
            journal={{
              id: journal?.id ?? 1,
              name: labels.cover(firstName),
              cover: journal?.cover ?? { id: 1, name: "blue", normal_url: null },
            }}
          />
        </div>
      }
    >
      <ul className={styles.points}>
        {labels.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <p className={styles.actions}>
        <ButtonLink to="/welcome/journal" variant="primary">
          {labels.begin}
        </ButtonLink>
      </p>
    </OnboardingFrame>
  );
});
