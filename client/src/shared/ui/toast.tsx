import { useSelector } from "@xstate/react";
import { X } from "lucide-react";
import { useEffect } from "react";
import { createAtom, useAtom } from "../atom.ts";
import { commonText } from "../common-text.ts";
import { useServices } from "../services.ts";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import styles from "./toast.module.css";
import { ToastsStore } from "./toasts.store.ts";

/** The toasts of the current user. */
const currentToasts = createAtom(new ToastsStore());

/**
 * Shows toasts: `useToasts().show("Moved to the trash.", { label: "Undo", run })`. A log-out replaces the store. Code that began before the
 * log-out still has the old store, so its later toasts are not shown.
 */
export function useToasts(): ToastsStore {
  return useAtom(currentToasts);
}

/** The list of toasts; rendered once, at the end of the page. */
export function Toasts() {
  const toasts = useToasts();
  const toastList = useAtom(toasts.all);
  const { sessionActor } = useServices();
  const userId = useSelector(sessionActor, ({ context }) => context.session?.user.id ?? null);
  // Toasts name journals and entries. Another user of this browser must not read them.
  useEffect(
    () => () => {
      if (userId !== null) currentToasts.set(new ToastsStore());
    },
    [userId],
  );
  return (
    <section className={styles.region} aria-label={commonText.messages} aria-live="polite">
      <ol>
        {toastList.map(({ id, message, action }) => (
          // oxlint-disable-next-line no-noninteractive-element-interactions -- hovering only keeps the toast open
          <li
            key={id}
            className={styles.toast}
            onPointerEnter={() => toasts.hold(id, "pointer")}
            onPointerLeave={() => toasts.release(id, "pointer")}
            onFocus={() => toasts.hold(id, "focus")}
            onBlur={() => toasts.release(id, "focus")}
          >
            <p>{message}</p>
            {action && (
              <Button
                variant="quiet"
                onClick={() => {
                  toasts.dismiss(id);
                  action.run();
                }}
              >
                {action.label}
              </Button>
            )}
            <IconButton label={commonText.actions.dismiss} onClick={() => toasts.dismiss(id)}>
              <X size={16} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ol>
    </section>
  );
}
