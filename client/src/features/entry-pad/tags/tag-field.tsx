import { bounds } from "@daybook/domain/contract/bounds";
import type { Tag } from "@daybook/domain/contract/tags";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { addTagByName, listTags } from "../../../shared/entry-actions/tag-actions.ts";
import { useServices } from "../../../shared/services.ts";
import { comparableName } from "../../../shared/tag-name.ts";
import { Field } from "../../../shared/ui/field.tsx";
import { useToasts } from "../../../shared/ui/toast.tsx";
import { putTypedAheadText } from "../../../shared/ui/typed-ahead.tsx";
import type { PadSession } from "../session/pad-session.ts";
import type { EntryDetailsStore } from "../entry-details.store.ts";
import { suggestionsFor } from "./tag-suggestions.ts";
import { tagsText } from "./tags-text.ts";
import styles from "./tag-field.module.css";

/** Adds existing or new tags (the ARIA combobox pattern with a list). */
export function TagField({
  session,
  details,
  onAdded,
  onClose,
}: {
  session: PadSession;
  details: EntryDetailsStore;
  onAdded: (name: string) => void;
  onClose: () => void;
}) {
  const { api } = useServices();
  const toasts = useToasts();
  const [loadedTags, setLoadedTags] = useState<readonly Tag[]>([]);
  const [typedText, setTypedText] = useState("");
  const [activeIndex, setActiveIndex] = useState(-1);
  const [error, setError] = useState<string>();
  const [pendingNames, setPendingNames] = useState<readonly string[]>([]);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const usedNames = [...details.values.tags.map(({ name }) => name), ...pendingNames];
  const suggestions = suggestionsFor(typedText, loadedTags, usedNames);

  useEffect(() => {
    const controller = new AbortController();
    field.current?.focus();
    putTypedAheadText(field.current);
    void listTags(api, { signal: controller.signal }).then((result) => {
      if (result.ok) setLoadedTags(result.data.tags.map(({ tag }) => tag));
    });
    return () => controller.abort();
  }, [api]);

  /** Why a name cannot be added to these names; null when it can. */
  const refusalText = (name: string, existingNames: readonly string[]): string | null => {
    if (existingNames.some((existing) => comparableName(existing) === comparableName(name)))
      return tagsText.alreadyTagged(name);
    if (existingNames.length >= bounds.tagsOfEntry) return tagsText.tooMany(bounds.tagsOfEntry);
    return name.length > bounds.tagName ? tagsText.tooLong(bounds.tagName) : null;
  };

  const sendTag = async (name: string): Promise<void> => {
    const entryId = await session.ensureEntry();
    const result = entryId === null ? null : await addTagByName(api, name, [entryId]);
    setPendingNames((names) => names.filter((pendingName) => pendingName !== name));
    if (!result?.ok) {
      const message = tagsText.notAdded(
        name,
        result ? (result.fields?.name ?? result.message) : tagsText.notSaved,
      );
      // Returns the name to the field, unless the next tag is being typed there or the field is closed.
      if (field.current?.value !== "") {
        toasts.show(message);
        return;
      }
      setTypedText(name);
      setError(message);
      return;
    }
    const { tag } = result.data;
    const otherTags = details.values.tags.filter(({ id }) => id !== tag.id);
    details.put({ tags: [...otherTags, { id: tag.id, name: tag.name }] });
    setLoadedTags((tags) => [...tags.filter(({ id }) => id !== tag.id), tag]);
    onAdded(tag.name);
  };

  /**
   * Adds tags one after the other; the user can type the next one meanwhile. A name that cannot be added
   * returns to the field, with the names after it.
   *
   * @param remainingText the beginning of the next tag, which stays in the field
   */
  const add = (names: readonly string[], remainingText = "") => {
    const acceptedNames: string[] = [];
    const returnedNames: string[] = [];
    let refusal: string | null = null;
    for (const name of names.map((tagName) => tagName.trim()).filter(Boolean)) {
      refusal ??= refusalText(name, [...usedNames, ...acceptedNames]);
      if (refusal === null) acceptedNames.push(name);
      else returnedNames.push(name);
    }
    setTypedText([...returnedNames, remainingText].filter(Boolean).join(", "));
    setActiveIndex(-1);
    setError(refusal ?? undefined);
    setPendingNames((names) => [...names, ...acceptedNames]);
    for (const name of acceptedNames) void details.queueTagChange(() => sendTag(name));
  };

  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const suggestionCount = suggestions.length;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActiveIndex(
        suggestionCount === 0
          ? -1
          : (Math.max(activeIndex, step === 1 ? -1 : 0) + step + suggestionCount) % suggestionCount,
      );
    } else if (event.key === "Enter" || event.key === ",") {
      event.preventDefault();
      add([suggestions[activeIndex]?.name ?? typedText]);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      onClose();
    }
  };

  return (
    <div className={styles.add} data-no-print>
      <Field
        ref={field}
        label={tagsText.label}
        hint={tagsText.hint}
        error={error}
        value={typedText}
        autoComplete="off"
        role="combobox"
        aria-expanded={suggestions.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined}
        aria-busy={pendingNames.length > 0 || undefined}
        onChange={({ target }) => {
          // Pasted text and the keyboards of phones add commas without a key event.
          const parts = target.value.split(",");
          add(parts.slice(0, -1), parts.at(-1)?.trimStart());
        }}
        onKeyDown={handleKey}
      />
      <div id={listId} className={styles.list} role="listbox" aria-label={tagsText.suggestions}>
        {suggestions.map((suggestion, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and handles the keys
          <div
            key={suggestion.name}
            id={`${listId}-${index}`}
            className={styles.option}
            role="option"
            aria-selected={index === activeIndex}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => add([suggestion.name])}
          >
            <span>{suggestion.isNew ? tagsText.create(suggestion.name) : suggestion.name}</span>
            {!suggestion.isNew && <span className={styles.count}>{tagsText.entries(suggestion.count)}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}
