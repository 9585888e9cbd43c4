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

function follow(transaction: Transaction, before: Typed | null, state: EditorState): Typed | null {
  const note = noteOf(transaction, state);
  if (note) return { from: note.from, to: note.to, text: note.text, changes: [note.transform] };
  if (!transaction.docChanged && !transaction.selectionSet) return before;
  const root = transaction.getMeta("appendedTransaction") as Transaction | undefined;
  const belongs = before !== null && root !== undefined && root === before.changes[0];
  return belongs ? { ...before, changes: [...before.changes, transaction] } : null;
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
        apply: (transaction, before, _, state) => follow(transaction, before, state),
      },
    }),
  ],
  addKeyboardShortcuts() {
    return {
      Backspace: ({ editor: { state, view } }) => {
        const typed = key.getState(state);
        if (!typed) return false;
        const { tr } = state;
        for (const { steps, docs } of typed.changes.toReversed()) {
          for (const [index, step] of [...steps.entries()].toReversed()) {
            const doc = docs[index];
            if (doc) tr.step(step.invert(doc));
          }
        }
        const marks = tr.doc.resolve(typed.from).marks();
        if (typed.text) tr.replaceWith(typed.from, typed.to, state.schema.text(typed.text, marks));
        view.dispatch(tr);
        return true;
      },
    };
  },
});
