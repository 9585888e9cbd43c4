import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { progressBar } from "./remote/progress-bar.ts";
import { type RemoteDaybook, remoteDaybook } from "./remote/remote-daybook.ts";

const DiaryLine = z.object({ date: z.iso.date(), title: z.string(), html: z.string() });

const usage =
  "Usage: npm run seed -- --diary FILE.jsonl --email E --password P [--url http://localhost:3000]";

function readArguments() {
  const { values } = parseArgs({
    options: {
      diary: { type: "string" },
      email: { type: "string" },
      password: { type: "string" },
      url: {
        type: "string",
        default: process.env.DAYBOOK_URL ?? `http://localhost:${process.env.PORT ?? 3000}`,
      },
    },
  });
  const { diary, email, password, url } = values;
  return diary && email && password ? { diary, email, password, url } : null;
}

/** Parses a diary with one JSON object per line. An invalid line stops the command before anything is written. */
function parseDiary(text: string): { line: string; entry: z.output<typeof DiaryLine> }[] {
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      return [{ line, entry: DiaryLine.parse(JSON.parse(line)) }];
    } catch {
      throw new Error(`Line ${index + 1} of the diary is not {"date", "title", "html"}.`);
    }
  });
}

async function findFirstJournalId(daybook: RemoteDaybook): Promise<number> {
  const answer = await daybook.call("listJournals");
  const journal = answer.ok ? answer.body.journals[0]?.journal : undefined;
  if (!journal) throw new Error("This account has no journal to write into.");
  return journal.id;
}

/** Writes every line as an entry. The idempotency key is a hash of the line, so a second run within 48 hours adds nothing. */
async function writeEntries(daybook: RemoteDaybook, diary: ReturnType<typeof parseDiary>): Promise<void> {
  const journalId = String(await findFirstJournalId(daybook));
  const bar = progressBar("Entries", diary.length);
  let doneCount = 0;
  const remainingLines = [...diary];
  async function writer(): Promise<void> {
    for (let next = remainingLines.shift(); next; next = remainingLines.shift()) {
      const { line, entry } = next;
      const answer = await daybook.call("createEntry", {
        params: { journalId },
        body: {
          title: entry.title,
          richtext_body: entry.html,
          created_at: entry.date,
          local_date: entry.date,
        },
        key: `seed-${createHash("sha256").update(line).digest("base64url")}`,
      });
      if (!answer.ok) throw new Error(`The entry of ${entry.date} was refused: ${answer.body.error}`);
      bar.update(++doneCount);
    }
  }
  await Promise.all(Array.from({ length: 8 }, writer));
}

async function main(): Promise<void> {
  const options = readArguments();
  if (!options) throw new Error(usage);
  const diary = parseDiary(await readFile(options.diary, "utf8"));
  const daybook = remoteDaybook(options.url);
  await daybook.logInOrSignUp(options);
  await writeEntries(daybook, diary);
  process.stdout.write(`${diary.length} entries of the diary are in ${options.email}'s journal.\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
