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
  onCombobox: (combobox: Combobox) => void;
  onClose: () => void;
  /** called when the recent searches were cleared; the field gets the focus */
  onCleared: () => void;
  /** @param match what to highlight there; undefined for the search page */
  onGo: (path: string, match?: string) => void;
};

/** The suggestions for the typed text. Closing the list clears them: their entries may be locked when it opens again. */
function useSuggested(text: string, isOpen: boolean) {
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
function useRecent(isOpen: boolean) {
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

/** The message above the options: why there are none, or that they match only some of the words. */
function noteOf(hasFailed: boolean, isBusy: boolean, answer: ReturnType<typeof useSuggested>["answer"]) {
  if (hasFailed) return labels.failed;
  if (isBusy || !answer) return null;
  const { entries, tags, has_all_words: hasAllWords } = answer.found;
  if (entries.length + tags.length === 0) return labels.none;
  return hasAllWords ? null : searchText.someWords;
}

/**
 * The list below the search field in the header (the ARIA combobox pattern): tags and entries, a link to all results, and
 * recent searches while the field is empty. The focus stays in the field.
 */
export function Suggestions({ text, isOpen, onCombobox, onClose, onCleared, onGo }: SuggestionsProps) {
  const id = useId();
  const { answer, isBusy, hasFailed } = useSuggested(text, isOpen);
  const recent = useRecent(isOpen);
  const query = text.trim();
  const { journals } = useStores();
  const options = useMemo(
    () => optionsOf(query, answer, recent.list, journals),
    [query, answer, recent.list, journals],
  );
  const [active, setActive] = useState<string | null>(null);
  const at = options.findIndex(({ key }) => key === active);
  const isShown = isOpen && options.length > 0;
  const searchReply = query === "" ? null : answer?.found;

  const choose = (option: Option) => {
    if (option.remember !== null) recent.add(option.remember);
    setActive(null);
    onGo(option.path, option.match);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const count = options.length;
    const chosenOption = options[at];
    if (event.key === "Escape" && isShown) {
      event.preventDefault();
      event.stopPropagation();
      setActive(null);
      onClose();
    } else if (event.key === "Enter" && isShown && chosenOption) {
      event.preventDefault();
      choose(chosenOption);
    } else if (isShown && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      const next = at < 0 ? (step === 1 ? 0 : count - 1) : (at + step + count) % count;
      setActive(options[next]?.key ?? null);
    }
  };

  // Before the next keystroke, which refers to what is visible.
  useLayoutEffect(() => {
    onCombobox({
      ...(isShown && { listId: id }),
      ...(isShown && at >= 0 && { activeId: `${id}-${at}` }),
      onKeyDown,
    });
    // oxlint-disable-next-line react/exhaustive-deps -- the keys depend on these values
  }, [onCombobox, isShown, id, at, options, active]);
  useEffect(() => {
    if (!isOpen) setActive(null);
  }, [isOpen]);
  useEffect(() => {
    if (at >= 0) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [id, at]);

  const note = query === "" ? null : noteOf(hasFailed, isBusy, answer);
  const announcement =
    searchReply && !isBusy ? searchText.found(searchReply.total_entries, searchReply.tags.length) : "";
  return (
    <>
      <p className="visually-hidden" role="status">
        {isShown ? (note ?? announcement) : ""}
      </p>
      {isShown && (
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
                aria-selected={index === at}
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
              className={styles.forget}
              onClick={() => {
                recent.clear();
                onCleared();
              }}
            >
              {labels.forget}
            </button>
          )}
        </div>
      )}
    </>
  );
}
