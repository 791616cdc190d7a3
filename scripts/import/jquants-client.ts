import { setTimeout as sleep } from 'node:timers/promises'
import { NoImport } from './folder.ts'

/** Requests a minute of the plans (https://jpx-jquants.com/en/spec/rate-limits). */
export const PLANS = { free: 5, light: 60, standard: 120, premium: 500 } as const
export type Plan = keyof typeof PLANS

const ADDRESS = 'https://api.jquants.com/v2'

export type Row = Readonly<Record<string, unknown>>

export type Client = {
  /** All rows of an endpoint, page by page. `tell` hears of each wait. */
  rows(path: string, query: Readonly<Record<string, string>>): Promise<Row[]>
}

export type ClientDeps = {
  key: string
  plan: Plan
  address?: string
  fetch?: typeof fetch
  now?: () => number
  wait?: (ms: number) => Promise<unknown>
  tell?: (sentence: string) => void
}

/** No header says how long: the limit is by the minute, and who goes on is shut out for five. */
const TOO_MANY_WAIT_MS = 65_000
const ANSWER_MS = 60_000
const AGAIN_MS = [1_000, 5_000, 20_000] as const
const AGAIN_AFTER_TOO_MANY = 5
const MOST_PAGES = 10_000

/**
 * J-Quants V2: `x-api-key`, `data`, `pagination_key` (https://jpx-jquants.com/en/spec). Keeps to the plan's
 * pace; a 429, a 5xx and a broken connection are tried again. Throws NoImport, a sentence without the key.
 */
export function jquantsClient({
  key,
  plan,
  address = ADDRESS,
  fetch: ask = fetch,
  now = Date.now,
  wait = sleep,
  tell = () => {},
}: ClientDeps): Client {
  const gapMs = 60_000 / PLANS[plan]
  let nextAt = -Infinity

  async function inTurn(): Promise<void> {
    const early = nextAt - now()
    if (early > 0) await wait(early)
    nextAt = now() + gapMs
  }

  async function page(path: string, url: string): Promise<{ data: Row[]; next: string | null }> {
    let [broken, tooMany] = [0, 0]
    for (;;) {
      await inTurn()
      const answer = await ask(url, {
        headers: { 'x-api-key': key },
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_MS),
      }).catch((error: unknown) => String(error))
      if (typeof answer !== 'string' && answer.ok) return pageOf(path, await answer.json().catch(() => null))
      const status = typeof answer === 'string' ? 0 : answer.status
      if (status === 429 && tooMany++ < AGAIN_AFTER_TOO_MANY) {
        tell('J-Quants says that there were too many requests: waiting for a minute')
        await wait(TOO_MANY_WAIT_MS)
      } else if ((status === 0 || status >= 500) && broken < AGAIN_MS.length) await wait(AGAIN_MS[broken++]!)
      else throw new NoImport(await refusalOf(path, answer))
    }
  }

  return {
    async rows(path, query) {
      const rows: Row[] = []
      let next: string | null = null
      for (let pages = 0; pages < MOST_PAGES; pages++) {
        const asked: URLSearchParams = new URLSearchParams(query)
        if (next !== null) asked.set('pagination_key', next)
        const got = await page(path, `${address}${path}?${asked.toString()}`)
        rows.push(...got.data)
        if (got.next === null) return rows
        if (got.next === next) break
        next = got.next
      }
      throw new NoImport(`J-Quants ${path}: its pages do not end.`)
    },
  }
}

function pageOf(path: string, body: unknown): { data: Row[]; next: string | null } {
  const { data, pagination_key: next } = (body ?? {}) as { data?: unknown; pagination_key?: unknown }
  const isRow = (row: unknown) => typeof row === 'object' && row !== null
  if (!Array.isArray(data) || !data.every(isRow))
    throw new NoImport(`J-Quants ${path}: the answer holds no rows.`)
  return { data: data as Row[], next: typeof next === 'string' && next !== '' ? next : null }
}

async function refusalOf(path: string, answer: Response | string): Promise<string> {
  if (typeof answer === 'string') return `J-Quants ${path} cannot be reached: ${answer}`
  const body = (await answer.json().catch(() => null)) as { message?: unknown } | null
  const said = typeof body?.message === 'string' ? `: ${body.message.replace(/\.$/, '')}` : ''
  const hint =
    answer.status === 401 || answer.status === 403
      ? ' The key is not valid, or the plan does not hold these days or this endpoint.'
      : ''
  return `J-Quants ${path} answered ${answer.status}${said}.${hint}`
}
