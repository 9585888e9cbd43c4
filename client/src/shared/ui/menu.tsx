import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { classNames } from "./class-names.ts";
import { IconButton } from "./icon-button.tsx";
import panel from "./menu-panel.module.css";
import styles from "./menu.module.css";

/** One item of a menu. */
export type MenuItem = { label: string; icon?: ReactNode; danger?: boolean; run: () => void };

const itemsOf = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? []),
];

/**
 * A button with a menu below it (the ARIA menu-button pattern): arrows, Home, End and first letters move the focus, Enter
 * chooses, Escape and Tab close the menu. After Escape or a choice, the focus returns to the button.
 */
export function Menu({
  label,
  icon,
  items,
  children,
}: {
  label: string;
  /** shown on the button; `label` is then the accessible name and the tooltip of the button */
  icon?: ReactNode;
  items: readonly MenuItem[];
  /** shown on the button instead of the icon */
  children?: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const startAt = useRef<"first" | "last">("first");

  useEffect(() => {
    if (!isOpen) return;
    const itemElements = itemsOf(list.current);
    (startAt.current === "last" ? itemElements.at(-1) : itemElements[0])?.focus();
    const closeIfOutside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setIsOpen(false);
    };
    document.addEventListener("pointerdown", closeIfOutside);
    return () => document.removeEventListener("pointerdown", closeIfOutside);
  }, [isOpen]);

  const close = () => {
    setIsOpen(false);
    trigger.current?.focus();
  };

  const openAt = (position: "first" | "last") => {
    startAt.current = position;
    setIsOpen(true);
  };

  const onTriggerKey = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    openAt(event.key === "ArrowUp" ? "last" : "first");
  };

  const onListKey = (event: KeyboardEvent) => {
    const itemElements = itemsOf(list.current);
    const index = itemElements.indexOf(document.activeElement as HTMLElement);
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    const isLetter = event.key.length === 1 && event.key !== " " && !hasModifier;
    const findByLetter = () =>
      [...itemElements.slice(index + 1), ...itemElements.slice(0, index + 1)].find((item) =>
        item.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase()),
      );
    const targetByKey: Record<string, () => HTMLElement | undefined> = {
      ArrowDown: () => itemElements[(index + 1) % itemElements.length],
      ArrowUp: () => itemElements[(index - 1 + itemElements.length) % itemElements.length],
      Home: () => itemElements[0],
      End: () => itemElements.at(-1),
    };
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
    } else if (event.key === "Tab") setIsOpen(false);
    else if (targetByKey[event.key] ?? isLetter) {
      event.preventDefault();
      (targetByKey[event.key] ?? findByLetter)()?.focus();
    }
  };

  const triggerProps = {
    ref: trigger,
    "aria-haspopup": "menu" as const,
    "aria-expanded": isOpen,
    "aria-controls": isOpen ? id : undefined,
    onClick: () => (isOpen ? setIsOpen(false) : openAt("first")),
    onKeyDown: onTriggerKey,
  };

  return (
    <div className={styles.root} ref={root}>
      {children ? (
        <button type="button" className={styles.trigger} aria-label={label} {...triggerProps}>
          {children}
        </button>
      ) : (
        <IconButton label={label} {...triggerProps}>
          {icon}
        </IconButton>
      )}
      {isOpen && (
        <div
          className={classNames(panel.panel, styles.menu)}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          ref={list}
          onKeyDown={onListKey}
        >
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={classNames(panel.item, item.danger && styles.danger)}
              onClick={() => {
                close();
                item.run();
              }}
            >
              {item.icon}
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
