// Written by scripts/row-codecs.ts from the definitions of the tables: run it after a change of theirs.
import type { RowCodec } from '#platform/engine/row-codec.ts'
import { numberPart, textPart } from '#platform/engine/row-parts.ts'

type Members = {
  id: string | null
  number: number | null
  level: string | null
  openedAt: number | null
  frozenAt: number | null
  heldUntil: number | null
  withdrawalsClosedUntil: number | null
  tradingLimitedUntil: number | null
  restsBecause: string | null
}

export const membersCodec: RowCodec = {
  columns: [
    'id text',
    'number int4',
    'level text',
    'openedAt int8',
    'frozenAt int8?',
    'heldUntil int8?',
    'withdrawalsClosedUntil int8?',
    'tradingLimitedUntil int8?',
    'restsBecause text?',
    'fixed id',
  ],
  read: (from) => ({
    id: from.text(),
    number: from.int4(),
    level: from.text(),
    openedAt: from.int8(),
    frozenAt: from.int8(),
    heldUntil: from.int8(),
    withdrawalsClosedUntil: from.int8(),
    tradingLimitedUntil: from.int8(),
    restsBecause: from.text(),
  }),
  text: (row: Members) =>
    textPart(row.id) +
    numberPart(row.number) +
    textPart(row.level) +
    numberPart(row.openedAt) +
    numberPart(row.frozenAt) +
    numberPart(row.heldUntil) +
    numberPart(row.withdrawalsClosedUntil) +
    numberPart(row.tradingLimitedUntil) +
    textPart(row.restsBecause),
  isWhole: (patch) =>
    'id' in patch &&
    'number' in patch &&
    'level' in patch &&
    'openedAt' in patch &&
    'frozenAt' in patch &&
    'heldUntil' in patch &&
    'withdrawalsClosedUntil' in patch &&
    'tradingLimitedUntil' in patch &&
    'restsBecause' in patch,
  changedFixed(before: Members, after: Members) {
    if (after.id !== before.id) return 'id'
    return null
  },
}
