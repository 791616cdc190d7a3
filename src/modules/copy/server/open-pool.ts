import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import { no } from '#kernel/result.ts'
import { assert } from '#kernel/assert.ts'
import { SECOND, type Ms } from '#kernel/time.ts'
import {
  defineCommand,
  defineMemberCommand,
  done,
  SYSTEM_CALLER,
  type Command,
  type DomainEvent,
} from '#platform/engine/command.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import { termsOf } from '#modules/funding/server/public.ts'
import { isFrozen, openManagedAccount, tradingLevel } from '#modules/identity/server/public.ts'
import { move, repayShortfall } from '#modules/ledger/model/drafting.ts'
import { balances, post, type PostedAt } from '#modules/ledger/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import type { CarryOut, Listing } from '#modules/listings/server/public.ts'
import type { AppContext, DueScan } from '#modules/module.ts'
import { decideStake, isUnstaked } from '../model/subscribe.ts'
import { POOL } from '../model/states.ts'
import { copyChanged } from './events.ts'
import { ENDS_NAMED, namedThen, poolChanged, openDrafts, poolOf, type CommandDeps } from './pool-facts.ts'
import { pools, type PoolRow } from './tables.ts'

/** The lead is told what has to be paid in, and until when; records of before told nobody. */
export const TELLS_LEAD = { tells: 'lead' } as const
const tellLead = (
  tables: TableAccess,
  when: { seq: number; at: Ms },
  { id, terms: { leadMemberId, leadStakeYen, opensAt } }: Listing<'copy-product'>,
  state: 'due' | 'missed',
): DomainEvent =>
  notify(tables, when, leadMemberId, {
    kind: 'copyStake',
    args: { pool: id, amount: leadStakeYen, until: opensAt, state },
    about: id,
  })

/**
 * In the command that publishes the terms: a pool with nothing in it, and the account that its lead will
 * trade.
 */
export const announcePool: CarryOut<'copy-product'> = (tables, listing, when, facts) => {
  const {
    id,
    terms: { leadMemberId },
  } = listing
  openManagedAccount(tables, id, leadMemberId)
  tables
    .of(pools)
    .insert({
      id,
      leadMemberId,
      state: 'announced',
      units: 0,
      leadUnits: 0,
      equityYen: 0,
      leadYen: 0,
      beforeEquityYen: 0,
      beforeUnits: 0,
      highEquityYen: 1,
      highUnits: 1,
      owedFeeYen: 0,
      missingYen: 0,
      navDate: null,
      openedAt: null,
      endedAt: null,
    })
  return [copyChanged(leadMemberId, id), ...(facts === null ? [] : [tellLead(tables, when, listing, 'due')])]
}

/**
 * In the command that withdraws the terms, which is only possible before the pool opens: nothing has been
 * traded, the stake goes back whole.
 */
export const voidPool: CarryOut<'copy-product'> = (tables, { id }, when) =>
  endUntraded(tables, tables.of(pools).get(id)!, when)

/** Ends a pool that nobody has traded or followed: all its money is the lead's. */
export function endUntraded(tables: TableAccess, pool: PoolRow, when: PostedAt): DomainEvent[] {
  const state = POOL[pool.state].void
  assert(state !== undefined, `a pool that is ${pool.state} cannot be void`)
  const drafts = openDrafts(tables)
  payBack(drafts, pool.id, pool.leadMemberId, balances(tables, pool.id).available, pool.leadUnits)
  post(tables, when, drafts.transfers())
  tables.of(pools).update(pool, { state, units: 0, leadUnits: 0, equityYen: 0, leadYen: 0, endedAt: when.at })
  return poolChanged(pool.leadMemberId, pool.id)
}

/** A pool that opens without its lead's stake ends at that moment, by name, and the lead is told. */
export const unstakedCommand = (deps: Pick<CommandDeps, 'listings' | 'times'>) =>
  defineCommand({
    type: 'copy.unstaked',
    captureInputs: () => deps.times(),
    run(tables, { poolId }: { poolId: string }, { at, tradeDate }, call) {
      const found = poolOf(deps, tables, poolId)
      if (found === null || !isUnstaked(found.pool.state, found.listing.terms.opensAt, at))
        return done({ ended: false })
      const when = { seq: call.seq, at, tradeDate }
      return done({ ended: true }, [
        ...endUntraded(tables, found.pool, when),
        tellLead(tables, when, found.listing, 'missed'),
      ])
    },
  })

/** Pools whose opening has come without the stake. */
export const unstakedScan = (
  context: Pick<AppContext, 'engine' | 'clock'>,
  deps: Pick<CommandDeps, 'listings'>,
  command: Command,
): DueScan => ({
  name: 'copy.unstaked',
  everyMs: SECOND,
  async look() {
    const { engine, clock } = context
    const now = Math.floor(clock.market())
    for (const { id, state } of engine.read.of(pools).all()) {
      const opensAt = state === 'announced' ? poolOf(deps, engine.read, id)?.listing.terms.opensAt : undefined
      if (opensAt !== undefined && isUnstaked(state, opensAt, now))
        await engine.submit(command, { poolId: id }, SYSTEM_CALLER)
    }
  },
})

/** Fees of a pool to its lead, through the firm's account of what passes between them. */
export function payFee(
  drafts: ReturnType<typeof openDrafts>,
  poolId: string,
  leadMemberId: MemberId,
  yen: Yen,
): void {
  move(drafts.of(poolId), 'available', 'pools', yen, { kind: 'pool-fee' })
  const lead = drafts.of(leadMemberId)
  move(lead, 'pools', 'available', yen, { kind: 'pool-fee' })
  repayShortfall(lead)
}

/**
 * The payment of a pool to whoever leaves it: the money paid in comes back, and the difference is an entry of
 * its own, the member's profit or loss.
 */
export function payBack(
  drafts: ReturnType<typeof openDrafts>,
  poolId: string,
  memberId: MemberId,
  yen: Yen,
  paidInYen: Yen,
): void {
  move(drafts.of(poolId), 'available', 'pools', yen, { kind: 'pool-redemption' })
  const member = drafts.of(memberId)
  move(member, 'pools', 'available', paidInYen, { kind: 'pool-redemption' })
  move(member, 'pools', 'available', Math.max(yen - paidInYen, 0), { kind: 'pool-profit' })
  move(member, 'available', 'pools', Math.max(paidInYen - yen, 0), { kind: 'pool-loss' })
  repayShortfall(member)
}

/**
 * The lead pays the stake of the terms in, by the lead's own word: nobody else can. One unit for each yen.
 */
export const stakeCommand = (deps: CommandDeps) =>
  defineMemberCommand({
    type: 'copy.stake',
    captureInputs: (_world, _input: { poolId: string }, call, tables) => ({
      ...deps.times(),
      ...ENDS_NAMED,
      held: deps.held(tables, call.memberId),
    }),
    run(tables, { poolId }, { at, tradeDate, held, endsNamed }, call) {
      const memberId = call.memberId
      const found = poolOf(deps, tables, poolId)
      if (found === null || found.pool.leadMemberId !== memberId) return no('POOL_NOT_FOUND')
      const {
        pool,
        listing: {
          terms: { leadStakeYen: yen, opensAt },
        },
      } = found
      const decision = decideStake(
        {
          now: at,
          state: pool.state,
          opensAt,
          level: tradingLevel(tables, memberId, call.at).level,
          isFrozen: isFrozen(tables, memberId, call.at),
          shortfallYen: balances(tables, memberId).shortfall,
          freeYen: termsOf(tables, memberId, held).withdrawableYen,
        },
        yen,
      )
      if (!decision.ok) return endsNamed ? decision : namedThen(decision, 'POOL_LATE')
      const drafts = openDrafts(tables)
      move(drafts.of(memberId), 'available', 'pools', yen, { kind: 'pool-subscription' })
      move(drafts.of(poolId), 'pools', 'available', yen, { kind: 'pool-subscription' })
      post(tables, { seq: call.seq, at, tradeDate }, drafts.transfers())
      tables
        .of(pools)
        .update(pool, {
          state: POOL[pool.state].stake!,
          units: yen,
          leadUnits: yen,
          equityYen: yen,
          leadYen: yen,
          beforeEquityYen: yen,
          beforeUnits: yen,
          highEquityYen: yen,
          highUnits: yen,
          openedAt: at,
        })
      return done({ id: poolId, stakeYen: yen }, poolChanged(memberId, poolId))
    },
  })
