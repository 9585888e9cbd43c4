import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from "react";
import { classNames } from "../ui/class-names.ts";
import fieldStyles from "../ui/field.module.css";
import { Notice } from "../ui/notice.tsx";
import type { CardEntryHandle } from "./payment-provider.ts";
import styles from "./hosted-card-entry.module.css";
import {
  type HostedFieldName,
  hostedFieldNames,
  type CardFields,
  openHostedFields,
} from "./hosted-fields.ts";
import { purchaseText } from "./purchase-text.ts";

const labels = purchaseText.hosted;

/** Reads the colour and size of the text in our own fields. The text in Braintree's frames gets the same. */
function styleOf(host: HTMLElement): Record<string, string> {
  const { color, fontSize } = getComputedStyle(host);
  return { color, "font-size": fontSize };
}

/** The fields of Braintree, in which a card is entered: frames that our page cannot read. */
export function HostedCardEntry({
  ref,
  tokenizationKey,
}: {
  ref: Ref<CardEntryHandle>;
  tokenizationKey: string;
}) {
  const id = useId();
  const hosts = useRef<Partial<Record<HostedFieldName, HTMLDivElement | null>>>({});
  const cardFields = useRef<CardFields | null>(null);
  const [isReady, setIsReady] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [invalidFields, setInvalidFields] = useState<readonly HostedFieldName[]>([]);

  useEffect(() => {
    const { number, expirationDate, cvv } = hosts.current;
    if (!number || !expirationDate || !cvv) return undefined;
    let isClosed = false;
    openHostedFields(tokenizationKey, { number, expirationDate, cvv }, styleOf(number)).then(
      (fields) => {
        if (isClosed) return fields.close();
        cardFields.current = fields;
        setIsReady(true);
      },
      () => !isClosed && setProblem(labels.notLoaded),
    );
    return () => {
      isClosed = true;
      cardFields.current?.close();
      cardFields.current = null;
    };
  }, [tokenizationKey]);

  useImperativeHandle(ref, () => ({
    async readNonce() {
      if (!cardFields.current) return null;
      setProblem(undefined);
      setInvalidFields([]);
      const result = await cardFields.current.tokenize();
      if (result.kind === "nonce") return result.nonce;
      if (result.kind !== "invalid") setProblem(labels[result.kind]);
      else {
        setInvalidFields(result.fields);
        const [firstField] = result.fields;
        if (firstField) cardFields.current?.focus(firstField);
      }
      return null;
    },
  }));

  return (
    <>
      {problem && <Notice tone="failure">{problem}</Notice>}
      {!isReady && !problem && <p role="status">{labels.loading}</p>}
      {hostedFieldNames.map((name) => (
        <div key={name} className={fieldStyles.field}>
          <label className={fieldStyles.label} htmlFor={`${id}${name}`}>
            {labels[name]}
          </label>
          <div
            id={`${id}${name}`}
            ref={(host) => void (hosts.current[name] = host)}
            className={classNames(fieldStyles.input, styles.host)}
            data-invalid={invalidFields.includes(name) || undefined}
          />
          {invalidFields.includes(name) ? (
            <p className={fieldStyles.error} role="alert">
              {labels.invalid[name]}
            </p>
          ) : (
            name === "expirationDate" && <p className={fieldStyles.hint}>{labels.expirationHint}</p>
          )}
        </div>
      ))}
      <p className={fieldStyles.hint}>{labels.privacy}</p>
    </>
  );
}
