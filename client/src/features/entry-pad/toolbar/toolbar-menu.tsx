import { Check } from "lucide-react";
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { padText } from "../pad-text.ts";
import { fontFamilies, fontSizes } from "@daybook/content/text-styles";
import { textColours } from "../editor/text-colours.ts";
import { classNames } from "../../../shared/ui/class-names.ts";
import panel from "../../../shared/ui/menu-panel.module.css";
import styles from "./toolbar-menu.module.css";

/** One line of a toolbar menu. */
export type MenuLine = {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly style?: CSSProperties;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly run: () => void;
};

/**
 * A menu under a toolbar button. Arrow keys, Home and End move, Enter and Space choose, Escape closes it and returns the focus,
 * Tab or a click outside closes it.
 */
export function ToolbarMenu({
  label,
  selection,
  lines,
  onClose,
}: {
  label: string;
  /** "one": a single choice; "each": independent toggles */
  selection: "one" | "each";
  lines: readonly MenuLine[];
  /** @param returnsFocus whether the focus returns to the button */
  onClose: (returnsFocus: boolean) => void;
}) {
  const menu = useRef<HTMLDivElement>(null);
  const findButtons = () => [...(menu.current?.querySelectorAll<HTMLElement>("button") ?? [])];

  useEffect(() => {
    const buttons = findButtons();
    (buttons.find((line) => selection === "one" && line.ariaChecked === "true") ?? buttons[0])?.focus();
    const closeIfOutside = (event: PointerEvent) => {
      if (!menu.current?.parentElement?.contains(event.target as Node)) onClose(false);
    };
    document.addEventListener("pointerdown", closeIfOutside);
    return () => document.removeEventListener("pointerdown", closeIfOutside);
    // oxlint-disable-next-line react/exhaustive-deps -- once: the menu is only rendered while it is open
  }, []);

  const handleKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    const buttons = findButtons();
    const index = buttons.indexOf(document.activeElement as HTMLElement);
    const indexByKey: Record<string, number> = {
      ArrowDown: (index + 1) % buttons.length,
      ArrowUp: (index - 1 + buttons.length) % buttons.length,
      Home: 0,
      End: buttons.length - 1,
    };
    if (event.key === "Tab") onClose(false);
    else if (event.key === "Escape") {
      event.preventDefault();
      onClose(true);
    } else if (indexByKey[event.key] !== undefined) {
      event.preventDefault();
      buttons[indexByKey[event.key] ?? 0]?.focus();
    }
  };

  return (
    <div
      className={classNames(panel.panel, styles.menu)}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      ref={menu}
      onKeyDown={handleKey}
    >
      {lines.map((line) => (
        <button
          key={line.label}
          type="button"
          role={selection === "one" ? "menuitemradio" : "menuitemcheckbox"}
          tabIndex={-1}
          aria-checked={line.isOn}
          aria-disabled={line.isDisabled || undefined}
          className={classNames(panel.item, styles.line)}
          onClick={line.run}
        >
          <span className={styles.check}>{line.isOn && <Check size={16} aria-hidden />}</span>
          {line.icon}
          <span style={line.style}>{line.label}</span>
        </button>
      ))}
    </div>
  );
}

/** The styles that the menus set. */
export type TextStyle = "font" | "size" | "colour";

/** The lines of each menu. The value `null` resets the style to the default. */
const choices: Readonly<
  Record<
    TextStyle,
    readonly { value: string | null; label: string; icon?: ReactNode; style?: CSSProperties }[]
  >
> = {
  font: [
    { value: null, label: padText.toolbar.defaultFont },
    ...fontFamilies.map((family) => ({
      value: family,
      label: padText.toolbar.genericFonts[family] ?? family,
      style: { fontFamily: family },
    })),
  ],
  size: [
    { value: null, label: padText.toolbar.defaultSize },
    ...fontSizes.map((size) => ({ value: `${size}px`, label: String(size) })),
  ],
  colour: [
    {
      value: null,
      label: padText.toolbar.defaultColour,
      icon: <span className={styles.swatch} data-ink aria-hidden />,
    },
    ...textColours.map(({ name, colour, token }) => ({
      value: colour,
      label: name,
      icon: <span className={styles.swatch} style={{ background: `var(${token})` }} aria-hidden />,
    })),
  ],
};

/** The menu of fonts, sizes or text colours. */
export function TextStyleMenu({
  textStyle,
  label,
  current,
  onChoose,
  onClose,
}: {
  textStyle: TextStyle;
  label: string;
  current: string | null;
  onChoose: (value: string | null) => void;
  onClose: (returnsFocus: boolean) => void;
}) {
  const lines = choices[textStyle].map(({ value, ...line }) => ({
    ...line,
    isOn: value === current,
    run: () => onChoose(value),
  }));
  return <ToolbarMenu label={label} selection="one" lines={lines} onClose={onClose} />;
}
