import { bounds } from "@daybook/domain/contract/bounds";
import { useSelector } from "@xstate/react";
import { Search } from "lucide-react";
import { type ComponentType, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { isApple } from "../../shared/apple.ts";
import { commonText } from "../../shared/common-text.ts";
import { useServices } from "../../shared/services.ts";
import type { Combobox } from "./combobox.ts";
import styles from "./header-search.module.css";
import type { SuggestionsProps } from "./suggestions.tsx";

type SuggestionList = { List: ComponentType<SuggestionsProps> };

/** Loads the suggestion list on first use. After a failure, the next focus tries again. */
function useSuggestionList(isNeeded: boolean): SuggestionList | null {
  const [suggestionList, setSuggestionList] = useState<SuggestionList | null>(null);
  const isMissing = isNeeded && !suggestionList;
  useEffect(() => {
    if (!isMissing) return;
    import("./suggestions.tsx").then(
      ({ Suggestions }) => setSuggestionList({ List: Suggestions }),
      () => {},
    );
  }, [isMissing]);
  return suggestionList;
}

/** Ctrl+K or ⌘K focuses the field and opens its list, unless a dialog is open or the event was already handled. */
function useShortcut(
  field: RefObject<HTMLInputElement | null>,
  isAppleDevice: boolean,
  openList: () => void,
): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const isShortcut = event.key.toLowerCase() === "k" && (isAppleDevice ? event.metaKey : event.ctrlKey);
      if (!isShortcut || event.shiftKey || event.altKey || event.defaultPrevented) return;
      event.preventDefault();
      if (document.querySelector("[data-backdrop]")) return;
      field.current?.focus();
      field.current?.select();
      openList();
    };
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, [field, isAppleDevice, openList]);
}

/** A click or focus outside closes the open list. */
function useCloseOnOutside(root: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
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

function SearchForm() {
  const [text, setText] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const [combobox, setCombobox] = useState<Combobox>({});
  const root = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const suggestionList = useSuggestionList(isOpen);
  const isAppleDevice = isApple();
  const close = useCallback(() => setIsOpen(false), []);
  const openList = useCallback(() => setIsOpen(true), []);
  useShortcut(field, isAppleDevice, openList);
  useCloseOnOutside(root, isOpen, close);

  /** @param match what to highlight on the page; undefined for the search page, which gets the current location as `origin` */
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
        aria-keyshortcuts={isAppleDevice ? "Meta+K" : "Control+K"}
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
      <kbd className={styles.shortcut} aria-hidden>
        {isAppleDevice ? "⌘ K" : "Ctrl K"}
      </kbd>
      {suggestionList && (
        <suggestionList.List
          text={text}
          isOpen={isOpen}
          onComboboxChange={setCombobox}
          onClose={close}
          onCleared={() => field.current?.focus()}
          onNavigate={navigateTo}
        />
      )}
    </form>
  );
}

/**
 * The search in the header: suggestions while typing, Enter for all results, Ctrl+K or ⌘K to focus it. Only the field is part
 * of the first load; the list loads on first focus.
 */
export function HeaderSearch() {
  const { sessionActor } = useServices();
  const userId = useSelector(sessionActor, ({ context }) => context.session?.user.id);
  // Another user must not see what was typed and found.
  return <SearchForm key={userId} />;
}
