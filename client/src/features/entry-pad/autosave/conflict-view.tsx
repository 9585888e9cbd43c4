import { diffTexts, type TextChange } from "@daybook/content/diff-texts";
import { useMemo } from "react";
import { Button } from "../../../shared/ui/button.tsx";
import { Notice } from "../../../shared/ui/notice.tsx";
import { Sheet } from "../../../shared/ui/sheet.tsx";
import { momentOf } from "../../../shared/dates.ts";
import { useDateFormat } from "../../../shared/use-date-format.ts";
import type { ConflictChoice } from "./autosave.ts";
import { parseBody, plainText } from "../editor/body.ts";
import styles from "./conflict-view.module.css";
import { padText } from "../pad-text.ts";
import { padLazyText } from "../pad-lazy-text.ts";
import type { Writing } from "./writing.ts";

const { conflict } = padLazyText;

const textOf = ({ body }: Writing): string => plainText(parseBody(body)).trim();

/** One of the two texts, with its own passages highlighted. */
function Text({
  heading,
  title,
  changes,
  own,
}: {
  heading: string;
  title: string;
  changes: readonly TextChange[];
  own: "insert" | "delete";
}) {
  const pieces = changes.filter(({ op }) => op === "equal" || op === own);
  return (
    <section className={styles.side} aria-label={heading}>
      <h3 className={styles.heading}>{heading}</h3>
      {/* It scrolls, so it must be focusable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
      <div className={styles.text} tabIndex={0} role="group" aria-label={`${heading}: ${title}`}>
        <p className={styles.title}>{title || padText.untitled}</p>
        {pieces.length === 0 && <p className={styles.none}>{conflict.noText}</p>}
        <p className={styles.body}>
          {pieces.map(({ op, text }, index) =>
            op === "equal" ? (
              text
            ) : (
              // oxlint-disable-next-line react/no-array-index-key -- a piece is identified by its position
              <mark key={index}>
                <span className="visually-hidden">{conflict.onlyHere}: </span>
                {text}
              </mark>
            ),
          )}
        </p>
      </div>
    </section>
  );
}

/** The two versions of an entry side by side, and the choices. No choice loses either text. */
export function ConflictView({
  mine,
  theirs,
  savedAt,
  busy,
  failed,
  onClose,
  onKeepMine,
  onChoose,
}: {
  mine: Writing;
  theirs: Writing;
  /** when the other version was saved, ISO-8601; undefined when unknown */
  savedAt: string | undefined;
  busy: boolean;
  failed: boolean;
  onClose: () => void;
  onKeepMine: () => void;
  onChoose: (choice: ConflictChoice) => void;
}) {
  const dateFormat = useDateFormat();
  const when = savedAt === undefined ? null : conflict.savedAt(momentOf(savedAt, dateFormat));
  const changes = useMemo(() => diffTexts(textOf(theirs), textOf(mine)), [mine, theirs]);
  return (
    <Sheet
      open
      onClose={onClose}
      title={conflict.title}
      description={when === null ? conflict.lead : `${conflict.lead} ${when}`}
      wide
    >
      <div className={styles.view}>
        {failed && <Notice tone="failure">{conflict.failed}</Notice>}
        <div className={styles.sides}>
          <Text heading={conflict.mine} title={mine.title} changes={changes} own="insert" />
          <Text heading={conflict.theirs} title={theirs.title} changes={changes} own="delete" />
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
            <p>{conflict.keepBothHint}</p>
          </li>
        </ul>
      </div>
    </Sheet>
  );
}
