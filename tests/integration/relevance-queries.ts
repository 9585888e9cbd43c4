/** A query, perhaps within a tag, and the day of the diary entry that it should find. */
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

const inflected = `
snowing hard nose swelling 1660-01-14 | by chance hurting knee 1661-03-27 | mother discontented simple 1661-09-02 |
fetching little puppy 1660-08-29 | churchwarden demanding pews 1660-08-29 | vaulting leap garden frolics 1661-05-29 |
disbanding regiments 1660-11-27 | toothaches chatham 1661-06-17 | borrowing sidesaddles 1661-09-27 |
smothering desdemona 1660-10-21 | waterpipes gentleman 1660-09-26 | watchmakers smallpox 1660-09-26 |
shear snuffer silver 1660-01-21 | pigeon digging cat 1661-09-21 | handspikes seaman 1661-01-23 |
emptying vaults cellars 1660-11-04 | healths drinking eye 1662-05-05 | garters ribbons heralds 1660-06-06 |
losing keys office doors 1662-09-16 | jewel given king sweden 1661-03-14 | burning hand turkeys 1660-01-11 |
teaching gleek games 1662-01-23 | drowsiness dose 1660-12-16 | scotch tones story 1660-12-16 |
houses killing lady sanderson 1662-02-28 | italian puppets plays rail 1662-05-19 | yellow cloths crowns 1660-05-23 |
metheglins 1660-03-10`;
/** Queries whose last word is usually not in the entry. */
const wrongWord = `
brave cup metheglin uncle 1660-03-10 | silver snuffers shears goldsmith 1660-01-21 | cat pigeons hole rabbit 1661-09-21 |
borrow sidesaddle townsend donkey 1661-09-27 | desdemona smothered lady crying 1660-10-21 |
batten lady toothache medicine 1661-06-17 | gleek cards aunt money 1662-01-23 | italian puppet play soldiers 1662-05-19 |
seamen handspike fierce pirates 1661-01-23 | vault cellar emptied stench 1660-11-04 | smallpox oxford watchmaker duke 1660-09-26 |
lost key office thief 1662-09-16 | turkey burned hand oven 1660-01-11 | vault leaps garden drunken 1661-05-29 |
jewels sweden king sword 1661-03-14 | snowed nose swelled frozen 1660-01-14 | garter ribbon herald sword 1660-06-06 |
yellow cloth tailors flag 1660-05-23 | sanderson killed house fire 1662-02-28 | scotch songs stories piper 1660-12-16 |
puppies pretty wife kitten 1660-08-29 | pew churchwardens demand bishop 1660-08-29 | raphael michelangelo pieces titian 1662-05-19 |
black patches hair lace 1660-12-02 | regiment disbanded money rebellion 1660-11-27 | psalms bacon organon plato 1660-05-25`;
/** Dates as the diary writes them, in the Julian calendar. The days of the entries are Gregorian: ten days later. */
const julianDates = `
11 october 1660 1660-10-21 | 7 june 1661 1661-06-17 | 23 august 1662 1662-09-02 | 4 october 1661 1661-10-14 |
25 may 1661 1661-06-04 | 3 august 1661 1661-08-13 | 30 august 1662 1662-09-09 | 27 july 1660 1660-08-06 |
22 november 1660 1660-12-02`;
/** Queries whose first word is only the beginning of a word. In `beginnings`, it is the only word. */
const beginningsAnywhere = `
desdem smothered 1660-10-21 | metheg brave cup 1660-03-10 | sidesad townsend borrow 1661-09-27 |
handsp seamen fierce 1661-01-23 | watchm smallpox 1660-09-26 | churchw pew demand 1660-08-29 |
michelang raphael 1662-05-19 | toothac chatham lady 1661-06-17`;
/** Words with two wrong letters, or with a wrong first letter. */
const twoEdits = `
snofers 1660-01-21 | handspyk 1661-01-23 | mikelangelo raphael 1662-05-19 | toothake chatham 1661-06-17 |
symfony sack 1660-01-17 | letheglin 1660-03-10 | nuddiman 1660-01-19 | besdemona 1660-10-21 | cubens 1660-07-17 |
kotherton 1660-02-14`;

const parseList = (list: string): KnownAnswer[] =>
  list.split("|").map((line) => {
    const text = line.trim();
    const lastSpace = text.lastIndexOf(" ");
    return { query: text.slice(0, lastSpace), day: text.slice(lastSpace + 1) };
  });

/** Queries with known answers in the diary of 1660 to 1662, by what makes them hard. */
export const knownAnswers: Readonly<Record<string, readonly KnownAnswer[]>> = {
  people: parseList(people),
  places: parseList(places),
  misspelled: parseList(misspelled),
  phrases: parseList(phrases),
  dates: parseList(dates),
  tags: [
    ...parseList(tags),
    { query: "", day: "1661-05-03", tag: "Coronation" },
    { query: "juliet", day: "1662-03-11", tag: "Theatre" },
  ],
  beginnings: parseList(beginnings),
  inflected: parseList(inflected),
  wrongWord: parseList(wrongWord),
  julianDates: parseList(julianDates),
  beginningsAnywhere: parseList(beginningsAnywhere),
  twoEdits: parseList(twoEdits),
};
