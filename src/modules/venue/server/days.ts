import type { DateJst, Ms } from '#kernel/time.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import { defineTable } from '#platform/engine/table.ts'

/**
 * The commitment before a day, or a part of it, and what was revealed after it. Hashes and the seed are
 * hexadecimal; times are the journal's.
 */
export type MarketDayRow = {
  tradeDate: DateJst
  /** From 1: more where a day was planned anew, or issues joined it. */
  part: number
  joins: boolean
  commitment: string
  committedAt: Ms
  seed: string | null
  closesHash: string | null
  fileHash: string | null
  revealedAt: Ms | null
}

export const marketDays = defineTable<MarketDayRow>()({
  name: 'market_days',
  columns: {
    tradeDate: 'text',
    part: 'int4',
    joins: 'bool',
    commitment: 'text',
    committedAt: 'int8',
    seed: 'text?',
    closesHash: 'text?',
    fileHash: 'text?',
    revealedAt: 'int8?',
  },
  key: ['tradeDate', 'part'],
  fixed: ['joins', 'commitment', 'committedAt'],
  indexes: {
    byDate: ({ tradeDate }) => tradeDate,
    unrevealed: ({ revealedAt }) => (revealedAt === null ? 'all' : null),
  },
})

export type Commitment = { tradeDate: DateJst; joins: boolean; commitment: string }

/**
 * Says, before anything trades by a plan, what it is. The same plan twice (planned again after a kill) is one
 * commitment.
 */
export const commitDayCommand = defineCommand({
  type: 'market.commit-day',
  captureInputs: () => ({}),
  run(tables, { tradeDate, joins, commitment }: Commitment, _inputs, { at }) {
    const before = tables.of(marketDays).by('byDate', tradeDate)
    const same = before.find((row) => row.commitment === commitment && row.revealedAt === null)
    if (same) return done({ part: same.part })
    const part = before.length + 1
    tables
      .of(marketDays)
      .insert({
        tradeDate,
        part,
        joins,
        commitment,
        committedAt: at,
        seed: null,
        closesHash: null,
        fileHash: null,
        revealedAt: null,
      })
    return done({ part })
  },
})

export type Reveal = { tradeDate: DateJst; seed: string; closesHash: string | null; fileHash: string | null }

/** Reveals what every part of a day was committed to. */
export const revealDayCommand = defineCommand({
  type: 'market.reveal-day',
  captureInputs: () => ({}),
  run(tables, { tradeDate, seed, closesHash, fileHash }: Reveal, _inputs, { at }) {
    const parts = tables
      .of(marketDays)
      .by('byDate', tradeDate)
      .filter((row) => row.revealedAt === null)
    for (const row of parts) tables.of(marketDays).update(row, { seed, closesHash, fileHash, revealedAt: at })
    return done({ parts: parts.length })
  },
})
