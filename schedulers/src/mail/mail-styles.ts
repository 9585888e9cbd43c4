const sans = "font-family:'Segoe UI',Helvetica,Arial,sans-serif";

/** Inline styles with light colours. They use only what most mail programs support. */
export const styles = {
  desk: "padding:24px 12px;background:#f5efe4",
  sheet:
    "max-width:520px;margin:0 auto;padding:32px 28px;background:#fffcf5;border:1px solid #ddd2be;font-family:Georgia,'Times New Roman',serif;font-size:17px;line-height:1.55;color:#2a241e",
  text: "margin:0 0 16px",
  code: "margin:0 0 16px;font-family:Menlo,Consolas,monospace;font-size:18px",
  button: `display:inline-block;padding:12px 22px;background:#1d4a5c;${sans};font-size:16px;color:#fffcf5;text-decoration:none`,
  address: `margin:0 0 16px;${sans};font-size:13px;color:#524739`,
  quote: "margin:0 0 16px;padding:0 0 0 14px;border-left:3px solid #ddd2be;font-style:italic",
  page: "margin:24px 0;padding:20px;background:#fffcf5;border:1px solid #ddd2be;color:#2a241e",
  title: "margin:0 0 4px;font-size:22px;line-height:1.3;font-weight:normal",
  date: `margin:0 0 16px;${sans};font-size:14px;color:#524739`,
  footer: `max-width:520px;margin:16px auto 0;padding:0 28px;${sans};font-size:13px;line-height:1.5;color:#524739`,
  link: "margin:8px 0 0;font-size:14px",
  linkText: "color:#1d4a5c",
} as const;

/**
 * The rules that need a style sheet, such as the dark colours. A shared entry (`styles.page`) stays light, because its writer may have
 * chosen text colours for light paper.
 */
export const styleSheet = [
  ":root{color-scheme:light dark;supported-color-schemes:light dark}",
  "body{margin:0;background:#f5efe4}",
  ".sheet{overflow-wrap:break-word}",
  "@media (prefers-color-scheme:dark){",
  "body,.desk{background:#1a1816!important}",
  ".sheet{background:#262220!important;border-color:#453e38!important;color:#efe7da!important}",
  ".quiet{color:#bdb1a0!important}",
  ".button{background:#a5cddd!important;color:#14252d!important}",
  ".link{color:#a5cddd!important}",
  "}",
].join("");
