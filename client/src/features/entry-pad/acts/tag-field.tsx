import { bounds } from "@daybook/domain/contract/bounds";
import type { Tag } from "@daybook/domain/contract/tags";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useServices } from "../../../shared/services.ts";
import { Field } from "../../../shared/ui/field.tsx";
import type { PadSession } from "../pad-session.ts";
import type { BesideStore } from "./beside.store.ts";
import { comparable, suggestionsFor } from "./tag-names.ts";
import { tagsCopy } from "./tags-copy.ts";
import styles from "./tag-field.module.css";

/** Adds tags, one's own or new ones (the ARIA combobox pattern with a list). */
export function TagField({
  session,
  beside,
  onAdded,
  onClose,
}: {
  session: PadSession;
  beside: BesideStore;
  onAdded: (name: string) => void;
  onClose: () => void;
}) {
  const { api } = useServices();
  const [known, setKnown] = useState<readonly Tag[]>([]);
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(-1);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  const taken = beside.extras.tags.map(({ name }) => name);
  const suggestions = suggestionsFor(typed, known, taken);

  useEffect(() => {
    const controller = new AbortController();
    field.current?.focus();
    void api.call("listTags", {}, { signal: controller.signal }).then((result) => {
      if (result.ok) setKnown(result.data.tags.map(({ tag }) => tag));
    });
    return () => controller.abort();
  }, [api]);

  const refused = (name: string): string | null => {
    if (taken.some((own) => comparable(own) === comparable(name))) return tagsCopy.already(name);
    if (taken.length >= bounds.tagsOfEntry) return tagsCopy.tooMany(bounds.tagsOfEntry);
    return name.length > bounds.tagName ? tagsCopy.tooLong(bounds.tagName) : null;
  };

  const add = async (given: string) => {
    const name = given.trim();
    if (name === "" || busy) return;
    const refusal = refused(name);
    setError(refusal ?? undefined);
    if (refusal !== null) return;
    setBusy(true);
    const entryId = await session.ensureEntry();
    const result =
      entryId === null ? null : await api.call("createTag", { body: { name, entries_added_to: [entryId] } });
    setBusy(false);
    if (!result?.ok) {
      setError(result ? (result.fields?.name ?? result.message) : tagsCopy.notSaved);
      return;
    }
    const { tag } = result.data;
    const others = beside.extras.tags.filter(({ id }) => id !== tag.id);
    beside.put({ tags: [...others, { id: tag.id, name: tag.name }] });
    setKnown((before) => [...before.filter(({ id }) => id !== tag.id), tag]);
    setTyped("");
    setActive(-1);
    onAdded(tag.name);
    field.current?.focus();
  };

  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const count = suggestions.length;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive(count === 0 ? -1 : (Math.max(active, step === 1 ? -1 : 0) + step + count) % count);
    } else if (event.key === "Enter" || event.key === ",") {
      event.preventDefault();
      void add(suggestions[active]?.name ?? typed);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      onClose();
    }
  };

  return (
    <div className={styles.add}>
      <Field
        ref={field}
        label={tagsCopy.label}
        hint={tagsCopy.hint}
        error={error}
        value={typed}
        autoComplete="off"
        role="combobox"
        aria-expanded={suggestions.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${list}-${active}` : undefined}
        aria-busy={busy || undefined}
        onChange={({ target }) => {
          setTyped(target.value);
          setActive(-1);
          setError(undefined);
        }}
        onKeyDown={pressed}
      />
      <div id={list} className={styles.list} role="listbox" aria-label={tagsCopy.suggestions}>
        {suggestions.map((suggestion, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys are those of the field, which keeps the focus
          <div
            key={suggestion.name}
            id={`${list}-${index}`}
            className={styles.option}
            role="option"
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void add(suggestion.name)}
          >
            <span>{suggestion.isNew ? tagsCopy.create(suggestion.name) : suggestion.name}</span>
            {!suggestion.isNew && <span className={styles.count}>{tagsCopy.entries(suggestion.count)}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}
