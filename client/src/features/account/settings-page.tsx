import { useState } from "react";
import { Navigate, useLoaderData, useSearchParams } from "react-router";
import type { ApiFailure } from "../../shared/api-client.ts";
import { useAtom } from "../../shared/atom.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { ScreenFailure } from "../../shared/ui/screen-failure.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { accountText } from "./account-text.ts";
import styles from "./account-page.module.css";
import { ActivitySection } from "./activity-section.tsx";
import {
  AutoLogoutSection,
  DateFormatSection,
  JournalOrderSection,
  MailSection,
} from "./choice-sections.tsx";
import { PasswordSection } from "./password-section.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { RemindersSection } from "./reminders-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { ThemeSection } from "./theme-section.tsx";
import { TimeZoneSection } from "./time-zone-section.tsx";

/**
 * `/app/account`: profile, password and settings. Profile and password have a button; each setting is saved when it changes. With
 * `?monthly_to_yearly` it redirects to billing.
 */
export function SettingsPage() {
  const { failure } = useLoaderData<{ failure: ApiFailure | null }>();
  const settings = useAtom(useServices().settings.current);
  const [query] = useSearchParams();
  const [passwordChanges, setPasswordChanges] = useState(0);
  usePageTitle(accountText.sidebar.settings);
  if (query.has("monthly_to_yearly")) return <Navigate to="/app/account/billing?monthly_to_yearly" replace />;
  return (
    <>
      <h1 className={styles.title}>{accountText.sidebar.settings}</h1>
      {failure && <ScreenFailure failure={failure} stale={settings !== null} />}
      {!settings && !failure && <Skeleton lines={9} />}
      {settings && (
        <div className={styles.sheet}>
          <ProfileSection />
          <PasswordSection onChanged={() => setPasswordChanges((count) => count + 1)} />
          <ThemeSection settings={settings} />
          <DateFormatSection settings={settings} />
          <TimeZoneSection settings={settings} />
          <JournalOrderSection settings={settings} />
          <MailSection settings={settings} />
          <RemindersSection />
          <AutoLogoutSection settings={settings} />
          {/* A new password ends the other sessions, so the list is loaded again. */}
          <SessionsSection reloadKey={passwordChanges} />
          <ActivitySection />
        </div>
      )}
    </>
  );
}
