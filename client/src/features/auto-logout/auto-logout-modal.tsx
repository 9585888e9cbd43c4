import { useSelector } from "@xstate/react";
import { AlertDialog } from "radix-ui";
import { Link } from "react-router";
import { Button } from "../../shared/ui/button.tsx";
import { useFocusReturn, Veil } from "../../shared/ui/dialog.tsx";
import dialog from "../../shared/ui/dialog.module.css";
import type { AutoLogoutActor } from "./auto-logout.ts";
import { autoLogoutCopy } from "./auto-logout-copy.ts";
import styles from "./auto-logout-modal.module.css";
import { spokenSeconds } from "./presence.ts";

function Question({
  minutes,
  seconds,
  leaving,
  onKeep,
}: {
  /** the limit */
  minutes: number;
  /** until the log-out */
  seconds: number;
  /** too late for an answer */
  leaving: boolean;
  onKeep: () => void;
}) {
  const focus = useFocusReturn();
  const spoken = spokenSeconds(seconds);
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <div className={dialog.layer}>
          <Veil />
          <AlertDialog.Content
            aria-modal
            className={dialog.dialog}
            onOpenAutoFocus={focus.remember}
            onCloseAutoFocus={focus.giveBack}
            onEscapeKeyDown={(event) => event.preventDefault()}
          >
            <AlertDialog.Title className={dialog.title}>{autoLogoutCopy.title}</AlertDialog.Title>
            <AlertDialog.Description className={dialog.description}>
              {autoLogoutCopy.detail(minutes)}
            </AlertDialog.Description>
            <p className={styles.countdown} role="timer" aria-live="off">
              {leaving ? autoLogoutCopy.leaving : autoLogoutCopy.countdown(seconds)}
            </p>
            <p className="visually-hidden" aria-live="polite">
              {!leaving && spoken !== null && autoLogoutCopy.countdown(spoken)}
            </p>
            <div className={styles.foot}>
              <Link to="/app/account" onClick={onKeep}>
                {autoLogoutCopy.settings}
              </Link>
              <AlertDialog.Cancel asChild>
                <Button variant="primary" busy={leaving} onClick={onKeep}>
                  {autoLogoutCopy.keep}
                </Button>
              </AlertDialog.Cancel>
            </div>
          </AlertDialog.Content>
        </div>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/**
 * The question whether somebody is still there. Nothing but an answer closes it: the button, or the way to the
 * settings, where the limit can be changed.
 *
 * @param isPrivate whether the page shows what nobody else shall see; it stays covered until it is left
 */
export function AutoLogoutModal({ actor, isPrivate }: { actor: AutoLogoutActor; isPrivate: boolean }) {
  const asking = useSelector(actor, (state) => state.hasTag("asking"));
  const leaving = useSelector(actor, (state) => state.matches("ended"));
  const minutes = useSelector(actor, ({ context }) => context.presence?.minutes ?? 0);
  const seconds = useSelector(actor, ({ context }) => context.seconds);
  if (!asking && !(leaving && isPrivate)) return null;
  return (
    <Question
      minutes={minutes}
      seconds={seconds}
      leaving={leaving}
      onKeep={() => actor.send({ type: "keep" })}
    />
  );
}
