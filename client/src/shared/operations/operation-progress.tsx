import { observer } from "mobx-react-lite";
import { useId } from "react";
import { useServices } from "../services.ts";
import { Button } from "../ui/button.tsx";
import { type FollowedOperation, operationsOf } from "./operations.store.ts";
import { operationsText } from "./operations-text.ts";
import styles from "./operation-progress.module.css";

function Progress({
  followed: { operation, text },
  onHide,
}: {
  followed: FollowedOperation;
  onHide: () => void;
}) {
  const id = useId();
  const { done, total } = operation;
  return (
    <li className={styles.item}>
      <label className={styles.text} htmlFor={id}>
        {text}
      </label>
      <span className={styles.count}>{operationsText.count(done, total)}</span>
      <progress className={styles.bar} id={id} value={done} max={total} />
      <Button variant="quiet" onClick={onHide} title={operationsText.hideHint}>
        {operationsText.hide}
      </Button>
    </li>
  );
}

/** The progress of background operations. Hiding one does not stop it. */
export const OperationProgress = observer(function OperationProgress() {
  const operations = operationsOf(useServices());
  const visibleOperations = operations.all.filter(({ isHidden }) => !isHidden);
  if (visibleOperations.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={operationsText.label}>
      {visibleOperations.map((followed) => (
        <Progress
          key={followed.operation.id}
          followed={followed}
          onHide={() => operations.hide(followed.operation.id)}
        />
      ))}
    </ul>
  );
});
