import type { BodyOf } from "@daybook/domain/contract/contract";
import { useRef, useState } from "react";
import { useServices } from "../../shared/services.ts";
import type { SettingsCall } from "../../stores/settings.store.ts";

/** The save status of a setting; idle until the first change. */
export type SettingSaveStatus = { state: "idle" | "saving" | "saved" } | { state: "failed"; message: string };

/** A setting that is saved whenever it changes. */
export function useSetting<N extends SettingsCall>(name: N) {
  const { settings } = useServices();
  const [saveStatus, setSaveStatus] = useState<SettingSaveStatus>({ state: "idle" });
  const latestChangeId = useRef(0);
  const change = async (body: BodyOf<N>): Promise<void> => {
    const changeId = (latestChangeId.current += 1);
    setSaveStatus({ state: "saving" });
    const outcome = await settings.change(name, body);
    if (changeId !== latestChangeId.current) return;
    setSaveStatus(outcome.ok ? { state: "saved" } : { state: "failed", message: outcome.message });
  };
  return { saveStatus, change: (body: BodyOf<N>) => void change(body) };
}
