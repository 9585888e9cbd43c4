import { useActorRef, useSelector } from "@xstate/react";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useState } from "react";
import { fromPromise } from "xstate";
import { useServices } from "../../shared/services.ts";
import type { Combobox } from "./combobox.ts";
import { type Option, optionsOf } from "./options.ts";
import { OptionRow } from "./option-row.tsx";
import { recentSearchesOf } from "./recent-searches.ts";
import { searchText } from "./search-text.ts";
import { suggestMachine } from "./suggest.machine.ts";
import styles from "./suggestions.module.css";
import { useStores } from "../../stores/use-stores.ts";

const labels = searchText.header;

/** The props that the field passes to its list. */
export type SuggestionsProps = {
  text: string;
  isOpen: boolean;
  onComboboxChange: (combobox: Combobox) => void;
  onClose: () => void;
  /** called when the recent searches were cleared; the field gets the focus */
  onCleared: () => void;
  /** @param match what to highlight on the page at `path`; undefined for the search page, which gets nothing to highlight */
  onNavigate: (path: string, match?: string) => void;
};

/** The suggestions for the typed text. Closing the list clears them, because their entries may be locked when it opens again. */
function useSuggestions(text: string, isOpen: boolean) {
  const { api } = useServices();
  const [machine] = useState(() =>
    suggestMachine.provide({
      actors: {
        search: fromPromise(async ({ input, signal }) => {
          const result = await api.call("search", { query: { query: input.text } }, { signal, retries: 0 });
          if (result.ok) return result.data;
          throw new Error(result.code);
        }),
      },
    }),
  );
  const actor = useActorRef(machine);
  useEffect(() => actor.send({ type: "text.changed", text: isOpen ? text : "" }), [actor, text, isOpen]);
  return useSelector(
    actor,
    (snapshot) => ({
      answer: snapshot.context.answer,
      isBusy: snapshot.hasTag("busy"),
      hasFailed: snapshot.matches("failed"),
    }),
    (left, right) =>
      left.answer === right.answer && left.isBusy === right.isBusy && left.hasFailed === right.hasFailed,
  );
}

/** The recent searches on this device, read whenever the list opens. */
function useRecentSearches(isOpen: boolean) {
  const services = useServices();
  const [list, setList] = useState<readonly string[]>([]);
  useEffect(() => {
    if (isOpen) setList(recentSearchesOf(services)?.list() ?? []);
  }, [services, isOpen]);
  return {
    list,
    add: (query: string) => recentSearchesOf(services)?.add(query),
    clear: () => {
      recentSearchesOf(services)?.clear();
      setList([]);
    },
  };
}

/** The message above the options: that the search failed, found nothing, or found entries with only some of the words. */
function messageOf(hasFailed: boolean, isBusy: boolean, answer: ReturnType<typeof useSuggestions>["answer"]) {
  if (hasFailed) return labels.failed;
  if (isBusy || !answer) return null;
  const { entries, tags, has_all_words: hasAllWords } = answer.reply;
  if (entries.length + tags.length === 0) return labels.none;
  return hasAllWords ? null : searchText.someWords;
}

/**
 * The list below the search field in the header (the ARIA combobox pattern): tags and entries, a link to all results, and
 * recent searches while the field is empty. The focus stays in the field.
 */
export function Suggestions({
  text,
  isOpen,
  onComboboxChange,
  onClose,
  onCleared,
  onNavigate,
}: SuggestionsProps) {
  const id = useId();
  const { answer, isBusy, hasFailed } = useSuggestions(text, isOpen);
  const recent = useRecentSearches(isOpen);
  const query = text.trim();
  const { journals } = useStores();
  const options = useMemo(
    () => optionsOf(query, answer, recent.list, journals),
    [query, answer, recent.list, journals],
  );
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const activeIndex = options.findIndex(({ key }) => key === activeKey);
  const isListVisible = isOpen && options.length > 0;
  const searchReply = query === "" ? null : answer?.reply;

  const choose = (option: Option) => {
    if (option.searchToRemember !== null) recent.add(option.searchToRemember);
    setActiveKey(null);
    onNavigate(option.path, option.match);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const count = options.length;
    const chosenOption = options[activeIndex];
    if (event.key === "Escape" && isListVisible) {
      event.preventDefault();
      event.stopPropagation();
      setActiveKey(null);
      onClose();
    } else if (event.key === "Enter" && isListVisible && chosenOption) {
      event.preventDefault();
      choose(chosenOption);
    } else if (isListVisible && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      const newIndex = activeIndex < 0 ? (step === 1 ? 0 : count - 1) : (activeIndex + step + count) % count;
      setActiveKey(options[newIndex]?.key ?? null);
    }
  };

  // A layout effect runs before the next keystroke, which must act on the visible options.
  useLayoutEffect(() => {
    onComboboxChange({
      ...(isListVisible && { listId: id }),
      ...(isListVisible && activeIndex >= 0 && { activeId: `${id}-${activeIndex}` }),
      onKeyDown,
    });
    // oxlint-disable-next-line react/exhaustive-deps -- `onKeyDown` depends on these values
  }, [onComboboxChange, isListVisible, id, activeIndex, options, activeKey]);
  useEffect(() => {
    if (!isOpen) setActiveKey(null);
  }, [isOpen]);
  useEffect(() => {
    if (activeIndex >= 0)
      document.getElementById(`${id}-${activeIndex}`)?.scrollIntoView({ block: "nearest" });
  }, [id, activeIndex]);

  const note = query === "" ? null : messageOf(hasFailed, isBusy, answer);
  const announcement =
    searchReply && !isBusy ? searchText.resultCount(searchReply.total_entries, searchReply.tags.length) : "";
  return (
    <>
      <p className="visually-hidden" role="status">
        {isListVisible ? (note ?? announcement) : ""}
      </p>
      {isListVisible && (
        <div className={styles.popup}>
          {query === "" && <p className={styles.heading}>{labels.recent}</p>}
          {note && <p className={styles.note}>{note}</p>}
          <div
            className={styles.list}
            id={id}
            role="listbox"
            aria-label={query === "" ? labels.recent : labels.results}
            aria-busy={isBusy || undefined}
          >
            {options.map((option, index) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and handles the keys
              <div
                key={option.key}
                id={`${id}-${index}`}
                className={styles.option}
                role="option"
                aria-selected={index === activeIndex}
                data-kind={option.kind}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
              >
                <OptionRow option={option} />
              </div>
            ))}
          </div>
          {query === "" && (
            <button
              type="button"
              className={styles.clearRecent}
              onClick={() => {
                recent.clear();
                onCleared();
              }}
            >
              {labels.clearRecent}
            </button>
          )}
        </div>
      )}
    </>
  );
}
