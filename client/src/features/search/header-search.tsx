import { bounds } from "@daybook/domain/contract/bounds";
import { Search } from "lucide-react";
import { type ComponentType, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { isApple } from "../../shared/apple.ts";
import { commonText } from "../../shared/common-text.ts";
import type { Combobox } from "./combobox.ts";
import styles from "./header-search.module.css";
import type { SuggestionsProps } from "./suggestions.tsx";

type Loaded = { List: ComponentType<SuggestionsProps> };

/** Loads the suggestion list on first use. After a failure, the next focus tries again. */
function useSuggestions(isWanted: boolean): Loaded | null {
  const [suggestionList, setSuggestionList] = useState<Loaded | null>(null);
  const isMissing = isWanted && !suggestionList;
  useEffect(() => {
    if (!isMissing) return;
    import("./suggestions.tsx").then(
      ({ Suggestions }) => setSuggestionList({ List: Suggestions }),
      () => {},
    );
  }, [isMissing]);
  return suggestionList;
}

/** Ctrl+K or ⌘K focuses the field and opens its list, unless a dialog is open or another element handled the keys. */
function useKeys(field: RefObject<HTMLInputElement | null>, apple: boolean, openList: () => void): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const isMeant = event.key.toLowerCase() === "k" && (apple ? event.metaKey : event.ctrlKey);
      if (!isMeant || event.shiftKey || event.altKey || event.defaultPrevented) return;
      event.preventDefault();
      if (document.querySelector("[data-veil]")) return;
      field.current?.focus();
      field.current?.select();
      openList();
    };
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, [field, apple, openList]);
}

/** A click or focus outside closes the open list. */
function useOutside(root: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const closeIfOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) close();
    };
    document.addEventListener("pointerdown", closeIfOutside);
    document.addEventListener("focusin", closeIfOutside);
    return () => {
      document.removeEventListener("pointerdown", closeIfOutside);
      document.removeEventListener("focusin", closeIfOutside);
    };
  }, [root, isOpen, close]);
}

/**
 * The search in the header: suggestions while typing, Enter for all results, Ctrl+K or ⌘K to focus it. Only the field is part
 * of the first load; the list loads on first focus.
 */
export function HeaderSearch() {
  const [text, setText] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const [combobox, setCombobox] = useState<Combobox>({});
  const root = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const suggestionList = useSuggestions(isOpen);
  const apple = isApple();
  const close = useCallback(() => setIsOpen(false), []);
  const openList = useCallback(() => setIsOpen(true), []);
  useKeys(field, apple, openList);
  useOutside(root, isOpen, close);

  const navigateTo = (to: string, match?: string) => {
    setText("");
    close();
    field.current?.blur();
    void navigate(to, { state: match === undefined ? { origin: pathname + search } : { match } });
  };

  return (
    <form
      className={styles.search}
      role="search"
      ref={root}
      onSubmit={(event) => {
        event.preventDefault();
        const query = text.trim();
        navigateTo(query === "" ? "/search" : `/search?${new URLSearchParams({ query })}`);
      }}
    >
      <Search className={styles.icon} size={16} aria-hidden />
      <input
        ref={field}
        className={styles.field}
        role="combobox"
        aria-label={commonText.header.search}
        aria-autocomplete="list"
        aria-expanded={combobox.listId !== undefined}
        aria-controls={combobox.listId}
        aria-activedescendant={combobox.activeId}
        aria-keyshortcuts={apple ? "Meta+K" : "Control+K"}
        placeholder={commonText.header.search}
        maxLength={bounds.searchQuery}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          openList();
        }}
        onFocus={openList}
        onClick={openList}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") openList();
          combobox.onKeyDown?.(event);
        }}
      />
      <kbd className={styles.keys} aria-hidden>
        {apple ? "⌘ K" : "Ctrl K"}
      </kbd>
      {suggestionList && (
        <suggestionList.List
          text={text}
          isOpen={isOpen}
          onCombobox={setCombobox}
          onClose={close}
          onCleared={() => field.current?.focus()}
          onGo={navigateTo}
        />
      )}
    </form>
  );
}
