import { observer } from "mobx-react-lite";
import { useEffect, useRef, useState } from "react";
import { BotCheck, type BotCheckState } from "../bot-check.ts";
import { copy } from "../copy.ts";
import { entranceCopy } from "../entrance-copy.ts";
import { useServices } from "../services.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

/** The check of one form; `BotCheckField` shows it. */
export function useBotCheck(): BotCheck {
  const { clientConfig } = useServices();
  const [check] = useState(() => new BotCheck(clientConfig));
  return check;
}

function Widget({ of, siteKey }: { of: BotCheck; siteKey: string }) {
  const host = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<BotCheckState>("shown");
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (host.current) return of.show(host.current, siteKey, setState);
    return undefined;
  }, [of, siteKey, tries]);
  return (
    <div role="group" aria-label={entranceCopy.botCheck.label}>
      <div ref={host} />
      {state === "failed" && (
        <Notice tone="failure">
          <p>{entranceCopy.botCheck.failed}</p>
          <Button onClick={() => setTries(tries + 1)}>{copy.actions.tryAgain}</Button>
        </Notice>
      )}
    </div>
  );
}

/** Where a form shows that it asks for people only. Nothing, and nothing loaded, unless the server is set up for it. */
export const BotCheckField = observer(function BotCheckField({ of }: { of: BotCheck }) {
  const { clientConfig } = useServices();
  useEffect(() => void clientConfig.load(), [clientConfig]);
  const siteKey = clientConfig.config?.turnstile_site_key;
  return siteKey ? <Widget of={of} siteKey={siteKey} /> : null;
});
