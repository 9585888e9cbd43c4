import { Fragment } from "react";
import { Sheet } from "../../../shared/ui/sheet.tsx";
import { isApple } from "../../../shared/apple.ts";
import { keyNames, type Keys } from "./keys.ts";
import { padText } from "../pad-text.ts";
import { padLazyText } from "../pad-lazy-text.ts";
import styles from "./shortcuts-sheet.module.css";
import { highlight, toolbarGroups } from "../toolbar/toolbar-items.ts";
import { padKeys } from "./use-pad-keys.ts";

const { shortcuts: labels } = padLazyText;
const items = [...toolbarGroups.flatMap((group) => group.items), highlight];

const pageShortcuts: readonly (readonly [label: string, keys: Keys])[] = [
  [labels.save, padKeys.save],
  [padText.focusMode, padKeys.focusMode],
  [labels.older, padKeys.older],
  [labels.newer, padKeys.newer],
  [labels.toolbar, "Alt+F10"],
  [labels.search, "Mod+K"],
  [labels.help, padKeys.help],
];
const textShortcuts: readonly (readonly [label: string, keys: Keys])[] = [
  ...items.flatMap(({ label, keys }) => (keys ? [[label, keys] as const] : [])),
  [labels.plainPaste, "Mod+Shift+V"],
];

function KeyTable({ title, rows }: { title: string; rows: typeof pageShortcuts }) {
  const isAppleDevice = isApple();
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {rows.map(([label, keys]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {keyNames(keys, isAppleDevice).map((name, index) => (
                <Fragment key={name}>
                  {index > 0 && " "}
                  <kbd>{name}</kbd>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The keyboard shortcuts, with the key names of this computer, and what typed characters turn into. */
export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  return (
    <Sheet open title={padText.shortcuts} onClose={onClose}>
      {/* The list scrolls, so it must be focusable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above */}
      <div className={styles.sheet} tabIndex={0} role="group" aria-label={padText.shortcuts}>
        <KeyTable title={labels.text} rows={textShortcuts} />
        <div>
          <KeyTable title={labels.page} rows={pageShortcuts} />
          <section>
            <h3>{labels.typing}</h3>
            <dl>
              {items.map(
                ({ label, inputRule }) =>
                  inputRule && (
                    <div key={label}>
                      <dt>{label}</dt>
                      <dd>
                        <kbd>{inputRule.trimEnd()}</kbd>
                        {inputRule.endsWith(" ") && <> {labels.space}</>}
                      </dd>
                    </div>
                  ),
              )}
            </dl>
            <p>{labels.undoInputRule}</p>
          </section>
        </div>
      </div>
    </Sheet>
  );
}
