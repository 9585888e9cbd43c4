import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import { type FocusEvent, type ReactNode, useRef, useState } from "react";
import { commonText } from "../common-text.ts";
import { Backdrop } from "./backdrop.tsx";
import { Confirm } from "./confirm.tsx";
import { useDialogFocus } from "./dialog-focus.ts";
import { classNames } from "./class-names.ts";
import styles from "./dialog.module.css";
import { IconButton } from "./icon-button.tsx";
import { useTypedText } from "./typed-text.ts";

const discardText = {
  title: "Discard what you typed?",
  detail: "It is not saved.",
  confirm: "Discard",
  cancel: "Keep editing",
};

/** The props of every dialog. */
export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** a description under the title, announced with it */
  description?: string;
  children: ReactNode;
};

/** True for a press on a message that lies over the dialog, or on the scrollbar of a tall dialog. For Radix, both are outside. */
const keepsOpen = (layer: HTMLElement, { target, clientX }: PointerEvent): boolean =>
  target === layer ? clientX >= layer.clientWidth : !layer.contains(target as Node);

/**
 * A dialog with a title, in the middle of the page. Escape, "Close" and a click outside close the dialog. When a text would be lost, the
 * dialog asks first.
 *
 * @param props.wide has room for a form of two columns
 * @param props.isChanged true when closing loses something that is not in a text field
 * @param props.canDiscard false while `onClose` refuses to close the dialog: then the dialog does not ask, because nothing is lost
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  isChanged = false,
  canDiscard = true,
  wide = false,
  children,
}: DialogProps & { isChanged?: boolean; canDiscard?: boolean; wide?: boolean }) {
  const focus = useDialogFocus();
  const layer = useRef<HTMLDivElement>(null);
  const { noteFocus, hasTypedText, lastTextField } = useTypedText();
  const [isAsking, setIsAsking] = useState(false);
  const closeOrAsk = () => (canDiscard && (isChanged || hasTypedText()) ? setIsAsking(true) : onClose());
  const handleFocus = (event: FocusEvent<HTMLElement>) => {
    noteFocus(event);
    focus.content.onFocus(event);
  };
  const discardAndClose = () => {
    setIsAsking(false);
    onClose();
  };
  return (
    <Primitive.Root open={open} onOpenChange={(next) => !next && closeOrAsk()}>
      <Primitive.Portal>
        <div className={styles.layer} ref={layer}>
          <Backdrop />
          <Primitive.Content
            className={classNames(styles.dialog, wide && styles.wide)}
            {...focus.content}
            onFocus={handleFocus}
            onPointerDownOutside={(event) => {
              if (keepsOpen(layer.current!, event.detail.originalEvent)) event.preventDefault();
            }}
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
            <Confirm
              open={isAsking}
              title={discardText.title}
              detail={discardText.detail}
              confirmLabel={discardText.confirm}
              cancelLabel={discardText.cancel}
              danger
              // After a click outside, the page had the focus. If the page got the focus back, the next typed letters would be lost.
              findFocusTarget={lastTextField}
              onConfirm={discardAndClose}
              onCancel={() => setIsAsking(false)}
            />
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
