/** A query, and the day of the diary entry that it must find. */
export type KnownAnswer = { readonly query: string; readonly day: string; readonly tag?: string };

/** Tags that the tests add to days of the diary. */
export const diaryTags: readonly { readonly name: string; readonly days: readonly string[] }[] = [
  { name: "Coronation", days: ["1661-05-03"] },
  { name: "Theatre", days: ["1662-03-11", "1660-10-21"] },
  { name: "Été à la campagne", days: ["1661-07-10"] },
  { name: "Морское дело", days: ["1660-06-02"] },
];

const people = `
Muddiman 1660-01-19 | Calthropp 1660-01-12 | Drawwater 1660-01-16 | Okeshott 1660-01-20 | Salloway 1660-01-27 |
Pulford 1660-02-10 | Sotherton 1660-02-14 | Marriot 1660-02-14 | Pierpoint 1660-03-04 | Glascock 1660-03-17 |
Luddington 1660-03-29 | Lenthropp 1660-05-17 | Farnab 1660-05-25 | Honeywood 1660-07-01 | Frezendorfe 1660-07-03 |
Rubens 1660-07-17 | Claypoole 1660-08-20 | Unthanke 1660-08-27 | Desdemona 1660-10-21 | Kingsale 1660-12-21`;
const places = `
Exeter House 1660-01-11 | Cheshire 1660-01-14 | Lincolnshire 1660-02-24 | Gottenburgh 1660-03-18 | Zeeland 1660-03-18 |
Helversluce 1660-05-14 | Copenhagen 1660-05-25 | Stadthouse 1660-05-28 | Middleburgh 1660-06-14 | Sittingborne 1660-06-18 |
Puddlewharf 1660-07-06 | Axeyard 1660-08-21 | Putney 1660-12-16 | Highgate 1661-01-20 | Queenhithe 1661-03-10`;
const misspelled = `
mudiman 1660-01-19 | calthrop 1660-01-12 | lincolnshrie 1660-02-24 | copenhagn 1660-05-25 | honeywod 1660-07-01 |
frezendorf 1660-07-03 | claypole 1660-08-20 | desdimona 1660-10-21 | remembrencer 1660-07-03 | queenhite 1661-03-10 |
sitingborn 1660-06-18 | helverslus 1660-05-14`;
const phrases = `
"cup of tee" 1660-10-05 | "cut for the stone" 1660-04-05 | "Romeo and Juliet" 1662-03-11 | "strange dream" 1660-06-07 |
"remains of a turkey" 1660-01-11 | "dozen of bottles of sack" 1660-01-12 | burned her hand turkey 1660-01-11 |
romeo juliet 1662-03-11 | "drawn and quartered" 1661-01-29 | great skirts garret 1660-01-11`;
const dates = `
1660-01-11 1660-01-11 | 1661-05-03 1661-05-03 | 1662-12-11 1662-12-11 | 1660-10-23 1660-10-23 | 1661-01-29 1661-01-29`;
const tags = `coronation 1661-05-03 | ete campagne 1661-07-10 | морское дело 1660-06-02 | coronaton 1661-05-03`;
const beginnings = `calthr 1660-01-12 | desdem 1660-10-21 | copenh 1660-05-25 | puddlew 1660-07-06`;

const read = (list: string): KnownAnswer[] =>
  list.split("|").map((line) => {
    const text = line.trim();
    const at = text.lastIndexOf(" ");
    return { query: text.slice(0, at), day: text.slice(at + 1) };
  });

/** Queries with known answers in the diary of 1660 to 1662. */
export const knownAnswers: readonly KnownAnswer[] = [
  ...[people, places, misspelled, phrases, dates, tags, beginnings].flatMap(read),
  { query: "", day: "1661-05-03", tag: "Coronation" },
  { query: "juliet", day: "1662-03-11", tag: "Theatre" },
];
