import type axeCore from "axe-core";

/**
 * The functions in this file run in the page, where axe is loaded. Each is sent to the page alone, so it cannot use anything
 * outside of its own code.
 */

type Color = { parseString(text: string): Color; alpha: number };

/** The part of axe that the tests use in a page. */
type PageAxe = Pick<typeof axeCore, "run" | "configure"> & {
  commons: {
    color: {
      Color: new (red?: number, green?: number, blue?: number, alpha?: number) => Color;
      elementHasImage(element: Element): boolean;
      flattenColors(front: Color, back: Color): Color;
      getBackgroundStack(element: Element): Element[] | null;
      getOwnBackgroundColor(style: CSSStyleDeclaration): Color;
      hasValidContrastRatio(
        back: Color,
        front: Color,
        fontSize: number,
        isBold: boolean,
      ): { isValid: boolean; contrastRatio: number; expectedContrastRatio: number };
    };
  };
};

/** A text of the page: its element, and the elements that make its background, beginning with itself. */
type PageText = { element: Element; stack: Element[] };

type AxeWindow = { axe: PageAxe; pageTexts: PageText[] };

/** The result of the checks in one theme. */
type ThemeResult = { theme: string; background: string; unreadable: string[]; isTooWide: boolean };

/** Makes each run of axe record the texts on the page. {@link checkEachTheme} reads the records of the last run. */
export function addTextRecorder(): void {
  const page = window as unknown as AxeWindow;
  page.pageTexts = [];
  page.axe.configure({
    checks: [
      {
        id: "record-text",
        evaluate(element: Element) {
          const stack = page.axe.commons.color.getBackgroundStack(element);
          if (stack) page.pageTexts.push({ element, stack });
          return true;
        },
      },
    ],
    rules: [
      {
        id: "record-text",
        selector: "*",
        matches: "color-contrast-matches",
        any: ["record-text"],
        tags: ["wcag2aa"],
      },
    ],
  });
}

/** Runs the rules of axe that have one of these tags; returns the violations. */
export async function runAxe(tags: string[]): Promise<{ id: string; elements: string[] }[]> {
  const page = window as unknown as AxeWindow;
  page.pageTexts = [];
  const { violations } = await page.axe.run(document, { runOnly: tags, resultTypes: ["violations"] });
  return violations.map(({ id, nodes }) => ({ id, elements: nodes.map(({ html }) => html) }));
}

/**
 * Applies each theme in turn, and checks the width of the page and the contrast of the texts, except on pictures. Restores the
 * original theme.
 */
export async function checkEachTheme({
  themes,
  isFullMatrix,
}: {
  themes: readonly string[];
  isFullMatrix: boolean;
}): Promise<ThemeResult[]> {
  const root = document.documentElement;
  const themeBefore = root.dataset.uiTheme;
  const { axe, pageTexts } = window as unknown as AxeWindow;
  const colors = axe.commons.color;

  /** Caches the results of `opacityOf` in the current theme, because most texts have the same ancestors. */
  const opacities = new Map<Element, number>();

  /** The opacity of an element, multiplied by that of its ancestors. */
  const opacityOf = (element: Element | null): number => {
    if (!element) return 1;
    const opacity =
      opacities.get(element) ?? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement);
    opacities.set(element, opacity);
    return opacity;
  };

  /** The background colour of a text; `null` when the background is a picture. */
  const backgroundOf = (stack: readonly Element[]): Color | null => {
    let color = new colors.Color(0, 0, 0, 0);
    for (const element of stack) {
      if (colors.elementHasImage(element)) return null;
      const background = colors.getOwnBackgroundColor(getComputedStyle(element));
      if (background.alpha === 0) continue;
      background.alpha *= opacityOf(element);
      color = colors.flattenColors(color, background);
      if (color.alpha === 1) break;
    }
    return colors.flattenColors(color, new colors.Color(255, 255, 255, 1));
  };

  const contrastFaults = ({ element, stack }: PageText): string[] => {
    const background = backgroundOf(stack);
    if (!background) return [];
    const style = getComputedStyle(element);
    const textColor = new colors.Color().parseString(style.color);
    textColor.alpha *= opacityOf(element);
    const { isValid, contrastRatio, expectedContrastRatio } = colors.hasValidContrastRatio(
      background,
      colors.flattenColors(textColor, background),
      Number.parseFloat(style.fontSize),
      Number(style.fontWeight) >= 700,
    );
    if (isValid) return [];
    return [`${element.outerHTML.slice(0, 200)}: ${contrastRatio.toFixed(2)} of ${expectedContrastRatio}`];
  };

  const axeContrastFaults = async (): Promise<string[]> => {
    const { violations } = await axe.run(document, {
      runOnly: ["color-contrast"],
      resultTypes: ["violations"],
    });
    return violations.flatMap(({ nodes }) => nodes.map(({ html, any }) => `${html}: ${any[0]?.message}`));
  };

  const results: ThemeResult[] = [];
  for (const theme of themes) {
    root.dataset.uiTheme = theme;
    opacities.clear();
    const unreadable = pageTexts.flatMap(contrastFaults);
    // oxlint-disable-next-line no-await-in-loop -- a page has one theme at a time
    if (isFullMatrix) unreadable.push(...(await axeContrastFaults()));
    results.push({
      theme,
      background: getComputedStyle(document.body).backgroundColor,
      unreadable,
      isTooWide: root.scrollWidth > root.clientWidth,
    });
  }
  if (themeBefore === undefined) delete root.dataset.uiTheme;
  else root.dataset.uiTheme = themeBefore;
  return results;
}
