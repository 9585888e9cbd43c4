import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { commonText } from "../common-text.ts";
import { useDialogFocus } from "./dialog-focus.ts";
import styles from "./dialog.module.css";
import { IconButton } from "./icon-button.tsx";

/** The backdrop of a dialog or a sheet. The overlay of Radix would insert a style element, which our content security policy blocks. */
export function Backdrop({ kind = "dialog" }: { kind?: "dialog" | "sheet" }) {
  return <div className={styles.backdrop} data-backdrop={kind} />;
}

/** The props of every dialog. */
export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** a description under the title, announced with it */
  description?: string;
  children: ReactNode;
};

/** A dialog with a title, in the middle of the page. Escape and a click outside close it. */
export function Dialog({ open, onClose, title, description, children }: DialogProps) {
  const focus = useDialogFocus();
  return (
    <Primitive.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Primitive.Portal>
        <div className={styles.layer}>
          <Backdrop />
          <Primitive.Content
            className={styles.dialog}
            {...focus.content}
            {...(!description && { "aria-describedby": undefined })}
          >
            <header className={styles.head}>
              <Primitive.Title className={styles.title} {...focus.heading}>
                {title}
              </Primitive.Title>
              <Primitive.Close asChild>
                <IconButton label={commonText.actions.close}>
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
