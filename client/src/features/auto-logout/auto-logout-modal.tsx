import { useSelector } from "@xstate/react";
import { AlertDialog } from "radix-ui";
import { Link } from "react-router";
import { Button } from "../../shared/ui/button.tsx";
import { Backdrop } from "../../shared/ui/backdrop.tsx";
import { useFocusReturn } from "../../shared/ui/dialog-focus.ts";
import dialog from "../../shared/ui/dialog.module.css";
import type { AutoLogoutActor } from "./auto-logout.ts";
import { autoLogoutText } from "./auto-logout-text.ts";
import styles from "./auto-logout-modal.module.css";
import { announcedSeconds } from "./question.ts";

function Question({
  minutes,
  seconds,
  isLoggingOut,
  onKeep,
}: {
  /** the idle limit */
  minutes: number;
  /** until the logout */
  seconds: number;
  isLoggingOut: boolean;
  onKeep: () => void;
}) {
  const focus = useFocusReturn();
  const secondsToAnnounce = announcedSeconds(seconds);
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <div className={dialog.layer}>
          <Backdrop />
          <AlertDialog.Content
            aria-modal
            className={dialog.dialog}
            {...focus}
            onEscapeKeyDown={(event) => event.preventDefault()}
          >
            <AlertDialog.Title className={dialog.title}>{autoLogoutText.title}</AlertDialog.Title>
            <AlertDialog.Description className={dialog.description}>
              {autoLogoutText.detail(minutes)}
            </AlertDialog.Description>
            <p className={styles.countdown} role="timer" aria-live="off">
              {isLoggingOut ? autoLogoutText.loggingOut : autoLogoutText.countdown(seconds)}
            </p>
            <p className="visually-hidden" aria-live="polite">
              {!isLoggingOut && secondsToAnnounce !== null && autoLogoutText.countdown(secondsToAnnounce)}
            </p>
            <div className={styles.foot}>
              <Link to="/app/account" onClick={onKeep}>
                {autoLogoutText.settings}
              </Link>
              <AlertDialog.Cancel asChild>
                <Button variant="primary" busy={isLoggingOut} onClick={onKeep}>
                  {autoLogoutText.keep}
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
 * The question "Are you still writing?". Escape does not close it.
 *
 * @param isPrivate whether the page shows private text; then the dialog covers it until the logout is complete
 */
export function AutoLogoutModal({ actor, isPrivate }: { actor: AutoLogoutActor; isPrivate: boolean }) {
  const isAsking = useSelector(actor, (state) => state.hasTag("asking"));
  const isLoggingOut = useSelector(actor, (state) => state.matches("ended"));
  const minutes = useSelector(actor, ({ context }) => context.presence?.minutes ?? 0);
  const seconds = useSelector(actor, ({ context }) => context.seconds);
  if (!isAsking && !(isLoggingOut && isPrivate)) return null;
  return (
    <Question
      minutes={minutes}
      seconds={seconds}
      isLoggingOut={isLoggingOut}
      onKeep={() => actor.send({ type: "keep" })}
    />
  );
}
