// @vitest-environment happy-dom
import { act } from "react";
import { expect, test } from "vitest";
import { SettingsStore } from "../../stores/settings.store.ts";
import type { Api } from "../../shared/api-client.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleSettings } from "../../shared/testing/test-server.ts";
import { accountText } from "./account-text.ts";
import { TimeZoneSection } from "./time-zone-section.tsx";

test.each(["EST", "America/Not_In_This_Browser"])(
  "leaving the field unchanged is no error when the saved zone is not in the list: %s",
  async (timezone) => {
    const { field, remove } = await renderForTest(
      <TimeZoneSection settings={{ ...sampleSettings, timezone }} />,
      { clock: { now: () => 0 }, settings: new SettingsStore({} as Api) },
    );
    await act(async () => field(accountText.timeZone.label).focus());
    await act(async () => field(accountText.timeZone.label).blur());
    expect(document.body.textContent).not.toContain(accountText.timeZone.unknown);
    expect(document.body.textContent).not.toContain(accountText.timeZone.now(""));
    await remove();
  },
);
