import type { OutcomeOf, Outcome } from '#modules/listings/server/public.ts'
import { isUnstaked } from '../model/subscribe.ts'
import { takenYen, type PoolListing } from './pool-facts.ts'
import { pools, type PoolRow } from './tables.ts'

type Stage = 'unpaid' | 'ready' | 'open' | 'running' | 'closing' | 'ended' | 'unstaked' | 'withdrawn'
const TONES = {
  unpaid: 'warn',
  ready: 'brand',
  open: 'ok',
  running: 'ok',
  closing: 'warn',
  ended: 'grey',
  unstaked: 'danger',
  withdrawn: 'danger',
} as const satisfies Record<Stage, Outcome['tone']>

function stageOf({ state }: PoolRow, { isVoid, terms }: PoolListing, now: number): Stage {
  if (isVoid) return 'withdrawn'
  if (state === 'void' || isUnstaked(state, terms.opensAt, now)) return 'unstaked'
  if (state === 'announced') return 'unpaid'
  if (state !== 'open') return state
  return now < terms.opensAt ? 'ready' : now < terms.closesAt ? 'open' : 'running'
}

/**
 * A pool as the desk reads it: whether its lead has paid the stake, without which it never opens, and what
 * members have put in.
 */
export const poolOutcome: OutcomeOf<'copy-product'> = (tables, listing, now) => {
  const pool = tables.of(pools).get(listing.id)!
  const stage = stageOf(pool, listing, now)
  const isPaid = pool.leadUnits > 0
  const figure = (name: string, yen: number) => ({
    label: `copy.console.figure.${name}`,
    n: null,
    shares: null,
    yen,
  })
  return {
    stage: `copy.console.stage.${stage}`,
    tone: TONES[stage],
    figures: [
      figure(isPaid ? 'stake' : 'stakeDue', isPaid ? pool.leadUnits : listing.terms.leadStakeYen),
      ...(isPaid ? [figure('followed', takenYen(tables, pool) - pool.leadUnits)] : []),
    ],
    back: stage === 'ready' ? { members: 1, yen: pool.leadUnits } : null,
    drawId: null,
  }
}
