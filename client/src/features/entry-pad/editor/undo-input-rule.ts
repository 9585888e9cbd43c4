import { Extension } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";

/** What to undo: the text that triggered an input rule, its position, and the transactions of the rule and those appended to it. */
type InputRuleChange = {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly transactions: readonly Transaction[];
};

/** The metadata that TipTap adds to the transaction of an input rule. */
type RuleMetadata = {
  readonly transform: Transaction;
  readonly from: number;
  readonly to: number;
  readonly text: string;
};

const pluginKey = new PluginKey<InputRuleChange | null>("undoInputRule");

function ruleMetadataOf(transaction: Transaction, state: EditorState): RuleMetadata | undefined {
  // Each extension has its own plugin for its rules.
  for (const plugin of state.plugins) {
    const isInputRulePlugin = (plugin.spec as { isInputRules?: boolean }).isInputRules;
    const metadata = isInputRulePlugin && (transaction.getMeta(plugin) as RuleMetadata | undefined);
    if (metadata) return metadata;
  }
  return undefined;
}

/** The change to undo after this transaction; null once something else changed the document or the selection. */
function nextChange(
  transaction: Transaction,
  lastChange: InputRuleChange | null,
  state: EditorState,
): InputRuleChange | null {
  const metadata = ruleMetadataOf(transaction, state);
  if (metadata)
    return { from: metadata.from, to: metadata.to, text: metadata.text, transactions: [metadata.transform] };
  if (!transaction.docChanged && !transaction.selectionSet) return lastChange;
  // The transaction that this one was appended to.
  const root = transaction.getMeta("appendedTransaction") as Transaction | undefined;
  const isAppended = lastChange !== null && root !== undefined && root === lastChange.transactions[0];
  return isAppended ? { ...lastChange, transactions: [...lastChange.transactions, transaction] } : null;
}

/**
 * Backspace right after an input rule restores the typed text. TipTap's own undo is lost as soon as the editor appends the
 * empty line below a heading.
 */
export const UndoInputRule = Extension.create({
  name: "undoInputRule",
  priority: 1_000,
  addProseMirrorPlugins: () => [
    new Plugin<InputRuleChange | null>({
      key: pluginKey,
      state: {
        init: () => null,
        apply: (transaction, lastChange, _, state) => nextChange(transaction, lastChange, state),
      },
    }),
  ],
  addKeyboardShortcuts() {
    return {
      Backspace: ({ editor: { state, view } }) => {
        const lastChange = pluginKey.getState(state);
        if (!lastChange) return false;
        const { tr } = state;
        for (const { steps, docs } of lastChange.transactions.toReversed()) {
          for (const [index, step] of [...steps.entries()].toReversed()) {
            const doc = docs[index];
            if (doc) tr.step(step.invert(doc));
          }
        }
        const marks = tr.doc.resolve(lastChange.from).marks();
        if (lastChange.text)
          tr.replaceWith(lastChange.from, lastChange.to, state.schema.text(lastChange.text, marks));
        view.dispatch(tr);
        return true;
      },
    };
  },
});
