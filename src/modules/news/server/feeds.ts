import { hash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { DAY, MINUTE, SECOND, type Ms } from '#kernel/time.ts'
import { listen } from '#platform/engine/event.ts'
import { every } from '#platform/every.ts'
import { guarded } from '#platform/guarded.ts'
import type { AppContext, Listener } from '#modules/module.ts'
import { openFeeds } from './feed-list.ts'
import { newsId } from '../model/news-id.ts'
import { plainText } from '../model/plain-text.ts'
import { feedSwitched } from './events.ts'
import type { RawEntry } from './feed-worker.ts'
import { linkOnHost } from './link-on-host.ts'
import { keepLook, keepNewest, publish, seenOf } from './queries.ts'
import type { NewsEntry } from './tables.ts'

export const FEED_LIMITS = {
  bytes: 1_048_576,
  fetchMs: 10 * SECOND,
  parseMs: 3 * SECOND,
  memoryMb: 64,
  title: 200,
  text: 2_000,
  entries: 500,
}
type FeedLimits = typeof FEED_LIMITS
const LOOK_EVERY_MS = 10 * MINUTE
/** An entry dated later than now, or older than this, counts as from now. */
const OLDEST_MS = 365 * DAY

/** Reason why a feed gave nothing this time. */
export type FeedProblem =
  | 'FEED_UNREACHABLE'
  | 'FEED_MOVED'
  | 'FEED_TOO_LARGE'
  | 'FEED_ENTITIES'
  | 'FEED_NOT_A_FEED'
  | 'FEED_TOO_SLOW'
export class FeedError extends Error {
  override name = 'FeedError'
  readonly problem: FeedProblem
  constructor(problem: FeedProblem) {
    super(problem)
    this.problem = problem
  }
}

/**
 * The text of a feed: at most 1 MiB after it is unpacked, within 10 s, from the address itself and nowhere
 * else.
 */
async function fetched(address: string, limits: FeedLimits): Promise<string> {
  const signal = AbortSignal.timeout(limits.fetchMs)
  const response = await fetch(address, {
    redirect: 'manual',
    signal,
    headers: { accept: 'application/atom+xml, application/rss+xml, application/xml, text/xml' },
  }).catch(() => {
    throw new FeedError(signal.aborted ? 'FEED_TOO_SLOW' : 'FEED_UNREACHABLE')
  })
  if (response.status >= 300 && response.status < 400) throw new FeedError('FEED_MOVED')
  if (!response.ok || response.body === null) throw new FeedError('FEED_UNREACHABLE')
  const parts: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const part of response.body) {
      bytes += part.byteLength
      if (bytes > limits.bytes) throw new FeedError('FEED_TOO_LARGE')
      parts.push(part)
    }
  } catch (error) {
    throw error instanceof FeedError
      ? error
      : new FeedError(signal.aborted ? 'FEED_TOO_SLOW' : 'FEED_UNREACHABLE')
  }
  return new TextDecoder(charsetOf(response.headers.get('content-type'), parts[0])).decode(
    Buffer.concat(parts),
  )
}

/** Feeds of Japan still come in their old codings. */
function charsetOf(type: string | null, first: Uint8Array | undefined): string {
  const declared =
    /charset=["']?([\w-]+)/i.exec(type ?? '')?.[1] ??
    /encoding=["']([\w-]+)["']/i.exec(
      Buffer.from(first ?? [])
        .toString('latin1')
        .slice(0, 200),
    )?.[1] ??
    'utf-8'
  return ['shift_jis', 'euc-jp', 'iso-2022-jp'].find((one) => one === declared.toLowerCase()) ?? 'utf-8'
}

/**
 * Read in a thread that is ended when it takes too long or too much. A document type is refused: nothing in
 * it is for readers, and entities grow.
 */
async function parsed(xml: string, limits: FeedLimits): Promise<RawEntry[]> {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new FeedError('FEED_ENTITIES')
  const worker = new Worker(new URL('./feed-worker.ts', import.meta.url), {
    workerData: xml,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
  })
  try {
    const answer = await new Promise<{ entries: RawEntry[] } | { failed: true }>((resolve, reject) => {
      AbortSignal.timeout(limits.parseMs).addEventListener('abort', () =>
        reject(new FeedError('FEED_TOO_SLOW')),
      )
      worker.once('message', resolve)
      worker.once('error', () => reject(new FeedError('FEED_NOT_A_FEED')))
    })
    if ('failed' in answer) throw new FeedError('FEED_NOT_A_FEED')
    return answer.entries
  } finally {
    await worker.terminate()
  }
}

/**
 * The entries of a feed as news, text alone. `seen`: keys that are there already. Rejects with a `FeedError`.
 */
export async function readFeed(
  address: string,
  now: Ms,
  seen: ReadonlySet<string> = new Set(),
  limits: FeedLimits = FEED_LIMITS,
): Promise<NewsEntry[]> {
  const url = new URL(address)
  return (await parsed(await fetched(address, limits), limits)).flatMap((raw) => {
    const title = plainText(raw.title, FEED_LIMITS.title)
    const key = hash('sha256', `${address}\n${raw.key}`).slice(0, 24)
    if (title === '' || seen.has(key)) return []
    const stated = Date.parse(raw.date ?? '')
    const at = Number.isNaN(stated) || stated < now - OLDEST_MS ? now : Math.min(stated, now)
    return [
      {
        id: newsId(Math.floor(at), 'feed', key),
        kind: 'feed' as const,
        at: Math.floor(at),
        words: null,
        args: {},
        codes: [],
        source: url.host,
        lang: null,
        title,
        body: plainText(raw.text, FEED_LIMITS.text),
        link: linkOnHost(raw.link, url),
        corrects: null,
      },
    ]
  })
}

/**
 * Looks at the feeds that are on every ten minutes, one after another. One that fails is tried again next
 * time; the others are not affected.
 */
export function keepFeeds(context: AppContext) {
  const { db, clock, log } = context
  let atWork: Promise<void> | null = null
  let wantedAgain = false
  let stopLooking = () => {}
  async function lookAt(address: string): Promise<void> {
    const { host } = new URL(address)
    const lookedAt = Math.floor(clock.wall())
    try {
      await publish(context, await readFeed(address, clock.wall(), await seenOf(db, host)))
      await keepNewest(context, host, FEED_LIMITS.entries)
      await keepLook(db, { address, lookedAt, fetchedAt: lookedAt, problem: null })
    } catch (err) {
      if (!(err instanceof FeedError)) throw err
      log.warn({ feed: host, problem: err.problem }, 'a feed could not be read')
      await keepLook(db, { address, lookedAt, fetchedAt: null, problem: err.problem })
    }
  }
  async function look(): Promise<void> {
    do {
      wantedAgain = false
      for (const { address, isOn } of openFeeds(context))
        if (isOn)
          await lookAt(address).catch((err: unknown) => log.error({ err }, 'a feed could not be read'))
    } while (wantedAgain)
  }
  const again = guarded(log, 'a look at the feeds', () => {
    wantedAgain = atWork !== null
    return (atWork ??= look().finally(() => {
      atWork = null
    }))
  })
  /** Switched on by an operator: looked at now, and not only in ten minutes. */
  const listener: Listener = listen(feedSwitched, again)
  return {
    listener,
    start(): void {
      again()
      stopLooking = every(LOOK_EVERY_MS, again)
    },
    async stop(): Promise<void> {
      stopLooking()
      wantedAgain = false
      await atWork
    },
  }
}
