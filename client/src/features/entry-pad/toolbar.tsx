import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { Link2 } from "lucide-react";
import { type KeyboardEvent, type Ref, useState } from "react";
import { IconButton } from "../../shared/ui/icon-button.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { padCopy } from "./pad-copy.ts";
import { toolbarGroups } from "./toolbar-items.ts";
import styles from "./toolbar.module.css";

const buttonsOf = (toolbar: HTMLElement): HTMLButtonElement[] => [...toolbar.querySelectorAll("button")];

/** Left, Right, Home and End walk through the buttons; only one of them takes part in tabbing. */
function walk(event: KeyboardEvent<HTMLElement>, editor: Editor): void {
  const all = buttonsOf(event.currentTarget);
  const at = all.indexOf(document.activeElement as HTMLButtonElement);
  const next: Record<string, number> = {
    ArrowRight: (at + 1) % all.length,
    ArrowLeft: (at - 1 + all.length) % all.length,
    Home: 0,
    End: all.length - 1,
  };
  if (event.key === "Escape") {
    event.preventDefault();
    editor.commands.focus();
  } else if (next[event.key] !== undefined) {
    event.preventDefault();
    all[next[event.key] ?? 0]?.focus();
  }
}

type Pressed = Readonly<Record<string, { isOn: boolean; can: boolean }>>;

function stateOf(editor: Editor): Pressed {
  const items = toolbarGroups.flat();
  return Object.fromEntries([
    ...items.map(({ label, isOn, can }) => [
      label,
      { isOn: isOn?.(editor) ?? false, can: can?.(editor) ?? true },
    ]),
    [padCopy.toolbar.link, { isOn: editor.isActive("link"), can: true }],
  ]) as Pressed;
}

/** Formatting, quiet until the text has the focus. Alt+F10 leads here from the text, Escape back. */
export function Toolbar({ editor, ref }: { editor: Editor; ref: Ref<HTMLDivElement> }) {
  const [current, setCurrent] = useState<string>(padCopy.toolbar.heading1);
  const [asksForLink, setAsksForLink] = useState(false);
  const pressed = useEditorState({ editor, selector: ({ editor: now }) => stateOf(now) });

  const shared = (label: string, isToggle: boolean) => ({
    label,
    tabIndex: label === current ? 0 : -1,
    className: styles.button ?? "",
    onFocus: () => setCurrent(label),
    // The selection in the text stays while a button is clicked.
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    ...(isToggle && { "aria-pressed": pressed[label]?.isOn ?? false }),
    // Not "disabled": the focus must not fall out of the toolbar when there is nothing more to undo.
    ...(pressed[label]?.can === false && { "aria-disabled": true }),
  });

  const link = (
    <IconButton
      key={padCopy.toolbar.link}
      {...shared(padCopy.toolbar.link, true)}
      onClick={() => setAsksForLink(true)}
    >
      <Link2 size={18} aria-hidden />
    </IconButton>
  );

  return (
    <div
      className={styles.toolbar}
      role="toolbar"
      tabIndex={-1}
      aria-label={padCopy.toolbar.label}
      aria-orientation="horizontal"
      ref={ref}
      onKeyDown={(event) => walk(event, editor)}
    >
      {toolbarGroups.map((group, index) => (
        <div key={group[0]?.label} className={styles.group}>
          {index === 3 && link}
          {group.map((item) => (
            <IconButton
              key={item.label}
              {...shared(item.label, item.isOn !== undefined)}
              {...(item.keys && { "aria-keyshortcuts": item.keys })}
              onClick={() => item.run(editor.chain().focus()).run()}
            >
              <item.icon size={18} aria-hidden />
            </IconButton>
          ))}
        </div>
      ))}
      <LinkDialog editor={editor} open={asksForLink} onClose={() => setAsksForLink(false)} />
    </div>
  );
}
