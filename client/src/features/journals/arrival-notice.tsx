import type { ErrorCode } from "@daybook/domain/contract/errors";
import { useSelector } from "@xstate/react";
import { useSearchParams } from "react-router";
import { copy } from "../../shared/copy.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import styles from "./arrival-notice.module.css";
import { shelfCopy } from "./shelf-copy.ts";

/** Our own words for a code of the address: what stands there is never shown. */
function messageOf(code: string | null): string | null {
  if (code === null || !Object.hasOwn(shelfCopy.messages, code)) return null;
  return shelfCopy.messages[code as ErrorCode] ?? null;
}

/** What the address of the shelf has to say: a greeting after the link of a mail (`aul`), or a message (`e`). */
export function ArrivalNotice() {
  const { sessionActor } = useServices();
  const firstName = useSelector(sessionActor, ({ context }) => context.session?.user.first_name ?? "");
  const [query, setQuery] = useSearchParams();
  const sentences = [query.has("aul") ? shelfCopy.greeting(firstName) : null, messageOf(query.get("e"))];
  const shown = sentences.filter((sentence) => sentence !== null);
  if (shown.length === 0) return null;
  const dismiss = () =>
    setQuery(
      (before) => {
        before.delete("aul");
        before.delete("e");
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <div className={styles.arrival}>
      <Notice>
        <div>
          {shown.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
        <Button variant="quiet" onClick={dismiss}>
          {copy.actions.dismiss}
        </Button>
      </Notice>
    </div>
  );
}
