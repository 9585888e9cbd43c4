import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { Ellipsis, type LucideIcon } from "lucide-react";
import { type KeyboardEvent, lazy, type Ref, Suspense, useEffect, useState } from "react";
import { prefetch, whenReachable } from "../../../shared/connection.ts";
import { IconButton } from "../../../shared/ui/icon-button.tsx";
import { TypedAhead } from "../../../shared/ui/typed-ahead.tsx";
import { isApple } from "../../../shared/apple.ts";
import { ariaKeys, isPressed } from "../page/keys.ts";
import { padText } from "../pad-text.ts";
import { ALargeSmall, Baseline, Type } from "./tool-icons.ts";
import { textColours } from "../editor/text-colours.ts";
import { highlight, link, type ToolbarItem, toolbarGroups } from "./toolbar-items.ts";
import type { TextStyle, MenuLine } from "./toolbar-menu.tsx";
import { toolbarStateOf } from "./toolbar-state.ts";
import styles from "./toolbar.module.css";
import { useFittingGroups } from "./use-fitting-groups.ts";

const LinkDialog = lazy(
  whenReachable(async () => ({ default: (await import("../editor/link-dialog.tsx")).LinkDialog })),
);
const loadMenus = () => import("./toolbar-menu.tsx");
const TextStyleMenu = lazy(whenReachable(async () => ({ default: (await loadMenus()).TextStyleMenu })));
const ToolbarMenu = lazy(whenReachable(async () => ({ default: (await loadMenus()).ToolbarMenu })));

const { toolbar: labels } = padText;
/** The buttons that open the menus of fonts, sizes and text colours. */
const styleButtons: readonly { textStyle: TextStyle; label: string; icon: LucideIcon }[] = [
  { textStyle: "font", label: labels.font, icon: Type },
  { textStyle: "size", label: labels.size, icon: ALargeSmall },
  { textStyle: "colour", label: labels.colour, icon: Baseline },
];

/** How many groups come before the style buttons: undo and redo, and the headings. */
const groupsBeforeStyles = 2;

/**
 * Handles the keys of the toolbar. Arrow Left and Right, Home and End move between the buttons, of which only one is in the tab order.
 * Arrow Down opens the menu of a button, and Escape returns the focus to the text.
 */
function handleToolbarKey(event: KeyboardEvent<HTMLElement>, editor: Editor): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("[data-tool]")];
  const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const indexByKey: Record<string, number> = {
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
  } else if (indexByKey[event.key] !== undefined) {
    event.preventDefault();
    buttons[indexByKey[event.key] ?? 0]?.focus();
  }
}

function setTextStyle(editor: Editor, textStyle: TextStyle, value: string | null): void {
  const chain = editor.chain();
  const set = {
    font: () => (value === null ? chain.unsetFontFamily() : chain.setFontFamily(value)),
    size: () => (value === null ? chain.unsetFontSize() : chain.setFontSize(value)),
    colour: () => (value === null ? chain.unsetColor() : chain.setColor(value)),
  };
  set[textStyle]().run();
}

/**
 * The formatting toolbar, hidden until the text or the toolbar has the focus. Alt+F10 moves the focus to the toolbar, and Escape moves it
 * back to the text.
 */
export function Toolbar({ editor, ref }: { editor: Editor; ref: Ref<HTMLDivElement> }) {
  const [focusedLabel, setFocusedLabel] = useState<string>(labels.heading1);
  const [openMenu, setOpenMenu] = useState<TextStyle | "more" | null>(null);
  const [isLinkDialogOpen, setIsLinkDialogOpen] = useState(false);
  const { fittingGroups, measureRef } = useFittingGroups();
  const state = useEditorState({
    editor,
    selector: ({ editor: currentEditor }) => toolbarStateOf(currentEditor),
  });
  const isAppleDevice = isApple();

  useEffect(() => {
    const openOnShortcut = (event: globalThis.KeyboardEvent) => {
      if (!isPressed(event, link.keys ?? "", isAppleDevice)) return;
      // Without a selection or a link, the same keys open the search.
      if (editor.state.selection.empty && !editor.isActive("link")) return;
      event.preventDefault();
      setIsLinkDialogOpen(true);
    };
    const { dom } = editor.view;
    dom.addEventListener("keydown", openOnShortcut);
    return () => dom.removeEventListener("keydown", openOnShortcut);
  }, [editor, isAppleDevice]);

  const run = (item: ToolbarItem) => {
    if (!item.run) return setIsLinkDialogOpen(true);
    // TipTap's focus command is not used here, because it waits for a frame. If the focus moves elsewhere in the meantime, the command
    // would take the focus back.
    editor.view.focus();
    item.run(editor.chain()).run();
  };
  const hiddenItems = toolbarGroups
    .filter((group) => !fittingGroups.has(group))
    .flatMap((group) => group.items);
  const visibleLabels = [
    ...toolbarGroups.filter((group) => fittingGroups.has(group)).flatMap(({ items }) => items),
    ...styleButtons,
    highlight,
    ...(hiddenItems.length > 0 ? [{ label: labels.more }] : []),
  ].map(({ label }) => label);
  // The only button in the tab order: the one that had the focus last, unless it is no longer shown.
  const tabbableLabel = visibleLabels.includes(focusedLabel) ? focusedLabel : labels.font;

  const buttonProps = (label: string, item?: ToolbarItem) => ({
    label,
    "data-tool": "",
    tabIndex: label === tabbableLabel ? 0 : -1,
    className: styles.button ?? "",
    onFocus: () => setFocusedLabel(label),
    // Keeps the text selection when a button is clicked.
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    ...(item?.isOn && { "aria-pressed": state.activeLabels.includes(label) }),
    ...(item?.keys && { "aria-keyshortcuts": ariaKeys(item.keys, isAppleDevice) }),
    // A button with the attribute "disabled" would lose the focus. The focus must stay in the toolbar when there is nothing more to undo.
    ...(state.disabledLabels.includes(label) && { "aria-disabled": true }),
  });

  const openerProps = (menuName: TextStyle | "more", label: string) => ({
    ...buttonProps(label),
    "aria-haspopup": "menu" as const,
    "aria-expanded": openMenu === menuName,
    onPointerEnter: () => prefetch(loadMenus),
    onClick: () => setOpenMenu(openMenu === menuName ? null : menuName),
  });

  const closeMenuAndFocusText = () => {
    editor.view.focus();
    setOpenMenu(null);
  };

  const closeMenu = (returnsFocus: boolean) => {
    setOpenMenu(null);
    if (returnsFocus && openMenu) document.querySelector<HTMLElement>(`[data-opens="${openMenu}"]`)?.focus();
  };

  const closeLinkDialog = () => setIsLinkDialogOpen(false);

  const renderButton = (item: ToolbarItem) => (
    <IconButton key={item.label} {...buttonProps(item.label, item)} onClick={() => run(item)}>
      <item.icon size={18} aria-hidden />
    </IconButton>
  );

  const moreLines = hiddenItems.map((item): MenuLine => ({
    label: item.label,
    icon: <item.icon size={18} aria-hidden />,
    isOn: state.activeLabels.includes(item.label),
    isDisabled: state.disabledLabels.includes(item.label),
    run: () => {
      closeMenuAndFocusText();
      run(item);
    },
  }));
  const textColour = textColours.find(({ colour }) => colour === state.colour);

  return (
    <div ref={measureRef}>
      <div
        className={styles.toolbar}
        role="toolbar"
        tabIndex={-1}
        aria-label={labels.label}
        aria-orientation="horizontal"
        ref={ref}
        onKeyDown={(event) => handleToolbarKey(event, editor)}
      >
        {toolbarGroups.slice(0, groupsBeforeStyles).map(
          (group) =>
            fittingGroups.has(group) && (
              <div key={group.rank} className={styles.group}>
                {group.items.map(renderButton)}
              </div>
            ),
        )}
        <div className={styles.group}>
          {styleButtons.map(({ textStyle, label, icon: Icon }) => (
            <div key={textStyle} className={styles.opener}>
              <IconButton
                {...openerProps(textStyle, label)}
                data-opens={textStyle}
                data-set={state[textStyle] !== null || undefined}
              >
                <Icon
                  size={18}
                  aria-hidden
                  {...(textStyle === "colour" &&
                    textColour && { style: { color: `var(${textColour.token})` } })}
                />
              </IconButton>
              {openMenu === textStyle && (
                <Suspense>
                  <TextStyleMenu
                    textStyle={textStyle}
                    label={label}
                    current={state[textStyle]}
                    onClose={closeMenu}
                    onChoose={(value) => {
                      closeMenuAndFocusText();
                      setTextStyle(editor, textStyle, value);
                    }}
                  />
                </Suspense>
              )}
            </div>
          ))}
          {renderButton(highlight)}
        </div>
        {toolbarGroups.slice(groupsBeforeStyles).map(
          (group) =>
            fittingGroups.has(group) && (
              <div key={group.rank} className={styles.group}>
                {group.items.map(renderButton)}
              </div>
            ),
        )}
        {hiddenItems.length > 0 && (
          <div className={styles.more}>
            <IconButton {...openerProps("more", labels.more)} data-opens="more">
              <Ellipsis size={18} aria-hidden />
            </IconButton>
            {openMenu === "more" && (
              <Suspense>
                <ToolbarMenu label={labels.more} selection="each" lines={moreLines} onClose={closeMenu} />
              </Suspense>
            )}
          </div>
        )}
      </div>
      {/* The dialog is outside the toolbar, because the toolbar would handle the keys that move the caret in the address field. */}
      {isLinkDialogOpen && (
        <Suspense fallback={<TypedAhead onClose={closeLinkDialog} />}>
          <LinkDialog editor={editor} onClose={closeLinkDialog} />
        </Suspense>
      )}
    </div>
  );
}
