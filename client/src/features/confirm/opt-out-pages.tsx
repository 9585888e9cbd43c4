import { useParams } from "react-router";
import { useServices } from "../../shared/services.ts";
import { confirmText } from "./confirm-text.ts";
import { ConfirmPage } from "./confirm-page.tsx";

const hasIdFormat = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text);

/** `/app/disable-reminder/:reminderId/:userSlug`: stops a reminder without logging in. */
export function DisableReminderPage() {
  const { api } = useServices();
  const { reminderId = "", userSlug = "" } = useParams();
  return (
    <ConfirmPage
      text={confirmText.disableReminder}
      to="/journals"
      isLinkMalformed={!hasIdFormat(reminderId)}
      action={async () => {
        const result = await api.call("stopReminder", { params: { userSlug }, query: { rid: reminderId } });
        return result.ok ? null : result;
      }}
    />
  );
}

/** `/app/disable-lookingglass/:userSlug`: disables Looking Glass for the account, without logging in. */
export function DisableLookingGlassPage() {
  const { api } = useServices();
  const { userSlug = "" } = useParams();
  return (
    <ConfirmPage
      text={confirmText.disableLookingGlass}
      to="/journals"
      action={async () => {
        const result = await api.call("disableLookingGlass", { params: { userSlug } });
        return result.ok ? null : result;
      }}
    />
  );
}

/** `/app/exclude-lookingglass/:entryId/:userSlug`: excludes an entry from Looking Glass without logging in. */
export function ExcludeEntryPage() {
  const { api } = useServices();
  const { entryId = "", userSlug = "" } = useParams();
  return (
    <ConfirmPage
      text={confirmText.excludeEntry}
      to="/journals"
      isLinkMalformed={!hasIdFormat(entryId)}
      action={async () => {
        const body = { eid: Number(entryId), user_slug: userSlug };
        const result = await api.call("excludeFromLookingGlass", { params: { entryId }, body });
        return result.ok ? null : result;
      }}
    />
  );
}
