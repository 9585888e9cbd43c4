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
  readonly isOff?: boolean;
  readonly run: () => void;
};

/**
 * A menu under a toolbar button. Arrow keys, Home and End move, Enter and Space choose, Escape closes it and returns the focus,
 * a click outside closes it.
 */
export function ToolbarMenu({
  label,
  picks,
  lines,
  onClose,
}: {
  label: string;
  /** single choice, or independent toggles */
  picks: "one" | "each";
  lines: readonly MenuLine[];
  /** @param returnsFocus whether the focus returns to the button */
  onClose: (returnsFocus: boolean) => void;
}) {
  const menu = useRef<HTMLDivElement>(null);
  const linesOf = () => [...(menu.current?.querySelectorAll<HTMLElement>("button") ?? [])];

  useEffect(() => {
    const lines = linesOf();
    (lines.find((line) => picks === "one" && line.ariaChecked === "true") ?? lines[0])?.focus();
    const details = (event: PointerEvent) => {
      if (!menu.current?.parentElement?.contains(event.target as Node)) onClose(false);
    };
    document.addEventListener("pointerdown", details);
    return () => document.removeEventListener("pointerdown", details);
    // oxlint-disable-next-line react/exhaustive-deps -- once: the menu is only rendered while it is open
  }, []);

  const handleKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    const lines = linesOf();
    const index = lines.indexOf(document.activeElement as HTMLElement);
    const next: Record<string, number> = {
      ArrowDown: (index + 1) % lines.length,
      ArrowUp: (index - 1 + lines.length) % lines.length,
      Home: 0,
      End: lines.length - 1,
    };
    if (event.key === "Tab") onClose(false);
    else if (event.key === "Escape") {
      event.preventDefault();
      onClose(true);
    } else if (next[event.key] !== undefined) {
      event.preventDefault();
      lines[next[event.key] ?? 0]?.focus();
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
          role={picks === "one" ? "menuitemradio" : "menuitemcheckbox"}
          tabIndex={-1}
          aria-checked={line.isOn}
          aria-disabled={line.isOff || undefined}
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

/** The styles that the menus set; null resets to the default. */
export type Look = "font" | "size" | "colour";

const choices: Readonly<
  Record<Look, readonly { value: string | null; label: string; icon?: ReactNode; style?: CSSProperties }[]>
> = {
  font: [
    { value: null, label: padText.toolbar.ownFont },
    ...fontFamilies.map((family) => ({
      value: family,
      label: padText.toolbar.generic[family] ?? family,
      style: { fontFamily: family },
    })),
  ],
  size: [
    { value: null, label: padText.toolbar.ownSize },
    ...fontSizes.map((size) => ({ value: `${size}px`, label: String(size) })),
  ],
  colour: [
    {
      value: null,
      label: padText.toolbar.ink,
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
export function LookMenu({
  look,
  label,
  current,
  onChoose,
  onClose,
}: {
  look: Look;
  label: string;
  current: string | null;
  onChoose: (value: string | null) => void;
  onClose: (returnsFocus: boolean) => void;
}) {
  const lines = choices[look].map(({ value, ...line }) => ({
    ...line,
    isOn: value === current,
    run: () => onChoose(value),
  }));
  return <ToolbarMenu label={label} picks="one" lines={lines} onClose={onClose} />;
}
