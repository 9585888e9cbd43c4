import { useEffect } from "react";
import { NavigationType, useBlocker } from "react-router";

/**
 * While `mustStay`, Back and Forward only call `explain`, and the browser asks before it closes the page. Other navigations are not
 * stopped, because the end of the session must lead to the login page.
 */
export function useLeaveBlocker(mustStay: boolean, explain: () => void): void {
  const blocker = useBlocker(({ historyAction }) => mustStay && historyAction === NavigationType.Pop);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    blocker.reset();
    explain();
  }, [blocker, explain]);
  useEffect(() => {
    if (!mustStay) return;
    const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", askBeforeLeaving);
    return () => window.removeEventListener("beforeunload", askBeforeLeaving);
  }, [mustStay]);
}
