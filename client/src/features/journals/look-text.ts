import type { CoverName, DateMethod, FontName, InkName } from "@daybook/domain/contract/appearance-values";

const covers: Record<CoverName, string> = {
  blue: "Blue",
  green: "Green",
  orange: "Orange",
  red: "Red",
  bluecheetah: "Blue cheetah",
  bwfeather: "Feathers",
  composition: "Composition book",
  flowers: "Flowers",
  geometric: "Geometric",
  kraft: "Kraft",
  leather: "Leather",
  reddiamond: "Red diamonds",
  teallines: "Teal lines",
  whitekraft: "White kraft",
  bluewaves: "Blue waves",
  chevrons: "Chevrons",
  redtriangles: "Red triangles",
  woodpaneling: "Wood panelling",
};
const inks: Record<InkName, string> = {
  "blue-black": "Blue-black",
  blue: "Blue",
  green: "Green",
  sepia: "Sepia",
  burgundy: "Burgundy",
  violet: "Violet",
  graphite: "Graphite",
};
const dateMethods: Record<DateMethod, string> = {
  created: "Entry date",
  modified: "Date of last change",
  none: "No date",
};
const fonts: Record<FontName, string> = {
  Lora: "Lora",
  "Source Sans": "Source Sans",
  Georgia: "Georgia",
  Palatino: "Palatino",
  Garamond: "Garamond",
  Optima: "Optima",
  Typewriter: "Typewriter",
  Handwriting: "Handwriting",
};

/** Texts for choosing the look of a journal: its cover, paper, pad, font, ink and date. */
export const lookText = {
  title: (name: string) => `Cover and paper of “${name}”`,
  lead: "Changes are saved at once.",
  free: "The four colours and plain paper are free. Other covers, papers, pads and fonts come with PRO.",
  sample: "A quiet Sunday",
  sampleText:
    "A fine day. I walked by the river and thought of nothing in particular until the street lights came on.",
  cover: "Cover",
  paper: "Paper",
  pad: "Pad",
  writing: "Writing",
  font: "Font",
  size: "Size",
  ink: "Ink",
  date: "Date shown on entries",
  defaultInk: "Theme default",
  needsPro: (name: string) => `${name}, comes with PRO`,
  covers,
  inks,
  dateMethods,
  fonts,
} as const;
