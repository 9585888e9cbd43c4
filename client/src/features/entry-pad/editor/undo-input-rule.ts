import { Extension } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";

/** What an input rule did: the typed text, its transaction, and the transactions that the editor appended. */
type Typed = {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly changes: readonly Transaction[];
};

/** The metadata that TipTap adds to the transaction of an input rule. */
type RuleMetadata = {
  readonly transform: Transaction;
  readonly from: number;
  readonly to: number;
  readonly text: string;
};

const key = new PluginKey<Typed | null>("undoTyped");

function noteOf(transaction: Transaction, state: EditorState): RuleMetadata | undefined {
  // Each extension has its own plugin for its rules.
  for (const plugin of state.plugins) {
    const isRules = (plugin.spec as { isInputRules?: boolean }).isInputRules;
    const note = isRules && (transaction.getMeta(plugin) as RuleMetadata | undefined);
    if (note) return note;
  }
  return undefined;
}

function follow(transaction: Transaction, lastReplacement: Typed | null, state: EditorState): Typed | null {
  const note = noteOf(transaction, state);
  if (note) return { from: note.from, to: note.to, text: note.text, changes: [note.transform] };
  if (!transaction.docChanged && !transaction.selectionSet) return lastReplacement;
  const root = transaction.getMeta("appendedTransaction") as Transaction | undefined;
  const belongs = lastReplacement !== null && root !== undefined && root === lastReplacement.changes[0];
  return belongs ? { ...lastReplacement, changes: [...lastReplacement.changes, transaction] } : null;
}

/**
 * Backspace right after an input rule restores the typed text. TipTap's own undo is lost as soon as the editor appends the
 * empty line below a heading.
 */
export const UndoTyped = Extension.create({
  name: "undoTyped",
  priority: 1_000,
  addProseMirrorPlugins: () => [
    new Plugin<Typed | null>({
      key,
      state: {
        init: () => null,
        apply: (transaction, lastReplacement, _, state) => follow(transaction, lastReplacement, state),
      },
    }),
  ],
  addKeyboardShortcuts() {
    return {
      Backspace: ({ editor: { state, view } }) => {
        const lastReplacement = key.getState(state);
        if (!lastReplacement) return false;
        const { tr } = state;
        for (const { steps, docs } of lastReplacement.changes.toReversed()) {
          for (const [index, step] of [...steps.entries()].toReversed()) {
            const doc = docs[index];
            if (doc) tr.step(step.invert(doc));
          }
        }
        const marks = tr.doc.resolve(lastReplacement.from).marks();
        if (lastReplacement.text)
          tr.replaceWith(
            lastReplacement.from,
            lastReplacement.to,
            state.schema.text(lastReplacement.text, marks),
          );
        view.dispatch(tr);
        return true;
      },
    };
  },
});
