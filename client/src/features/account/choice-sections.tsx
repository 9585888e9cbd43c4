import { formatLocalDate } from "@daybook/domain/contract/format-local-date";
import {
  autoLogoutMinutes,
  dateFormats,
  journalOrders,
  shareLevels,
} from "@daybook/domain/contract/settings-values";
import type { Settings } from "@daybook/domain/contract/settings";
import { dayOfInstant } from "../../shared/dates.ts";
import { useServices } from "../../shared/services.ts";
import { RadioList } from "../../shared/ui/radio-list.tsx";
import { accountText } from "./account-text.ts";
import { Select, Switch } from "./choice.tsx";
import { Section } from "./section.tsx";
import { useSetting } from "./use-setting.ts";

/** The props of a section that changes settings. */
export type SettingsProps = { settings: Settings };

/** The ten date formats. Each is shown as today's date. */
export function DateFormatSection({ settings }: SettingsProps) {
  const { clock } = useServices();
  const { saveStatus, change } = useSetting("changeDateFormat");
  const { title, lead, legend } = accountText.dateFormat;
  const today = dayOfInstant(clock.now());
  return (
    <Section title={title} lead={lead} saveStatus={saveStatus}>
      <RadioList
        legend={legend}
        columns={2}
        value={settings.date_format}
        options={dateFormats.map((format) => ({ value: format, label: formatLocalDate(today, format) }))}
        onChoose={(format) => change({ format })}
      />
    </Section>
  );
}

/** The order of the journals. */
export function JournalOrderSection({ settings }: SettingsProps) {
  const { saveStatus, change } = useSetting("changeJournalOrder");
  const { title, lead, orders } = accountText.order;
  return (
    <Section title={title} lead={lead} saveStatus={saveStatus}>
      <RadioList
        legend={title}
        hidesLegend
        columns={2}
        value={settings.journal_order}
        options={journalOrders.map((order) => ({ value: order, label: orders[order] }))}
        onChoose={(order) => change({ order })}
      />
    </Section>
  );
}

/** Which e-mails to receive, and whether to show the podcast. */
export function MailSection({ settings }: SettingsProps) {
  const shares = useSetting("changeNotifications");
  const marketing = useSetting("toggleReceiveMarketingEmails");
  const lookingGlass = useSetting("setLookingGlass");
  const podcast = useSetting("setShowPodcast");
  const labels = accountText.mail;
  return (
    <Section title={labels.title} lead={labels.lead}>
      <Switch
        label={labels.shares}
        hint={labels.sharesHint}
        checked={settings.notifications.receive_shares}
        onChange={(isOn) =>
          shares.change({
            receive_shares: isOn,
            share_level: isOn ? shareLevels.received : shareLevels.refused,
          })
        }
        saveStatus={shares.saveStatus}
      />
      <Switch
        label={labels.marketing}
        hint={labels.marketingHint}
        checked={settings.receive_marketing_emails}
        onChange={(isOn) => marketing.change({ receive_marketing_emails: isOn })}
        saveStatus={marketing.saveStatus}
      />
      <Switch
        label={labels.lookingGlass}
        hint={labels.lookingGlassHint}
        checked={settings.looking_glass}
        onChange={(isOn) => lookingGlass.change({ looking_glass: isOn })}
        saveStatus={lookingGlass.saveStatus}
      />
      <Switch
        label={labels.podcast}
        hint={labels.podcastHint}
        checked={settings.show_podcast}
        onChange={(isOn) => podcast.change({ show_podcast: isOn })}
        saveStatus={podcast.saveStatus}
      />
    </Section>
  );
}

// The first value of the list is set when auto-logout is turned on.
const [defaultIdleMinutes] = autoLogoutMinutes;
const idleMinutes = autoLogoutMinutes.filter((minutes) => minutes > 0).sort((a, b) => a - b);

/** Turns auto-logout on or off, and sets the idle time before it. */
export function AutoLogoutSection({ settings }: SettingsProps) {
  const { saveStatus, change } = useSetting("setAutoLogout");
  const labels = accountText.autoLogout;
  const isOn = settings.auto_logout > 0;
  return (
    <Section title={labels.title} lead={labels.lead} saveStatus={saveStatus}>
      <Switch
        label={labels.enabled}
        checked={isOn}
        onChange={(isChecked) => change({ logout_time: isChecked ? defaultIdleMinutes : 0 })}
      />
      {isOn && (
        <Select
          label={labels.after}
          value={settings.auto_logout}
          onChange={(event) => change({ logout_time: Number(event.target.value) })}
        >
          {idleMinutes.map((minutes) => (
            <option key={minutes} value={minutes}>
              {labels.minutes(minutes)}
            </option>
          ))}
        </Select>
      )}
    </Section>
  );
}
