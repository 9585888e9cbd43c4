import { useContext, useEffect } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext } from "react-router";

const blockerKey = "unsaved code";

/**
 * While `mustStay`, Back and Forward only call `explain`, and the browser asks before it closes the page. Other navigations continue: the
 * end of the session must leave the page. React Router's own hook for this would be part of the first load of every page.
 */
export function useStay(mustStay: boolean, explain: () => void): void {
  const router = useContext(DataRouterContext)?.router;
  useEffect(() => {
    if (!mustStay || !router) return;
    const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    router.getBlocker(blockerKey, ({ historyAction }) => {
      const isBlocked = (historyAction as string) === "POP";
      if (isBlocked) explain();
      return isBlocked;
    });
    window.addEventListener("beforeunload", askBeforeLeaving);
    return () => {
      router.deleteBlocker(blockerKey);
      window.removeEventListener("beforeunload", askBeforeLeaving);
    };
  });
}
