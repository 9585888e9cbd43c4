import { useState } from "react";
import { useSearchParams } from "react-router";
import type { ApiFailure } from "../../shared/api-client.ts";
import { useServices } from "../../shared/services.ts";
import { Field } from "../../shared/ui/field.tsx";
import { textOf } from "../../shared/ui/use-form-action.ts";
import { confirmText } from "./confirm-text.ts";
import { ConfirmPage } from "./confirm-page.tsx";

const labels = confirmText.unsubscribe;

const hasAddressFormat = (value: string): boolean => /^[^\s@]+@[^\s@]+$/.test(value);

const invalidAddress: ApiFailure = {
  ok: false,
  status: 422,
  code: "invalid",
  message: labels.invalid,
  fields: { email: labels.invalid },
  body: null,
  retryAfter: null,
};

/** `/unsubscribe/sponsored ?email`: stops sponsored e-mails without logging in. */
export function UnsubscribePage() {
  const { api } = useServices();
  const [query] = useSearchParams();
  const address = query.get("email")?.trim() ?? "";
  const isAddressInUrl = hasAddressFormat(address);
  const [sentAddress, setSentAddress] = useState("");
  return (
    <ConfirmPage
      text={{
        ...labels,
        lead: isAddressInUrl ? labels.lead(address) : labels.leadWithoutAddress,
        done: labels.done(sentAddress),
        next: labels.home,
      }}
      to="/"
      continuesAutomatically={false}
      action={async (fields) => {
        const email = isAddressInUrl ? address : textOf(fields, "email").trim();
        if (!hasAddressFormat(email)) return invalidAddress;
        setSentAddress(email);
        const result = await api.call("unsubscribeSponsored", { body: { email } });
        return result.ok ? null : result;
      }}
      {...(!isAddressInUrl && {
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
