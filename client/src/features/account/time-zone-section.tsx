import { type KeyboardEvent, useEffect, useId, useMemo, useState } from "react";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { accountText } from "./account-text.ts";
import type { SettingsProps } from "./choice-sections.tsx";
import { Section } from "./section.tsx";
import { allTimeZones, deviceTimeZone, readableZone, timeIn, findZone } from "./time-zones.ts";
import styles from "../../shared/ui/forms.module.css";
import { useSetting } from "./use-setting.ts";

/** The user's time zone: typed, chosen from the list, or taken from the device. */
export function TimeZoneSection({ settings }: SettingsProps) {
  const { clock } = useServices();
  const { saveStatus, change } = useSetting("changeTimezone");
  const labels = accountText.timeZone;
  const listId = useId();
  const zones = useMemo(() => allTimeZones(), []);
  const { timezone } = settings;
  const time = timeIn(timezone, clock.now());
  const deviceZone = deviceTimeZone();
  const [typedZone, setTypedZone] = useState(() => readableZone(timezone));
  const [isUnknown, setIsUnknown] = useState(false);
  useEffect(() => {
    setTypedZone(readableZone(timezone));
    setIsUnknown(false);
  }, [timezone]);

  const choose = (zone: string) => {
    setIsUnknown(false);
    setTypedZone(readableZone(zone));
    if (zone !== timezone) change({ timezone: zone });
  };
  /** Applies the value of the field. An empty field returns to the saved value, which this browser may not know. */
  const applyTypedZone = () => {
    const isSavedZone = ["", readableZone(timezone)].includes(typedZone.trim());
    const zone = isSavedZone ? timezone : findZone(typedZone, zones);
    if (zone) choose(zone);
    else setIsUnknown(true);
  };

  return (
    <Section title={labels.title} lead={labels.lead} saveStatus={saveStatus}>
      <div className={styles.form}>
        <Field
          label={labels.label}
          list={listId}
          value={typedZone}
          autoComplete="off"
          spellCheck={false}
          hint={time === "" ? undefined : labels.now(time)}
          error={isUnknown ? labels.unknown : undefined}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            const { value } = event.target;
            setTypedZone(value);
            setIsUnknown(false);
            // Choosing from the list enters the complete name in one step.
            const listedZone = zones.find((zone) => readableZone(zone) === value);
            if (listedZone && value !== readableZone(timezone)) choose(listedZone);
          }}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key === "Enter") applyTypedZone();
          }}
          onBlur={applyTypedZone}
        />
        <datalist id={listId}>
          {zones.map((zone) => (
            <option key={zone}>{readableZone(zone)}</option>
          ))}
        </datalist>
        {deviceZone !== timezone && (
          <Button onClick={() => choose(deviceZone)}>
            {labels.chooseDeviceZone(readableZone(deviceZone))}
          </Button>
        )}
      </div>
    </Section>
  );
}
