import { createLucideIcon, type LucideIcon } from "lucide-react";

/* Icons of the pad, copied from Lucide (ISC licence). */
const icon = (name: string, ...node: [string, Record<string, string>][]): LucideIcon =>
  createLucideIcon({
    name,
    size: 24,
    node: node.map(([tag, attributes], index) => [tag, { ...attributes, key: String(index) }]),
  });
const path = (d: string): [string, Record<string, string>] => ["path", { d }];

export const AlignCenter = icon("text-align-center", path("M21 5H3"), path("M17 12H7"), path("M19 19H5"));
export const AlignJustify = icon("text-align-justify", path("M3 5h18"), path("M3 12h18"), path("M3 19h18"));
export const AlignLeft = icon("text-align-start", path("M21 5H3"), path("M15 12H3"), path("M17 19H3"));
export const AlignRight = icon("text-align-end", path("M21 5H3"), path("M21 12H9"), path("M21 19H7"));
export const ALargeSmall = icon(
  "a-large-small",
  path("m15 16 2.536-7.328a1.02 1.02 1 0 1 1.928 0L22 16"),
  path("M15.697 14h5.606"),
  path("m2 16 4.039-9.69a.5.5 0 0 1 .923 0L11 16"),
  path("M3.304 13h6.392"),
);
export const Baseline = icon("baseline", path("M4 20h16"), path("m6 16 6-12 6 12"), path("M8 12h8"));
export const Bold = icon("letter-b", path("M6 12h9a4 4 0 010 8H7a1 1 0 01-1-1V5a1 1 0 011-1h7a4 4 0 010 8"));
export const Code = icon("code", path("m16 18 6-6-6-6"), path("m8 6-6 6 6 6"));
export const Heading1 = icon(
  "heading-1",
  path("M4 12h8"),
  path("M4 18V6"),
  path("M12 18V6"),
  path("m17 12 3-2v8"),
);
export const Heading2 = icon(
  "heading-2",
  path("M4 12h8"),
  path("M4 18V6"),
  path("M12 18V6"),
  path("M21 18h-4c0-4 4-3 4-6 0-1.5-2-2.5-4-1"),
);
export const Heading3 = icon(
  "heading-3",
  path("M4 12h8"),
  path("M4 18V6"),
  path("M12 18V6"),
  path("M17.5 10.5c1.7-1 3.5 0 3.5 1.5a2 2 0 0 1-2 2"),
  path("M17 17.5c2 1.5 4 .3 4-1.5a2 2 0 0 0-2-2"),
);
export const Highlighter = icon(
  "highlighter",
  path("m9 11-6 6v3h9l3-3"),
  path("m22 12-4.6 4.6a2 2 0 0 1-2.8 0l-5.2-5.2a2 2 0 0 1 0-2.8L14 4"),
);
export const Italic = icon(
  "italic",
  ["line", { x1: "19", x2: "10", y1: "4", y2: "4" }],
  ["line", { x1: "14", x2: "5", y1: "20", y2: "20" }],
  ["line", { x1: "15", x2: "9", y1: "4", y2: "20" }],
);
export const Link2 = icon("link-2", path("M9 17H7A5 5 0 0 1 7 7h2"), path("M15 7h2a5 5 0 1 1 0 10h-2"), [
  "line",
  { x1: "8", x2: "16", y1: "12", y2: "12" },
]);
export const List = icon(
  "list",
  path("M3 5h.01"),
  path("M3 12h.01"),
  path("M3 19h.01"),
  path("M8 5h13"),
  path("M8 12h13"),
  path("M8 19h13"),
);
export const ListChecks = icon(
  "list-checks",
  path("M13 5h8"),
  path("M13 12h8"),
  path("M13 19h8"),
  path("m3 17 2 2 4-4"),
  path("m3 7 2 2 4-4"),
);
export const ListOrdered = icon(
  "list-ordered",
  path("M11 5h10"),
  path("M11 12h10"),
  path("M11 19h10"),
  path("M4 4h1v5"),
  path("M4 9h2"),
  path("M6.5 20H3.4c0-1 2.6-1.925 2.6-3.5a1.5 1.5 0 0 0-2.6-1.02"),
);
export const Maximize = icon(
  "maximize",
  path("M8 3H5a2 2 0 0 0-2 2v3"),
  path("M21 8V5a2 2 0 0 0-2-2h-3"),
  path("M3 16v3a2 2 0 0 0 2 2h3"),
  path("M16 21h3a2 2 0 0 0 2-2v-3"),
);
export const Minimize = icon(
  "minimize",
  path("M8 3v3a2 2 0 0 1-2 2H3"),
  path("M21 8h-3a2 2 0 0 1-2-2V3"),
  path("M3 16h3a2 2 0 0 1 2 2v3"),
  path("M16 21v-3a2 2 0 0 1 2-2h3"),
);
export const Minus = icon("minus", path("M5 12h14"));
export const Printer = icon(
  "printer",
  path("M6 18H4a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-2"),
  path("M6 9V3a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v6"),
  ["rect", { x: "6", y: "14", width: "12", height: "8", rx: "1" }],
);
export const Keyboard = icon(
  "keyboard",
  path("M10 8h.01"),
  path("M12 12h.01"),
  path("M14 8h.01"),
  path("M16 12h.01"),
  path("M18 8h.01"),
  path("M6 8h.01"),
  path("M7 16h10"),
  path("M8 12h.01"),
  ["rect", { width: "20", height: "16", x: "2", y: "4", rx: "2" }],
);
export const Redo2 = icon(
  "redo-2",
  path("m15 14 5-5-5-5"),
  path("M20 9H9.5A5.5 5.5 0 0 0 4 14.5A5.5 5.5 0 0 0 9.5 20H13"),
);
export const Strikethrough = icon(
  "strikethrough",
  path("M16 4H9a3 3 0 0 0-2.83 4"),
  path("M14 12a4 4 0 0 1 0 8H6"),
  ["line", { x1: "4", x2: "20", y1: "12", y2: "12" }],
);
export const TextQuote = icon(
  "text-quote",
  path("M17 5H3"),
  path("M21 12H8"),
  path("M21 19H8"),
  path("M3 12v7"),
);
export const Type = icon(
  "type",
  path("M12 4v16"),
  path("M4 7V5a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v2"),
  path("M9 20h6"),
);
export const Underline = icon("underline", path("M6 4v6a6 6 0 0 0 12 0V4"), [
  "line",
  { x1: "4", x2: "20", y1: "20", y2: "20" },
]);
export const Undo2 = icon(
  "undo-2",
  path("M9 14 4 9l5-5"),
  path("M4 9h10.5a5.5 5.5 0 0 1 5.5 5.5a5.5 5.5 0 0 1-5.5 5.5H11"),
);
export const ChevronLeft = icon("chevron-left", path("m15 18-6-6 6-6"));
