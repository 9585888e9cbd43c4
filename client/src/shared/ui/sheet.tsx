import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import { commonText } from "../common-text.ts";
import { classNames } from "./class-names.ts";
import { Backdrop } from "./backdrop.tsx";
import type { DialogProps } from "./dialog.tsx";
import { useDialogFocus } from "./dialog-focus.ts";
import styles from "./dialog.module.css";
import { IconButton } from "./icon-button.tsx";

/** A sheet with a title, at the side of the page. `wide` has room for two columns. */
export function Sheet({
  open,
  onClose,
  title,
  description,
  wide = false,
  children,
}: DialogProps & { wide?: boolean }) {
  const focus = useDialogFocus();
  return (
    <Primitive.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Primitive.Portal>
        <div className={styles.sheetLayer}>
          <Backdrop kind="sheet" />
          <Primitive.Content
            className={classNames(styles.sheet, wide && styles.sheetWide)}
            {...focus.content}
            {...(!description && { "aria-describedby": undefined })}
          >
            <header className={classNames(styles.head, styles.sheetHead)}>
              <div>
                <Primitive.Title className={styles.title} {...focus.heading}>
                  {title}
                </Primitive.Title>
                {description && (
                  <Primitive.Description className={styles.description}>{description}</Primitive.Description>
                )}
              </div>
              <Primitive.Close asChild>
                <IconButton label={commonText.actions.close}>
                  <X size={18} aria-hidden />
                </IconButton>
              </Primitive.Close>
            </header>
            <div className={styles.sheetBody}>{children}</div>
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
