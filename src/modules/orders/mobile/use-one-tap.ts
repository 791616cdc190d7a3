import { useEffect, useRef, useState } from 'react'
import { elapsed, pause, wallNow } from '#client/clock.ts'
import { nameOf, useOpenWrites, type OpenWrite } from '#client/open-writes.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useSession } from '#client/session.ts'
import { useWrite } from '#client/use-write.ts'
import type { InputOf } from '#wire/route.ts'
import {
  getOneTap,
  listOrders,
  tapOrder,
  type OneTapFields,
  type OneTapView,
  type OrderView,
} from '#modules/orders/contract.ts'
import { getAccount, listLots } from '#modules/portfolio/contract.ts'

/** One-tap orders of this device; `armed`: a tap on the board sends. */
export type OneTap = {
  state: 'off' | 'locked' | 'armed'
  view: OneTapView | null
  limits: OneTapFields | null
}

export function useOneTap(): OneTap {
  const { isLogin } = useSession()
  const view = useRead(getOneTap, {}, { enabled: isLogin, quiet: true }).data ?? null
  const locksAt = view?.locksAt ?? null
  // Its own clock locks it on the page too: what is shown as armed can send.
  const [lapsed, setLapsed] = useState<string | null>(null)
  useEffect(() => {
    if (locksAt === null) return
    const left = new AbortController()
    pause(Math.max(Date.parse(locksAt) - wallNow(), 0), left.signal).then(
      () => {
        setLapsed(locksAt)
        refresh(getOneTap)
      },
      () => {},
    )
    return () => left.abort()
  }, [locksAt])
  const limits = view?.limits ?? null
  return {
    view,
    limits,
    state: limits === null ? 'off' : locksAt === null || lapsed === locksAt ? 'locked' : 'armed',
  }
}

export type TapInput = InputOf<typeof tapOrder>
/** One order that was sent by a tap: what it was, and what is known of it. */
export type Tapped = {
  readonly n: number
  readonly input: TapInput
  readonly outcome:
    | { readonly kind: 'sending' }
    | { readonly kind: 'order'; readonly order: OrderView }
    | { readonly kind: 'refused'; readonly msg: string }
    | { readonly kind: 'unknown' }
}

/** A finger that bounces, or presses twice, is one tap. */
const DOUBLE_TAP_MS = 400
/** Orders whose lines stay in sight. */
const LINES = 3

/** A line without an answer says what has been learned since; nothing where that has been read elsewhere. */
function asLearned(line: Tapped, open: Readonly<Record<string, OpenWrite>>): Tapped[] {
  if (line.outcome.kind !== 'unknown') return [line]
  const write = open[nameOf(tapOrder, JSON.stringify({ input: line.input }))]
  if (write?.state === 'done')
    return [{ ...line, outcome: { kind: 'order', order: write.answer as OrderView } }]
  return write?.state === 'doubt' || write?.state === 'sent' ? [line] : []
}

/** Sends one order a tap, one after another, and keeps a line on each of the last ones. */
export function useTaps(): {
  lines: readonly Tapped[]
  isChecking: boolean
  send: (input: TapInput) => void
  /** The same again by its key: a question for the outcome of one of which nobody knows. */
  ask: (line: Tapped) => void
} {
  const [lines, setLines] = useState<readonly Tapped[]>([])
  const write = useWrite(tapOrder, {
    refreshes: [getOneTap, listOrders, listLots, getAccount],
    outlivesPage: true,
    quiet: true,
  })
  const last = useRef({ n: 0, at: -DOUBLE_TAP_MS, isBusy: false })

  async function run(n: number, input: TapInput) {
    last.current.isBusy = true
    const say = (outcome: Tapped['outcome']) =>
      setLines((before) =>
        [{ n, input, outcome }, ...before.filter((line) => line.n !== n)]
          .toSorted((a, b) => b.n - a.n)
          .slice(0, LINES),
      )
    say({ kind: 'sending' })
    const answer = await write.run({ input })
    last.current.isBusy = false
    if (answer.ok) return say({ kind: 'order', order: answer.data })
    say(answer.error.kind === 'unknown' ? { kind: 'unknown' } : { kind: 'refused', msg: answer.error.msg })
    refresh(getOneTap)
  }
  const open = useOpenWrites()
  return {
    lines: lines.flatMap((line) => asLearned(line, open)),
    isChecking: write.state === 'checking',
    send(input) {
      const now = elapsed()
      if (last.current.isBusy || now - last.current.at < DOUBLE_TAP_MS) return
      last.current.at = now
      void run(++last.current.n, input)
    },
    ask(line) {
      if (!last.current.isBusy) void run(line.n, line.input)
    },
  }
}
