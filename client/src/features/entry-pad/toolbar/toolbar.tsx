import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { Ellipsis, type LucideIcon } from "lucide-react";
import { type KeyboardEvent, lazy, type Ref, Suspense, useEffect, useState } from "react";
import { whenReachable } from "../../../shared/connection.ts";
import { IconButton } from "../../../shared/ui/icon-button.tsx";
import { TypedAhead } from "../../../shared/ui/typed-ahead.tsx";
import { isApple } from "../../../shared/apple.ts";
import { ariaKeys, isPressed } from "../page/keys.ts";
import { padText } from "../pad-text.ts";
import { ALargeSmall, Baseline, Type } from "./tool-icons.ts";
import { textColours } from "../editor/text-colours.ts";
import { highlight, link, type ToolbarItem, toolbarGroups } from "./toolbar-items.ts";
import type { Look, MenuLine } from "./toolbar-menu.tsx";
import { toolbarStateOf } from "./toolbar-state.ts";
import styles from "./toolbar.module.css";
import { useFittingGroups } from "./use-fitting-groups.ts";

const LinkDialog = lazy(
  whenReachable(async () => ({ default: (await import("../editor/link-dialog.tsx")).LinkDialog })),
);
const loadMenus = () => import("./toolbar-menu.tsx");
const LookMenu = lazy(whenReachable(async () => ({ default: (await loadMenus()).LookMenu })));
const ToolbarMenu = lazy(whenReachable(async () => ({ default: (await loadMenus()).ToolbarMenu })));

const { toolbar: labels } = padText;
const pickers: readonly { look: Look; label: string; icon: LucideIcon }[] = [
  { look: "font", label: labels.font, icon: Type },
  { look: "size", label: labels.size, icon: ALargeSmall },
  { look: "colour", label: labels.colour, icon: Baseline },
];

/** The arrow keys, Home and End move between the buttons; only one of them is in the tab order. */
function walk(event: KeyboardEvent<HTMLElement>, editor: Editor): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("[data-tool]")];
  const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const next: Record<string, number> = {
    ArrowRight: (index + 1) % buttons.length,
    ArrowLeft: (index - 1 + buttons.length) % buttons.length,
    Home: 0,
    End: buttons.length - 1,
  };
  const opensMenu = event.key === "ArrowDown" && document.activeElement?.ariaHasPopup === "menu";
  if (event.key === "Escape") {
    event.preventDefault();
    editor.view.focus();
  } else if (opensMenu) {
    event.preventDefault();
    buttons[index]?.click();
  } else if (next[event.key] !== undefined) {
    event.preventDefault();
    buttons[next[event.key] ?? 0]?.focus();
  }
}

function setLook(editor: Editor, look: Look, value: string | null): void {
  const chain = editor.chain();
  const set = {
    font: () => (value === null ? chain.unsetFontFamily() : chain.setFontFamily(value)),
    size: () => (value === null ? chain.unsetFontSize() : chain.setFontSize(value)),
    colour: () => (value === null ? chain.unsetColor() : chain.setColor(value)),
  };
  set[look]().run();
}

/** The formatting toolbar, dimmed until the text has the focus. Alt+F10 moves from the text to it, Escape back. */
export function Toolbar({ editor, ref }: { editor: Editor; ref: Ref<HTMLDivElement> }) {
  const [current, setCurrent] = useState<string>(labels.heading1);
  const [menu, setMenu] = useState<Look | "more" | null>(null);
  const [isLinkDialogOpen, setIsLinkDialogOpen] = useState(false);
  const { fitting, measure } = useFittingGroups();
  const state = useEditorState({
    editor,
    selector: ({ editor: currentEditor }) => toolbarStateOf(currentEditor),
  });
  const apple = isApple();

  useEffect(() => {
    const openOnShortcut = (event: globalThis.KeyboardEvent) => {
      if (!isPressed(event, link.keys ?? "", apple)) return;
      // Without a selection or a link, the same keys open the search.
      if (editor.state.selection.empty && !editor.isActive("link")) return;
      event.preventDefault();
      setIsLinkDialogOpen(true);
    };
    const { dom } = editor.view;
    dom.addEventListener("keydown", openOnShortcut);
    return () => dom.removeEventListener("keydown", openOnShortcut);
  }, [editor, apple]);

  const run = (item: ToolbarItem) => {
    if (!item.run) return setIsLinkDialogOpen(true);
    // Synchronously: TipTap's own focus command waits for a frame, and would steal the focus if it moved before that.
    editor.view.focus();
    item.run(editor.chain()).run();
  };
  const isGone = !toolbarGroups.some(
    (group) => fitting.has(group) && group.items.some(({ label }) => label === current),
  );
  const firstButton =
    isGone &&
    ![labels.font, labels.size, labels.colour, labels.more, highlight.label].some(
      (label) => label === current,
    )
      ? labels.font
      : current;

  const buttonProps = (label: string, item?: ToolbarItem) => ({
    label,
    "data-tool": "",
    tabIndex: label === firstButton ? 0 : -1,
    className: styles.button ?? "",
    onFocus: () => setCurrent(label),
    // Keeps the text selection when a button is clicked.
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    ...(item?.isOn && { "aria-pressed": state.on.includes(label) }),
    ...(item?.keys && { "aria-keyshortcuts": ariaKeys(item.keys, apple) }),
    // Not "disabled": the focus must stay in the toolbar when there is nothing more to undo.
    ...(state.off.includes(label) && { "aria-disabled": true }),
  });

  const opener = (menuName: Look | "more", label: string) => ({
    ...buttonProps(label),
    "aria-haspopup": "menu" as const,
    "aria-expanded": menu === menuName,
    onPointerEnter: () => void loadMenus(),
    onClick: () => setMenu(menu === menuName ? null : menuName),
  });

  const leaveMenu = () => {
    editor.view.focus();
    setMenu(null);
  };

  const closeMenu = (returnsFocus: boolean) => {
    setMenu(null);
    if (returnsFocus && menu) document.querySelector<HTMLElement>(`[data-opens="${menu}"]`)?.focus();
  };

  const closeLinkDialog = () => setIsLinkDialogOpen(false);

  const renderButton = (item: ToolbarItem) => (
    <IconButton key={item.label} {...buttonProps(item.label, item)} onClick={() => run(item)}>
      <item.icon size={18} aria-hidden />
    </IconButton>
  );

  const hiddenItems = toolbarGroups.filter((group) => !fitting.has(group)).flatMap((group) => group.items);
  const moreLines = hiddenItems.map((item): MenuLine => ({
    label: item.label,
    icon: <item.icon size={18} aria-hidden />,
    isOn: state.on.includes(item.label),
    isOff: state.off.includes(item.label),
    run: () => {
      leaveMenu();
      run(item);
    },
  }));
  const textColour = textColours.find(({ colour }) => colour === state.colour);

  return (
    <div ref={measure}>
      <div
        className={styles.toolbar}
        role="toolbar"
        tabIndex={-1}
        aria-label={labels.label}
        aria-orientation="horizontal"
        ref={ref}
        onKeyDown={(event) => walk(event, editor)}
      >
        {toolbarGroups.slice(0, 2).map(
          (group) =>
            fitting.has(group) && (
              <div key={group.rank} className={styles.group}>
                {group.items.map(renderButton)}
              </div>
            ),
        )}
        <div className={styles.group}>
          {pickers.map(({ look, label, icon: Icon }) => (
            <div key={look} className={styles.opener}>
              <IconButton
                {...opener(look, label)}
                data-opens={look}
                data-set={state[look] !== null || undefined}
              >
                <Icon
                  size={18}
                  aria-hidden
                  {...(look === "colour" && textColour && { style: { color: `var(${textColour.token})` } })}
                />
              </IconButton>
              {menu === look && (
                <Suspense>
                  <LookMenu
                    look={look}
                    label={label}
                    current={state[look]}
                    onClose={closeMenu}
                    onChoose={(value) => {
                      leaveMenu();
                      setLook(editor, look, value);
                    }}
                  />
                </Suspense>
              )}
            </div>
          ))}
          {renderButton(highlight)}
        </div>
        {toolbarGroups.slice(2).map(
          (group) =>
            fitting.has(group) && (
              <div key={group.rank} className={styles.group}>
                {group.items.map(renderButton)}
              </div>
            ),
        )}
        {hiddenItems.length > 0 && (
          <div className={styles.last}>
            <IconButton {...opener("more", labels.more)} data-opens="more">
              <Ellipsis size={18} aria-hidden />
            </IconButton>
            {menu === "more" && (
              <Suspense>
                <ToolbarMenu label={labels.more} picks="each" lines={moreLines} onClose={closeMenu} />
              </Suspense>
            )}
          </div>
        )}
      </div>
      {/* Not inside the toolbar: it would handle the keys that move the caret in the address. */}
      {isLinkDialogOpen && (
        <Suspense fallback={<TypedAhead onClose={closeLinkDialog} />}>
          <LinkDialog editor={editor} onClose={closeLinkDialog} />
        </Suspense>
      )}
    </div>
  );
}
