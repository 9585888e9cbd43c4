import { useEffect, useState } from "react";
import { Link } from "react-router";
import { copy } from "../../shared/copy.ts";
import { emailRule } from "../../shared/form-rules.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { EntranceForm, EntrancePage, OtherWays } from "../../shared/ui/entrance-page.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { useCheckedForm } from "../../shared/ui/use-checked-form.ts";
import { textOf } from "../../shared/ui/use-form-act.ts";
import { blameEmail } from "./blame-email.ts";
import { recoveryCopy } from "./recovery-copy.ts";

const words = recoveryCopy.loginLink;

function AskForLink({ onSent }: { onSent: (email: string) => void }) {
  const { api } = useServices();
  const form = useCheckedForm({ email: emailRule }, async (fields) => {
    const email = textOf(fields, "email").trim();
    const result = await api.call("requestLoginLink", { body: { email } });
    if (!result.ok) return blameEmail(result);
    onSent(email);
    return null;
  });
  return (
    <EntranceForm of={form}>
      <Field
        label={copy.fields.email}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={form.error("email")}
      />
      <Button type="submit" variant="primary" busy={form.busy}>
        {form.busy ? words.busy : words.submit}
      </Button>
    </EntranceForm>
  );
}

/** `/app/request-login-link`: a link by mail instead of a password. */
export function RequestLoginLinkPage() {
  usePageTitle(words.title);
  const [sentTo, setSentTo] = useState<string | null>(null);
  useEffect(() => {
    if (sentTo === null) return;
    const heading = document.querySelector("h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus();
  }, [sentTo]);
  return (
    <EntrancePage
      heading={sentTo === null ? words.heading : words.sentHeading}
      lead={sentTo === null ? words.lead : words.sent(sentTo)}
    >
      {sentTo === null && <AskForLink onSent={setSentTo} />}
      <OtherWays>
        {sentTo !== null && (
          <p>
            <Button onClick={() => setSentTo(null)}>{recoveryCopy.again}</Button>
          </p>
        )}
        <p>
          <Link to="/app/login">{recoveryCopy.backToLogin}</Link>
        </p>
      </OtherWays>
    </EntrancePage>
  );
}
