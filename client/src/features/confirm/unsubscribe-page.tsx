import { useState } from "react";
import { useSearchParams } from "react-router";
import type { ApiFailure } from "../../shared/api-client.ts";
import { useServices } from "../../shared/services.ts";
import { Field } from "../../shared/ui/field.tsx";
import { textOf } from "../../shared/ui/use-form-action.ts";
import { confirmText } from "./confirm-text.ts";
import { ConfirmPage } from "./confirm-page.tsx";

const labels = confirmText.unsubscribe;

const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);

const noAddress: ApiFailure = {
  ok: false,
  status: 422,
  code: "invalid",
  message: labels.invalid,
  fields: { email: labels.invalid },
  body: null,
  retryAfter: null,
};

/** `/unsubscribe/sponsored ?email`: stops sponsored e-mails without signing in. */
export function UnsubscribePage() {
  const { api } = useServices();
  const [query] = useSearchParams();
  const address = query.get("email")?.trim() ?? "";
  const isGiven = isAddress(address);
  const [sentAddress, setSentAddress] = useState("");
  return (
    <ConfirmPage
      words={{
        ...labels,
        lead: isGiven ? labels.lead(address) : labels.leadWithout,
        done: labels.done(sentAddress),
        next: labels.home,
      }}
      to="/"
      continuesAutomatically={false}
      action={async (fields) => {
        const email = isGiven ? address : textOf(fields, "email").trim();
        if (!isAddress(email)) return noAddress;
        setSentAddress(email);
        const result = await api.call("unsubscribeSponsored", { body: { email } });
        return result.ok ? null : result;
      }}
      {...(!isGiven && {
        renderFields: (error) => (
          <Field
            label={labels.email}
            name="email"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={address}
            error={error("email")}
          />
        ),
      })}
    />
  );
}
