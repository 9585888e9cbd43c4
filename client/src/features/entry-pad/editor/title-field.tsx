import { bounds } from "@daybook/domain/contract/bounds";
import { padText } from "../pad-text.ts";
import styles from "./title-field.module.css";

/** The title: a single line that wraps. Enter moves to the body. */
export function TitleField({
  value,
  readOnly,
  onChange,
  onEnter,
}: {
  value: string;
  readOnly: boolean;
  onChange: (title: string) => void;
  onEnter: () => void;
}) {
  return (
    <div className={styles.grow} data-text={value}>
      <textarea
        className={styles.title}
        rows={1}
        aria-label={padText.titleLabel}
        placeholder={padText.titlePlaceholder}
        maxLength={bounds.title}
        value={value}
        readOnly={readOnly}
        onChange={(event) => onChange(event.target.value.replace(/[\r\n]+/g, " "))}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onEnter();
        }}
      />
    </div>
  );
}
