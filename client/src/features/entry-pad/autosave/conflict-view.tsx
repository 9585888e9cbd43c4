import { observer } from "mobx-react-lite";
import { useEffect, useMemo } from "react";
import { browserName } from "../../../shared/browser-name.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { Notice } from "../../../shared/ui/notice.tsx";
import { Sheet } from "../../../shared/ui/sheet.tsx";
import { momentOf } from "../../../shared/dates.ts";
import { useDateFormat } from "../../../shared/use-date-format.ts";
import type { ConflictChoice } from "./autosave-state.ts";
import { classNames } from "../../../shared/ui/class-names.ts";
import entryTextStyles from "../../../shared/ui/entry-text.module.css";
import { SafeHtml } from "../../../shared/ui/safe-html.tsx";
import type { EntryDetailsStore } from "../entry-details.store.ts";
import { markDifferences } from "./mark-differences.ts";
import styles from "./conflict-view.module.css";
import { padText } from "../pad-text.ts";
import { padLazyText } from "../pad-lazy-text.ts";
import type { SavedEntry, Writing } from "./writing.ts";

const { conflict } = padLazyText;

/** One of the two texts with its formatting, and with marks where it differs from the other. */
function VersionText({ heading, title, html }: { heading: string; title: string; html: string }) {
  return (
    <section className={styles.side} aria-label={heading}>
      <h3 className={styles.heading}>{heading}</h3>
      {/* The text scrolls, so it must be focusable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
      <div className={styles.text} tabIndex={0} role="group" aria-label={`${heading}: ${title}`}>
        <p className={styles.title}>{title || padText.untitled}</p>
        {html === "" ? (
          <p className={styles.noText}>{conflict.noText}</p>
        ) : (
          <div className={classNames(entryTextStyles.text, styles.body)}>
            <SafeHtml html={html} />
          </div>
        )}
      </div>
    </section>
  );
}

/** The two versions of an entry side by side, and the choices. No choice loses either text. */
export const ConflictView = observer(function ConflictView({
  mine,
  theirs,
  details,
  busy,
  failed,
  onClose,
  onKeepMine,
  onChoose,
}: {
  mine: Writing;
  theirs: SavedEntry;
  details: EntryDetailsStore;
  busy: boolean;
  failed: boolean;
  onClose: () => void;
  onKeepMine: () => void;
  onChoose: (choice: ConflictChoice) => void;
}) {
  const dateFormat = useDateFormat();
  const { modifiedAt, savedBy } = theirs;
  const device = savedBy && (savedBy.isThisBrowser ? conflict.anotherTab : browserName(savedBy.userAgent));
  const savedAtText =
    modifiedAt === undefined ? "" : conflict.savedAt(momentOf(modifiedAt, dateFormat), device ?? null);
  // The other version may have photos that this page has not loaded yet.
  useEffect(() => void details.refreshPhotos(), [details]);
  const { photos, hasLock } = details.values;
  const markedBodies = useMemo(
    () =>
      markDifferences(
        mine.body,
        theirs.writing.body,
        (photoId) => photos.find(({ id }) => id === photoId)?.url,
      ),
    [mine.body, theirs.writing.body, photos],
  );
  return (
    <Sheet
      open
      onClose={onClose}
      title={conflict.title}
      description={`${conflict.lead} ${savedAtText}`.trim()}
      wide
    >
      <div className={styles.view}>
        {failed && <Notice tone="failure">{conflict.failed}</Notice>}
        <div className={styles.sides}>
          <VersionText heading={conflict.mine} title={mine.title} html={markedBodies.mine} />
          <VersionText heading={conflict.theirs} title={theirs.writing.title} html={markedBodies.theirs} />
        </div>
        <ul className={styles.choices}>
          <li>
            <Button variant="primary" busy={busy} onClick={onKeepMine}>
              {conflict.keepMine}
            </Button>
            <p>{conflict.keepMineHint}</p>
          </li>
          <li>
            <Button busy={busy} onClick={() => onChoose("theirs")}>
              {conflict.keepTheirs}
            </Button>
            <p>{conflict.keepTheirsHint}</p>
          </li>
          <li>
            <Button busy={busy} onClick={() => onChoose("both")}>
              {conflict.keepBoth}
            </Button>
            <p>
              {conflict.keepBothHint} {hasLock && conflict.withoutLock}
            </p>
          </li>
        </ul>
      </div>
    </Sheet>
  );
});
