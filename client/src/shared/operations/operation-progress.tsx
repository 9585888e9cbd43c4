import { observer } from "mobx-react-lite";
import { useId } from "react";
import { useServices } from "../services.ts";
import { Button } from "../ui/button.tsx";
import { type Followed, operationsOf } from "./operations.store.ts";
import { operationsCopy } from "./operations-copy.ts";
import styles from "./operation-progress.module.css";

function Progress({ followed: { operation, words }, onHide }: { followed: Followed; onHide: () => void }) {
  const id = useId();
  const { done, total } = operation;
  return (
    <li className={styles.item}>
      <label className={styles.words} htmlFor={id}>
        {words}
      </label>
      <span className={styles.count}>{operationsCopy.count(done, total)}</span>
      <progress className={styles.bar} id={id} value={done} max={total} />
      <Button variant="quiet" onClick={onHide} title={operationsCopy.hideHint}>
        {operationsCopy.hide}
      </Button>
    </li>
  );
}

/** How far the long acts are. Hiding one stops nothing. */
export const OperationProgress = observer(function OperationProgress() {
  const operations = operationsOf(useServices());
  const shown = operations.all.filter(({ isHidden }) => !isHidden);
  if (shown.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={operationsCopy.label}>
      {shown.map((followed) => (
        <Progress
          key={followed.operation.id}
          followed={followed}
          onHide={() => operations.hide(followed.operation.id)}
        />
      ))}
    </ul>
  );
});
