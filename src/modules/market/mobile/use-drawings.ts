import { useRef, useState } from 'react'
import { storedList } from '#client/local-storage.ts'
import { useRead } from '#client/reads.ts'
import { useSession } from '#client/session.ts'
import { useWrite } from '#client/use-write.ts'
import { getDrawings, keepDrawings } from '#modules/watchlists/contract.ts'
import { MOST_DRAWN_ISSUES, readDrawings, type Drawing } from '#modules/watchlists/model/drawings.ts'

/** A guest's drawings stay on the device, those of the issues that were drawn on last. */
const ofGuest = storedList<{ code: string; drawings: readonly Drawing[] }>({
  key: 'drawings',
  most: MOST_DRAWN_ISSUES,
  parse: (value) => {
    const { code, drawings } = (value ?? {}) as Record<string, unknown>
    return typeof code === 'string' ? { code, drawings: readDrawings(drawings) } : null
  },
  same: (a, b) => a.code === b.code,
})

/**
 * Drawings on the chart of an issue, of whoever looks at it: a member's are the same on every device. A
 * change is shown at once, and taken back where it cannot be kept, which is toasted. Give it a key of the
 * code.
 */
export function useDrawings(code: string): {
  drawings: readonly Drawing[]
  keep: (drawings: readonly Drawing[]) => void
} {
  const { isLogin } = useSession()
  const read = useRead(
    getDrawings,
    { params: { code } },
    { enabled: isLogin, quiet: true, staleTime: 60_000 },
  )
  const { run, state } = useWrite(keepDrawings, { refreshes: [getDrawings] })
  const entries = ofGuest.useEntries()
  const [draft, setDraft] = useState<{ of: unknown; drawings: readonly Drawing[] } | null>(null)
  const wanted = useRef<readonly Drawing[] | null>(null)
  const isSending = useRef(false)
  if (!isLogin)
    return {
      drawings: entries.find((entry) => entry.code === code)?.drawings ?? NONE,
      keep: (drawings) =>
        drawings.length === 0 ? ofGuest.remove({ code, drawings }) : ofGuest.add({ code, drawings }),
    }
  const send = async () => {
    // A write under way would answer for the next one too: that one waits, and the newest of several goes.
    if (isSending.current) return
    isSending.current = true
    while (wanted.current !== null) {
      const next = wanted.current
      wanted.current = null
      const input = { drawings: next.map(({ kind, points }) => ({ kind, points: [...points] })) }
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
