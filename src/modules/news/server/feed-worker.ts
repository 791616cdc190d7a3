import type { DateJst } from '#kernel/time.ts'
import { parentPort, workerData } from 'node:worker_threads'
import { parseAtomFeed, parseRdfFeed, parseRssFeed } from 'feedsmith'

/** The raw entry of a feed, before it is made safe to show. */
export type RawEntry = {
  title: string
  text: string
  link: string | undefined
  key: string
  date: DateJst | undefined
}

const MOST_ENTRIES = 100

/**
 * Reads a feed in a thread of its own: whoever sends it cannot keep the server from its work, however it is
 * built.
 */
function entriesOf(xml: string): RawEntry[] {
  const head = xml.slice(0, 4_000)
  if (/<feed[\s>]/i.test(head)) {
    return (parseAtomFeed(xml, { maxItems: MOST_ENTRIES }).entries ?? []).map(
      ({ title, summary, content, links, id, published, updated }) => {
        const link = (links?.find(({ rel }) => rel === undefined || rel === 'alternate') ?? links?.[0])?.href
        return {
          title: title?.value ?? '',
          text: summary?.value ?? content?.value ?? '',
          link,
          key: id ?? link ?? title?.value ?? '',
          date: published ?? updated,
        }
      },
    )
  }
  const items = /<rdf:RDF[\s>]/i.test(head)
    ? (parseRdfFeed(xml, { maxItems: MOST_ENTRIES }).items ?? []).map((item) => ({
        ...item,
        guid: undefined,
        pubDate: item.dc?.dates?.[0],
      }))
    : (parseRssFeed(xml, { maxItems: MOST_ENTRIES }).items ?? [])
  return items.map(({ title, description, link, guid, pubDate }) => ({
    title: title ?? '',
    text: description ?? '',
    link,
    key: guid?.value ?? link ?? title ?? '',
    date: pubDate,
  }))
}

let answer: { entries: RawEntry[] } | { failed: true }
try {
  answer = { entries: entriesOf(String(workerData)) }
} catch {
  answer = { failed: true }
}
parentPort!.postMessage(answer, [])
