import type { ErrorCode } from "@daybook/domain/contract/errors";
import { useSelector } from "@xstate/react";
import { useSearchParams } from "react-router";
import { commonText } from "../../shared/common-text.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import styles from "./journals-notice.module.css";
import { journalsText } from "./journals-text.ts";

/** Maps the code in the URL to our own text: text from the URL is never shown. */
function messageOf(code: string | null): string | null {
  if (code === null || !Object.hasOwn(journalsText.messages, code)) return null;
  return journalsText.messages[code as ErrorCode] ?? null;
}

/** The messages that the URL of the journals page asks for: a greeting after a login link (`aul`), and the text of an error code (`e`). */
export function JournalsNotice() {
  const { sessionActor } = useServices();
  const firstName = useSelector(sessionActor, ({ context }) => context.session?.user.first_name ?? "");
  const [query, setQuery] = useSearchParams();
  const possibleMessages = [
    query.has("aul") ? journalsText.greeting(firstName) : null,
    messageOf(query.get("e")),
  ];
  const messages = possibleMessages.filter((message) => message !== null);
  if (messages.length === 0) return null;
  const dismiss = () =>
    setQuery(
      (current) => {
        current.delete("aul");
        current.delete("e");
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <div className={styles.notice}>
      <Notice>
        <div>
          {messages.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </div>
        <Button variant="quiet" onClick={dismiss}>
          {commonText.actions.dismiss}
        </Button>
      </Notice>
    </div>
  );
}
