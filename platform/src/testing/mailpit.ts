import { z } from "zod";

const FoundMails = z.object({ messages: z.array(z.object({ ID: z.string() })) });

/**
 * The raw text of the newest mail that Mailpit finds.
 *
 * @param origin the URL of Mailpit, such as `http://127.0.0.1:8025`
 * @param query in Mailpit's search syntax, such as `to:samuel@example.org`
 */
export async function readFromMailpit(origin: string, query: string): Promise<string> {
  const search = await fetch(new URL(`/api/v1/search?query=${encodeURIComponent(query)}`, origin));
  const newestMail = FoundMails.parse(await search.json()).messages[0];
  if (!newestMail) throw new Error("Mailpit has no such mail");
  const raw = await fetch(new URL(`/api/v1/message/${newestMail.ID}/raw`, origin));
  return raw.text();
}
