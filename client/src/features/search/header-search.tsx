import { bounds } from "@daybook/domain/contract/bounds";
import { Search } from "lucide-react";
import { type ComponentType, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { isApple } from "../../shared/apple.ts";
import { copy } from "../../shared/copy.ts";
import type { Combobox } from "./combobox.ts";
import styles from "./header-search.module.css";
import type { SuggestionsProps } from "./suggestions.tsx";

type Loaded = { List: ComponentType<SuggestionsProps> };

/** The list, fetched when it is wanted first; a fetch that fails is tried with the next focus. */
function useSuggestions(isWanted: boolean): Loaded | null {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const isMissing = isWanted && !loaded;
  useEffect(() => {
    if (!isMissing) return;
    import("./suggestions.tsx").then(
      ({ Suggestions }) => setLoaded({ List: Suggestions }),
      () => {},
    );
  }, [isMissing]);
  return loaded;
}

/** Ctrl+K or ⌘K leads to the field and opens its list, unless a dialog is open or the keys meant something where they were pressed. */
function useKeys(field: RefObject<HTMLInputElement | null>, apple: boolean, open: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const isMeant = event.key.toLowerCase() === "k" && (apple ? event.metaKey : event.ctrlKey);
      if (!isMeant || event.shiftKey || event.altKey || event.defaultPrevented) return;
      event.preventDefault();
      if (document.querySelector("[data-veil]")) return;
      field.current?.focus();
      field.current?.select();
      open();
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [field, apple, open]);
}

/** What happens beside an open list closes it. */
function useOutside(root: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const beside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) close();
    };
    document.addEventListener("pointerdown", beside);
    document.addEventListener("focusin", beside);
    return () => {
      document.removeEventListener("pointerdown", beside);
      document.removeEventListener("focusin", beside);
    };
  }, [root, isOpen, close]);
}

/**
 * The search in the header: results come while one types, Enter leads to all of them, Ctrl+K or ⌘K leads here. The field
 * works by itself; everything below it is fetched with the first focus.
 */
export function HeaderSearch() {
  const [text, setText] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const [combobox, setCombobox] = useState<Combobox>({});
  const root = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const loaded = useSuggestions(isOpen);
  const apple = isApple();
  const close = useCallback(() => setIsOpen(false), []);
  const open = useCallback(() => setIsOpen(true), []);
  useKeys(field, apple, open);
  useOutside(root, isOpen, close);

  const go = (to: string, sought?: string) => {
    setText("");
    close();
    field.current?.blur();
    void navigate(to, { state: sought === undefined ? { origin: pathname + search } : { sought } });
  };

  return (
    <form
      className={styles.search}
      role="search"
      ref={root}
      onSubmit={(event) => {
        event.preventDefault();
        const query = text.trim();
        go(query === "" ? "/search" : `/search?${new URLSearchParams({ query })}`);
      }}
    >
      <Search className={styles.icon} size={16} aria-hidden />
      <input
        ref={field}
        className={styles.field}
        role="combobox"
        aria-label={copy.header.search}
        aria-autocomplete="list"
        aria-expanded={combobox.listId !== undefined}
        aria-controls={combobox.listId}
        aria-activedescendant={combobox.activeId}
        aria-keyshortcuts={apple ? "Meta+K" : "Control+K"}
        placeholder={copy.header.search}
        maxLength={bounds.searchQuery}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          open();
        }}
        onFocus={open}
        onClick={open}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") open();
          combobox.onKeyDown?.(event);
        }}
      />
      <kbd className={styles.keys} aria-hidden>
        {apple ? "⌘ K" : "Ctrl K"}
      </kbd>
      {loaded && (
        <loaded.List
          text={text}
          isOpen={isOpen}
          onCombobox={setCombobox}
          onClose={close}
          onForgotten={() => field.current?.focus()}
          onGo={go}
        />
      )}
    </form>
  );
}
