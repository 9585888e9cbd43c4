import type { BodyOf } from "@daybook/domain/contract/contract";
import { useRef, useState } from "react";
import { useServices } from "../../shared/services.ts";
import type { SettingsCall } from "../../stores/settings.store.ts";

/** The save status of a setting; idle until the first change. */
export type SettingSaveState = { state: "idle" | "saving" | "saved" } | { state: "failed"; message: string };

/** A setting that is saved whenever it changes. */
export function useSetting<N extends SettingsCall>(name: N) {
  const { settings } = useServices();
  const [saving, setSaving] = useState<SettingSaveState>({ state: "idle" });
  const latest = useRef(0);
  const change = async (body: BodyOf<N>): Promise<void> => {
    const id = (latest.current += 1);
    setSaving({ state: "saving" });
    const outcome = await settings.change(name, body);
    if (id !== latest.current) return;
    setSaving(outcome.ok ? { state: "saved" } : { state: "failed", message: outcome.message });
  };
  return { saving, change: (body: BodyOf<N>) => void change(body) };
}
