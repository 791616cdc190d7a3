import { readFile, stat } from 'node:fs/promises'
import { MINUTE, type Ms } from '#kernel/time.ts'
import type { AppContext, DueScan } from '#modules/module.ts'
import { hitsOf, readList, type ListEntry, type SCREENING_LISTS } from '../model/screening-list.ts'
import type { Signal } from '../model/signal.ts'
import type { Cases } from './case-queries.ts'
import { namesSince } from './fact-queries.ts'

const LOOKS_EVERY: Ms = MINUTE

/**
 * Provider of the names that members are screened against. `version` changes with the list; `entries` throws
 * where the list cannot be read.
 */
export type ScreeningList = {
  kind: (typeof SCREENING_LISTS)[number]
  version(): Promise<string>
  entries(): Promise<readonly ListEntry[]>
}

class ListUnreadable extends Error {
  override name = 'ListUnreadable'
}

/** A list in a file, read again when the file changes. */
export const fileList = (path: string): ScreeningList => ({
  kind: 'file',
  version: async () => {
    const { mtimeMs, size } = await stat(path)
    return `${mtimeMs} ${size}`
  },
  async entries() {
    const list = readList(await readFile(path, 'utf8'))
    if (list.ok) return list.value
    throw new ListUnreadable(`SCREENING_LIST: line ${String(list.detail?.line)} of ${path} is no entry.`)
  },
})

/** Names that nobody has, for the demo setting. */
const SIMULATED: readonly ListEntry[] = [
  { id: 'SIM-001', names: ['模擬 一郎', 'モギ イチロウ', 'MOGI, Ichiro'] },
  { id: 'SIM-002', names: ['Enma Daio', 'エンマ ダイオウ'] },
  { id: 'SIM-003', names: ['ISHIKAWA, Goemon', '石川 五右衛門'] },
]
const fixedList = (kind: 'simulated' | 'none', list: readonly ListEntry[]): ScreeningList => ({
  kind,
  version: async () => kind,
  entries: async () => list,
})

/** The file of the setting; without one a simulated list in the demo setting, and none outside of it. */
export const screeningListOf = ({ screeningList, demo }: AppContext['config']): ScreeningList =>
  screeningList !== null
    ? fileList(screeningList)
    : demo
      ? fixedList('simulated', SIMULATED)
      : fixedList('none', [])

/** Holds names that came, and all of them against a list that has changed; a hit goes into a case. */
export function screenNames({ db }: AppContext, list: ScreeningList, cases: Pick<Cases, 'raise'>): DueScan {
  let [version, readTo, entries]: [string | null, Ms, readonly ListEntry[]] = [null, 0, []]
  async function look(): Promise<void> {
    const now = await list.version()
    if (now !== version) {
      entries = await list.entries()
      ;[version, readTo] = [now, 0]
    }
    if (entries.length === 0) return
    for (const { memberId, written, kana, at } of await namesSince(db, readTo)) {
      for (const { entry, score } of hitsOf(entries, { written, kana })) {
        const signal: Signal = {
          rule: 'listed-name',
          memberId,
          key: entry.id,
          at,
          evidence: [{ what: 'listed', id: entry.id, yen: null, at, score }],
          others: [],
        }
        await cases.raise(signal)
      }
      readTo = Math.max(readTo, at)
    }
  }
  return { name: 'signals.screen', everyMs: LOOKS_EVERY, look }
}
