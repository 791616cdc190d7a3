import { useRef, useState } from 'react'
import type { DateJst } from '#kernel/time.ts'
import { storedList } from '#client/local-storage.ts'
import { useRead } from '#client/reads.ts'
import { useSession } from '#client/session.ts'
import { useWrite } from '#client/use-write.ts'
import { getDrawings, keepDrawings } from '#modules/watchlists/contract.ts'
import {
  MOST_DRAWN_ISSUES,
  readDrawings,
  rebasedDrawings,
  type Drawing,
} from '#modules/watchlists/model/drawings.ts'
import { sharesBetween, type ChartEvent } from './chart-events.ts'

/** A guest's drawings stay on the device, those of the issues that were drawn on last. */
type Kept = { readonly code: string; readonly date: DateJst; readonly drawings: readonly Drawing[] }
const ofGuest = storedList<Kept>({
  key: 'drawings',
  most: MOST_DRAWN_ISSUES,
  parse: (value) => {
    const { code, date, drawings } = (value ?? {}) as Record<string, unknown>
    return typeof code === 'string' && typeof date === 'string'
      ? { code, date, drawings: readDrawings(drawings) }
      : null
  },
  same: (a, b) => a.code === b.code,
})

/**
 * Drawings on the chart of an issue, of whoever looks at it: a member's are the same on every device. A
 * change is shown at once, and taken back where it cannot be kept, which is toasted. Prices are in the shares
 * of `date`, as the bars are. Give it a key of the code.
 */
export function useDrawings(
  code: string,
  date: DateJst,
  events: readonly ChartEvent[],
): { drawings: readonly Drawing[]; keep: (drawings: readonly Drawing[]) => void } {
  const { isLogin } = useSession()
  const read = useRead(
    getDrawings,
    { params: { code }, query: { date } },
    { enabled: isLogin, quiet: true, staleTime: 60_000 },
  )
  const { run, state } = useWrite(keepDrawings, { refreshes: [getDrawings] })
  const entries = ofGuest.useEntries()
  const [draft, setDraft] = useState<{ of: unknown; drawings: readonly Drawing[] } | null>(null)
  const wanted = useRef<readonly Drawing[] | null>(null)
  const isSending = useRef(false)
  if (!isLogin) {
    const kept = entries.find((entry) => entry.code === code)
    return {
      drawings:
        kept === undefined ? NONE : rebasedDrawings(kept.drawings, sharesBetween(events, kept.date, date)),
      keep: (drawings) => {
        const entry = { code, date, drawings }
        if (drawings.length === 0) ofGuest.remove(entry)
        else ofGuest.add(entry)
      },
    }
  }
  const send = async () => {
    // A write under way would answer for the next one too: that one waits, and the newest of several goes.
    if (isSending.current) return
    isSending.current = true
    while (wanted.current !== null) {
      const next = wanted.current
      wanted.current = null
      const input = { date, drawings: next.map(({ kind, points }) => ({ kind, points: [...points] })) }
      if ((await run({ params: { code }, input })).ok) continue
      wanted.current = null
      setDraft(null)
    }
    isSending.current = false
  }
  return {
    // A later answer than the one before the change counts again.
    drawings:
      draft !== null && (draft.of === read.data || state !== 'idle')
        ? draft.drawings
        : (read.data?.drawings ?? NONE),
    keep: (drawings) => {
      setDraft({ of: read.data, drawings })
      wanted.current = drawings
      void send()
    },
  }
}

const NONE: readonly Drawing[] = []
