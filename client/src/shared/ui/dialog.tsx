import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import { type ReactNode, useRef } from "react";
import { copy } from "../copy.ts";
import styles from "./dialog.module.css";
import { IconButton } from "./icon-button.tsx";

/** Gives the focus back to where it was when the dialog opened; there is no trigger element to know it. */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    remember: () => {
      opener.current = document.activeElement;
    },
    giveBack: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}

/** The shade behind a dialog. Radix' own overlay would write a style element, which a strict policy refuses. */
export function Veil({ behind = "dialog" }: { behind?: "dialog" | "sheet" }) {
  return <div className={styles.veil} data-veil={behind} />;
}

/** What every dialog is told. */
export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** a sentence under the title, read with it */
  description?: string;
  children: ReactNode;
};

/** A titled dialog in the middle of the page. Escape and a click beside it close it. */
export function Dialog({ open, onClose, title, description, children }: DialogProps) {
  const focus = useFocusReturn();
  return (
    <Primitive.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Primitive.Portal>
        <div className={styles.layer}>
          <Veil />
          <Primitive.Content
            className={styles.dialog}
            onOpenAutoFocus={focus.remember}
            onCloseAutoFocus={focus.giveBack}
            {...(!description && { "aria-describedby": undefined })}
          >
            <header className={styles.head}>
              <Primitive.Title className={styles.title}>{title}</Primitive.Title>
              <Primitive.Close asChild>
                <IconButton label={copy.actions.close}>
                  <X size={18} aria-hidden />
                </IconButton>
              </Primitive.Close>
            </header>
            {description && (
              <Primitive.Description className={styles.description}>{description}</Primitive.Description>
            )}
            {children}
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
