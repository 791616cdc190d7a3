// Written by scripts/row-codecs.ts from the definitions of the tables: run it after a change of theirs.
import type { RowCodec } from '#platform/engine/row-codec.ts'
import { numberPart, textPart } from '#platform/engine/row-parts.ts'

type Lots = {
  id: string | null
  number: string | null
  orderId: string | null
  source: string | null
  memberId: string | null
  code: string | null
  side: string | null
  leverageTenths: number | null
  quantity: number | null
  openQuantity: number | null
  closingQuantity: number | null
  openPriceTenths: number | null
  marginYen: number | null
  openFeeYen: number | null
  closeFeeYen: number | null
  chargesYen: number | null
  realizedYen: number | null
  closedYen: number | null
  takeProfitTenths: number | null
  stopLossTenths: number | null
  trailTenths: number | null
  trailBp: number | null
  trailedAt: number | null
  exitsAt: number | null
  triggeredBy: string | null
  tradeDate: string | null
  settlementDate: string | null
  openedAt: number | null
  closedAt: number | null
  status: string | null
}

export const lotsCodec: RowCodec = {
  columns: [
    'id text',
    'number text',
    'orderId text',
    'source text',
    'memberId text',
    'code text',
    'side text',
    'leverageTenths int4',
    'quantity int8',
    'openQuantity int8',
    'closingQuantity int8',
    'openPriceTenths int8',
    'marginYen int8',
    'openFeeYen int8',
    'closeFeeYen int8',
    'chargesYen int8',
    'realizedYen int8',
    'closedYen int8',
    'takeProfitTenths int8?',
    'stopLossTenths int8?',
    'trailTenths int8?',
    'trailBp int4?',
    'trailedAt int8?',
    'exitsAt int8',
    'triggeredBy text?',
    'tradeDate text',
    'settlementDate text',
    'openedAt int8',
    'closedAt int8?',
    'status text',
    'fixed id',
    'fixed number',
    'fixed orderId',
    'fixed source',
    'fixed memberId',
    'fixed code',
    'fixed side',
    'fixed tradeDate',
    'fixed openedAt',
    'own id',
    'own number',
  ],
  read: (from) => ({
    id: from.own(),
    number: from.own(),
    orderId: from.text(),
    source: from.text(),
    memberId: from.text(),
    code: from.text(),
    side: from.text(),
    leverageTenths: from.int4(),
    quantity: from.int8(),
    openQuantity: from.int8(),
    closingQuantity: from.int8(),
    openPriceTenths: from.int8(),
    marginYen: from.int8(),
    openFeeYen: from.int8(),
    closeFeeYen: from.int8(),
    chargesYen: from.int8(),
    realizedYen: from.int8(),
    closedYen: from.int8(),
    takeProfitTenths: from.int8(),
    stopLossTenths: from.int8(),
    trailTenths: from.int8(),
    trailBp: from.int4(),
    trailedAt: from.int8(),
    exitsAt: from.int8(),
    triggeredBy: from.text(),
    tradeDate: from.text(),
    settlementDate: from.text(),
    openedAt: from.int8(),
    closedAt: from.int8(),
    status: from.text(),
  }),
  text: (row: Lots) =>
    textPart(row.id) +
    textPart(row.number) +
    textPart(row.orderId) +
    textPart(row.source) +
    textPart(row.memberId) +
    textPart(row.code) +
    textPart(row.side) +
    numberPart(row.leverageTenths) +
    numberPart(row.quantity) +
    numberPart(row.openQuantity) +
    numberPart(row.closingQuantity) +
    numberPart(row.openPriceTenths) +
    numberPart(row.marginYen) +
    numberPart(row.openFeeYen) +
    numberPart(row.closeFeeYen) +
    numberPart(row.chargesYen) +
    numberPart(row.realizedYen) +
    numberPart(row.closedYen) +
    numberPart(row.takeProfitTenths) +
    numberPart(row.stopLossTenths) +
    numberPart(row.trailTenths) +
    numberPart(row.trailBp) +
    numberPart(row.trailedAt) +
    numberPart(row.exitsAt) +
    textPart(row.triggeredBy) +
    textPart(row.tradeDate) +
    textPart(row.settlementDate) +
    numberPart(row.openedAt) +
    numberPart(row.closedAt) +
    textPart(row.status),
  isWhole: (patch) =>
    'id' in patch &&
    'number' in patch &&
    'orderId' in patch &&
    'source' in patch &&
    'memberId' in patch &&
    'code' in patch &&
    'side' in patch &&
    'leverageTenths' in patch &&
    'quantity' in patch &&
    'openQuantity' in patch &&
    'closingQuantity' in patch &&
    'openPriceTenths' in patch &&
    'marginYen' in patch &&
    'openFeeYen' in patch &&
    'closeFeeYen' in patch &&
    'chargesYen' in patch &&
    'realizedYen' in patch &&
    'closedYen' in patch &&
    'takeProfitTenths' in patch &&
    'stopLossTenths' in patch &&
    'trailTenths' in patch &&
    'trailBp' in patch &&
    'trailedAt' in patch &&
    'exitsAt' in patch &&
    'triggeredBy' in patch &&
    'tradeDate' in patch &&
    'settlementDate' in patch &&
    'openedAt' in patch &&
    'closedAt' in patch &&
    'status' in patch,
  changedFixed(before: Lots, after: Lots) {
    if (after.id !== before.id) return 'id'
    if (after.number !== before.number) return 'number'
    if (after.orderId !== before.orderId) return 'orderId'
    if (after.source !== before.source) return 'source'
    if (after.memberId !== before.memberId) return 'memberId'
    if (after.code !== before.code) return 'code'
    if (after.side !== before.side) return 'side'
    if (after.tradeDate !== before.tradeDate) return 'tradeDate'
    if (after.openedAt !== before.openedAt) return 'openedAt'
    return null
  },
}

type Realized = {
  memberId: string | null
  tradeDate: string | null
  dayYen: number | null
  yearYen: number | null
}

export const realizedCodec: RowCodec = {
  columns: ['memberId text', 'tradeDate text', 'dayYen int8', 'yearYen int8', 'fixed memberId'],
  read: (from) => ({
    memberId: from.text(),
    tradeDate: from.text(),
    dayYen: from.int8(),
    yearYen: from.int8(),
  }),
  text: (row: Realized) =>
    textPart(row.memberId) + textPart(row.tradeDate) + numberPart(row.dayYen) + numberPart(row.yearYen),
  isWhole: (patch) => 'memberId' in patch && 'tradeDate' in patch && 'dayYen' in patch && 'yearYen' in patch,
  changedFixed(before: Realized, after: Realized) {
    if (after.memberId !== before.memberId) return 'memberId'
    return null
  },
}
