import {
  coverPath,
  covers,
  dateMethods,
  fonts,
  fontSizes,
  inks,
  isPaidCover,
  padThemes,
  pageThemes,
} from "@daybook/domain/contract/appearance-values";
import type { BodyOf } from "@daybook/domain/contract/contract";
import type { Journal } from "@daybook/domain/contract/journals";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import { useServices } from "../../shared/services.ts";
import { AboutPro } from "../../shared/ui/about-pro.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { Sheet } from "../../shared/ui/sheet.tsx";
import { Swatches } from "../../shared/ui/swatches.tsx";
import { themeSwatches } from "../../shared/ui/theme-swatches.tsx";
import { RuledArea } from "../../shared/ui/ruled-area.tsx";
import { ThemedPage } from "../../shared/ui/themed-page.tsx";
import { useToasts } from "../../shared/ui/toast.tsx";
import { useIsMounted } from "../../shared/use-is-mounted.ts";
import type { ActionResult } from "../../shared/api-client.ts";
import { Cover } from "../../shared/ui/cover.tsx";
import { lookText } from "./look-text.ts";
import styles from "./look-sheet.module.css";
import { useStores } from "../../stores/use-stores.ts";

function Select<T extends string | number>({
  label,
  value,
  options,
  onChoose,
}: {
  label: string;
  value: T;
  options: readonly { value: T; label: string; disabled?: boolean }[];
  onChoose: (value: T) => void;
}) {
  return (
    <label className={styles.field}>
      <span className={styles.label}>{label}</span>
      <select
        className={styles.select}
        value={value}
        onChange={({ target }) => {
          const chosenOption = options[target.selectedIndex];
          if (chosenOption) onChoose(chosenOption.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The style of a journal: cover, paper, pad and writing. Each change is saved immediately. */
export function LookSheet({ journal, onClose }: { journal: Journal; onClose: () => void }) {
  const { sessionActor } = useServices();
  const { journals } = useStores();
  const toasts = useToasts();
  const isMounted = useIsMounted();
  const isPro = useSelector(sessionActor, (state) => state.context.session?.user.is_pro ?? false);
  const [failureMessage, setFailureMessage] = useState<string | null>(null);
  const { compose_setting: composeSetting, cover, id, name } = journal;

  const showFailure = (result: ActionResult) => {
    setFailureMessage(result.ok ? null : result.message);
    if (!result.ok && !isMounted()) toasts.show(result.message);
  };
  const change = async (body: BodyOf<"updateComposeSetting">) =>
    showFailure(await journals.changeComposeSetting(journal, body));
  const chooseCover = async (value: BodyOf<"updateCover">["name"]) =>
    showFailure(await journals.chooseCover(journal, { name: value, normal_url: coverPath(value) }));

  const coverSwatches = covers.map((option) => ({
    value: option,
    label: lookText.covers[option],
    isProOnly: isPaidCover(option),
    picture: (
      <Cover journal={{ ...journal, cover: { id, name: option, normal_url: coverPath(option) } }} small />
    ),
  }));
  const font = fonts.find((candidate) => candidate === composeSetting.font) ?? "Lora";
  const size = fontSizes.find((candidate) => candidate === composeSetting.font_size) ?? 16;
  const ink = inks.find((candidate) => candidate === composeSetting.font_colour) ?? "";
  const dateMethod =
    dateMethods.find((candidate) => candidate === composeSetting.display_date_method) ?? "created";

  return (
    <Sheet
      open
      onClose={onClose}
      title={lookText.title(name)}
      description={isPro ? lookText.lead : lookText.free}
    >
      <div className={styles.look}>
        {!isPro && (
          <p>
            <AboutPro source="journal_look" />
          </p>
        )}
        {failureMessage && <Notice tone="failure">{failureMessage}</Notice>}
        <div className={styles.preview}>
          <Cover journal={journal} small />
          <ThemedPage
            pageThemeId={composeSetting.default_page_theme_id}
            padThemeId={composeSetting.default_pad_theme_id}
            composeSetting={composeSetting}
            className={styles.page}
          >
            <p className={styles.sampleTitle}>{lookText.sample}</p>
            <RuledArea>
              <p className={styles.sampleText}>{lookText.sampleText}</p>
            </RuledArea>
          </ThemedPage>
        </div>
        <Swatches
          legend={lookText.cover}
          value={covers.find((candidate) => candidate === cover.name) ?? "blue"}
          swatches={coverSwatches}
          isPro={isPro}
          proOnlyLabel={lookText.needsPro}
          onChoose={(value) => void chooseCover(value)}
        />
        <Swatches
          legend={lookText.paper}
          value={composeSetting.default_page_theme_id}
          swatches={themeSwatches(pageThemes, "page")}
          isPro={isPro}
          proOnlyLabel={lookText.needsPro}
          wide
          onChoose={(default_page_theme_id) => void change({ default_page_theme_id })}
        />
        <Swatches
          legend={lookText.pad}
          value={composeSetting.default_pad_theme_id}
          swatches={themeSwatches(padThemes, "pad")}
          isPro={isPro}
          proOnlyLabel={lookText.needsPro}
          wide
          onChoose={(default_pad_theme_id) => void change({ default_pad_theme_id })}
        />
        <section className={styles.writing} aria-label={lookText.writing}>
          <h3 className={styles.heading}>{lookText.writing}</h3>
          <Select
            label={lookText.font}
            value={font}
            options={fonts.map((option) => {
              const isDisabled = !isPro && option !== "Lora";
              const label = lookText.fonts[option];
              return {
                value: option,
                label: isDisabled ? lookText.needsPro(label) : label,
                disabled: isDisabled,
              };
            })}
            onChoose={(value) => void change({ font: value })}
          />
          <Select
            label={lookText.size}
            value={size}
            options={fontSizes.map((option) => ({ value: option, label: String(option) }))}
            onChoose={(value) => void change({ font_size: value })}
          />
          <Select
            label={lookText.ink}
            value={ink}
            options={[
              { value: "" as const, label: lookText.defaultInk },
              ...inks.map((option) => ({ value: option, label: lookText.inks[option] })),
            ]}
            onChoose={(value) => void change({ font_colour: value === "" ? null : value })}
          />
          <Select
            label={lookText.date}
            value={dateMethod}
            options={dateMethods.map((option) => ({ value: option, label: lookText.dateMethods[option] }))}
            onChoose={(value) => void change({ display_date_method: value })}
          />
        </section>
      </div>
    </Sheet>
  );
}
