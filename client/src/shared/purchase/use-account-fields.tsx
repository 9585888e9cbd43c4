import { useRef, useState } from "react";
import { commonText } from "../common-text.ts";
import { browserDateFormat } from "../use-date-format.ts";
import { BotCheckField, useBotCheck } from "../ui/bot-check.tsx";
import { Field, PasswordField } from "../ui/field.tsx";
import { purchaseText as labels } from "./purchase-text.ts";
import type { VisitorField, VisitorPart } from "./visitor-part.ts";

/**
 * The fields of the purchase form for somebody who is not logged in: e-mail and password, and the bot check.
 *
 * @param initial what the fields start with; empty strings when nothing is known
 * @param passwordHint what to say about the password of a new account
 */
export function useAccountFields(
  initial: { email: string; password: string },
  passwordHint?: string,
): VisitorPart {
  const botCheck = useBotCheck();
  const [missingField, setMissingField] = useState<VisitorField | null>(null);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const focus = (field: VisitorField) => (field === "email" ? email : password).current?.focus();
  return {
    botCheck,
    focus,
    read: () => {
      const visitor = {
        email: email.current?.value.trim() ?? "",
        plain_password: password.current?.value ?? "",
        // The time zone and the date format are used only for a new account.
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        date_format: browserDateFormat(),
      };
      const newMissingField = visitor.email ? (visitor.plain_password ? null : "plain_password") : "email";
      setMissingField(newMissingField);
      if (newMissingField === null) return visitor;
      focus(newMissingField);
      return null;
    },
    render: (errorOf) => (
      <>
        <Field
          ref={email}
          label={commonText.fields.email}
          type="email"
          defaultValue={initial.email}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={missingField === "email" ? labels.emailMissing : errorOf("email")}
        />
        <PasswordField
          ref={password}
          label={commonText.fields.password}
          {...(passwordHint && { hint: passwordHint })}
          defaultValue={initial.password}
          autoComplete="current-password"
          error={missingField === "plain_password" ? labels.passwordMissing : errorOf("plain_password")}
        />
        <BotCheckField check={botCheck} />
      </>
    ),
  };
}
