import { useEffect, useRef, useState } from "react";
import { useAtom } from "../atom.ts";
import { BotCheck, type BotCheckState } from "../bot-check.ts";
import { commonText } from "../common-text.ts";
import { authText } from "../auth-text.ts";
import { useServices } from "../services.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

/** The bot check of one form; `BotCheckField` shows it. */
export function useBotCheck(): BotCheck {
  const { clientConfig } = useServices();
  const [check] = useState(() => new BotCheck(clientConfig));
  return check;
}

function Widget({ check, siteKey }: { check: BotCheck; siteKey: string }) {
  const host = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<BotCheckState>("shown");
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (host.current) return check.show(host.current, siteKey, setState);
    return undefined;
  }, [check, siteKey, tries]);
  return (
    <div role="group" aria-label={authText.botCheck.label}>
      <div ref={host} />
      {state === "failed" && (
        <Notice tone="failure">
          <p>{authText.botCheck.failed}</p>
          <Button onClick={() => setTries(tries + 1)}>{commonText.actions.tryAgain}</Button>
        </Notice>
      )}
    </div>
  );
}

/** The bot check in a form. Renders nothing unless the server is configured to use it. */
export function BotCheckField({ check }: { check: BotCheck }) {
  const { clientConfig } = useServices();
  useEffect(() => void clientConfig.load(), [clientConfig]);
  const siteKey = useAtom(clientConfig.config)?.turnstile_site_key;
  return siteKey ? <Widget check={check} siteKey={siteKey} /> : null;
}
