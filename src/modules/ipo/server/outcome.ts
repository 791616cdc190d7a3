import type { Yen } from '#kernel/money.ts'
import type { Ms } from '#kernel/time.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { UNIT_SHARES } from '#modules/draws/model/apply.ts'
import type { Listing, Outcome } from '#modules/listings/server/public.ts'
import { paymentWindow, stageAt, type Stage } from '../model/payment.ts'
import { results, wins, type WinRow } from './tables.ts'
import { isVoid, type ViewDeps } from './views.ts'

const TONES = {
  coming: 'brand',
  open: 'ok',
  drawing: 'warn',
  payment: 'ok',
  listing: 'brand',
  listed: 'grey',
  void: 'danger',
} as const satisfies Record<Stage, Outcome['tone']>
/** The states of a win as figures, in the order in which money comes and goes. */
const FIGURES = [
  ['paid', ['approved'], 'paidYen'],
  ['unpaid', ['won'], 'payableYen'],
  ['notTaken', ['declined', 'lapsed'], null],
  ['returned', ['void'], 'payableYen'],
] as const satisfies readonly (readonly [string, WinRow['state'][], 'paidYen' | 'payableYen' | null])[]

/**
 * An offering as the desk reads it: applications, what the draw gave, who has paid, and the money that a
 * withdrawal now would give back.
 */
export function offeringOutcome(
  deps: Pick<ViewDeps, 'draws'>,
  tables: TableReader,
  listing: Listing<'ipo'>,
  now: Ms,
): Outcome {
  const { id, terms } = listing
  const { draws } = deps
  const result = tables.of(results).get(id)
  const isDrawn = result !== undefined
  const applied = draws.applicationsFor(tables, id).filter(({ state }) => state !== 'cancelled')
  const won = tables.of(wins).by('offering', id)
  const isGone = isVoid(deps, tables, listing)
  const stage = stageAt(
    {
      ...terms,
      window: paymentWindow(terms),
      isVoid: isGone,
      isDrawn,
      isListed: typeof result?.listedAt === 'number',
    },
    now,
  )
  const figure = (name: string, rows: readonly WinRow[], yen: Yen | null) => ({
    label: `ipo.console.figure.${name}`,
    n: rows.length,
    shares: rows.reduce((sum, { units }) => sum + units * UNIT_SHARES, 0),
    yen,
  })
  const held = won.filter(({ state }) => state === 'won' || state === 'approved')
  const heldYen = held.reduce(
    (sum, { state, paidYen, id: application }) =>
      sum + (state === 'approved' ? paidYen : draws.heldYen(draws.application(tables, application)!)),
    0,
  )
  return {
    // Until it opens, the word of all listings: there is nothing of its own to say.
    stage: stage === 'coming' ? 'listings.console.status.published' : `ipo.console.stage.${stage}`,
    tone: TONES[stage],
    figures: [
      {
        label: 'ipo.console.figure.applied',
        n: applied.length,
        shares: applied.reduce((sum, { units }) => sum + units * UNIT_SHARES, 0),
        yen: null,
      },
      ...(isDrawn
        ? [
            figure('allotted', won, null),
            ...FIGURES.flatMap(([name, states, of]) => {
              const rows = won.filter(({ state }) => states.some((each) => each === state))
              if (rows.length === 0 && name !== 'paid') return []
              return figure(name, rows, of === null ? null : rows.reduce((sum, row) => sum + row[of], 0))
            }),
          ]
        : []),
    ],
    back: isGone || held.length === 0 || stage === 'listed' ? null : { members: held.length, yen: heldYen },
    drawId: isDrawn ? id : null,
  }
}
