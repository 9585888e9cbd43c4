import { useCallback, useEffect, useState } from "react";

/** Focus mode: a data attribute on the document hides everything around the pad. */
export function useFocusMode(): {
  isFocusMode: boolean;
  toggleFocusMode: () => void;
  leaveFocusMode: () => void;
} {
  const [isFocusMode, setIsFocusMode] = useState(false);
  useEffect(() => {
    if (!isFocusMode) return;
    const { dataset } = document.documentElement;
    dataset["focusMode"] = "";
    return () => {
      delete dataset["focusMode"];
    };
  }, [isFocusMode]);
  const toggleFocusMode = useCallback(() => setIsFocusMode((isOn) => !isOn), []);
  const leaveFocusMode = useCallback(() => setIsFocusMode(false), []);
  return { isFocusMode, toggleFocusMode, leaveFocusMode };
}
