// Written by scripts/row-codecs.ts from the definitions of the tables: run it after a change of theirs.
import type { RowCodec } from '#platform/engine/row-codec.ts'
import { boolPart, jsonPart, numberPart, textPart } from '#platform/engine/row-parts.ts'

type Orders = {
  id: string | null
  number: string | null
  memberId: string | null
  code: string | null
  purpose: string | null
  source: string | null
  side: string | null
  type: string | null
  quantity: number | null
  filledQuantity: number | null
  filledYen: number | null
  priceTenths: number | null
  triggerTenths: number | null
  triggerAt: number | null
  trailTenths: number | null
  trailBp: number | null
  trailLimitTenths: number | null
  condition: string | null
  timeInForce: string | null
  validUntil: string | null
  amendPriceTenths: number | null
  amendQuantity: number | null
  amendExits: unknown | null
  leverageTenths: number | null
  takeProfitTenths: number | null
  stopLossTenths: number | null
  exitTrailTenths: number | null
  exitTrailBp: number | null
  exitsAt: number | null
  reserveTenths: number | null
  holdAvailableYen: number | null
  holdUnsettledYen: number | null
  marginYen: number | null
  feeYen: number | null
  quotedPriceTenths: number | null
  quotedNotionalYen: number | null
  quotedMarginYen: number | null
  quotedFeeYen: number | null
  lotId: string | null
  feeGroup: string | null
  feeGroupYen: number | null
  origin: string | null
  ordStatus: string | null
  status: string | null
  cancelAsked: boolean | null
  reason: string | null
  feePpm: number | null
  feeMinYen: number | null
  feeMaxYen: number | null
  profitYen: number | null
  lotsOpen: number | null
  lotsClosing: number | null
  venueSeq: number | null
  lastExecNo: number | null
  tradeDate: string | null
  placedAt: number | null
  updatedAt: number | null
}

export const ordersCodec: RowCodec = {
  columns: [
    'id text',
    'number text',
    'memberId text',
    'code text',
    'purpose text',
    'source text',
    'side text',
    'type text',
    'quantity int8',
    'filledQuantity int8',
    'filledYen int8',
    'priceTenths int8?',
    'triggerTenths int8?',
    'triggerAt int8',
    'trailTenths int8?',
    'trailBp int4?',
    'trailLimitTenths int8?',
    'condition text',
    'timeInForce text',
    'validUntil text',
    'amendPriceTenths int8?',
    'amendQuantity int8?',
    'amendExits jsonb?',
    'leverageTenths int4',
    'takeProfitTenths int8?',
    'stopLossTenths int8?',
    'exitTrailTenths int8?',
    'exitTrailBp int4?',
    'exitsAt int8?',
    'reserveTenths int8?',
    'holdAvailableYen int8',
    'holdUnsettledYen int8',
    'marginYen int8',
    'feeYen int8',
    'quotedPriceTenths int8?',
    'quotedNotionalYen int8',
    'quotedMarginYen int8',
    'quotedFeeYen int8',
    'lotId text?',
    'feeGroup text?',
    'feeGroupYen int8',
    'origin text',
    'ordStatus text',
    'status text',
    'cancelAsked bool',
    'reason text?',
    'feePpm int4',
    'feeMinYen int8',
    'feeMaxYen int8',
    'profitYen int8?',
    'lotsOpen int4',
    'lotsClosing int4',
    'venueSeq int8?',
    'lastExecNo int8',
    'tradeDate text',
    'placedAt int8',
    'updatedAt int8',
    'fixed id',
    'fixed number',
    'fixed memberId',
    'fixed code',
    'fixed purpose',
    'fixed source',
    'fixed side',
    'fixed leverageTenths',
    'fixed quotedPriceTenths',
    'fixed quotedNotionalYen',
    'fixed quotedMarginYen',
    'fixed quotedFeeYen',
    'fixed feePpm',
    'fixed feeMinYen',
    'fixed feeMaxYen',
    'fixed lotId',
    'fixed feeGroup',
    'fixed origin',
    'fixed tradeDate',
    'fixed placedAt',
    'own number',
  ],
  read: (from) => ({
    id: from.text(),
    number: from.own(),
    memberId: from.text(),
    code: from.text(),
    purpose: from.text(),
    source: from.text(),
    side: from.text(),
    type: from.text(),
    quantity: from.int8(),
    filledQuantity: from.int8(),
    filledYen: from.int8(),
    priceTenths: from.int8(),
    triggerTenths: from.int8(),
    triggerAt: from.int8(),
    trailTenths: from.int8(),
    trailBp: from.int4(),
    trailLimitTenths: from.int8(),
    condition: from.text(),
    timeInForce: from.text(),
    validUntil: from.text(),
    amendPriceTenths: from.int8(),
    amendQuantity: from.int8(),
    amendExits: from.jsonb(),
    leverageTenths: from.int4(),
    takeProfitTenths: from.int8(),
    stopLossTenths: from.int8(),
    exitTrailTenths: from.int8(),
    exitTrailBp: from.int4(),
    exitsAt: from.int8(),
    reserveTenths: from.int8(),
    holdAvailableYen: from.int8(),
    holdUnsettledYen: from.int8(),
    marginYen: from.int8(),
    feeYen: from.int8(),
    quotedPriceTenths: from.int8(),
    quotedNotionalYen: from.int8(),
    quotedMarginYen: from.int8(),
    quotedFeeYen: from.int8(),
    lotId: from.text(),
    feeGroup: from.text(),
    feeGroupYen: from.int8(),
    origin: from.text(),
    ordStatus: from.text(),
    status: from.text(),
    cancelAsked: from.bool(),
    reason: from.text(),
    feePpm: from.int4(),
    feeMinYen: from.int8(),
    feeMaxYen: from.int8(),
    profitYen: from.int8(),
    lotsOpen: from.int4(),
    lotsClosing: from.int4(),
    venueSeq: from.int8(),
    lastExecNo: from.int8(),
    tradeDate: from.text(),
    placedAt: from.int8(),
    updatedAt: from.int8(),
  }),
  text: (row: Orders) =>
    textPart(row.id) +
    textPart(row.number) +
    textPart(row.memberId) +
    textPart(row.code) +
    textPart(row.purpose) +
    textPart(row.source) +
    textPart(row.side) +
    textPart(row.type) +
    numberPart(row.quantity) +
    numberPart(row.filledQuantity) +
    numberPart(row.filledYen) +
    numberPart(row.priceTenths) +
    numberPart(row.triggerTenths) +
    numberPart(row.triggerAt) +
    numberPart(row.trailTenths) +
    numberPart(row.trailBp) +
    numberPart(row.trailLimitTenths) +
    textPart(row.condition) +
    textPart(row.timeInForce) +
    textPart(row.validUntil) +
    numberPart(row.amendPriceTenths) +
    numberPart(row.amendQuantity) +
    jsonPart(row.amendExits) +
    numberPart(row.leverageTenths) +
    numberPart(row.takeProfitTenths) +
    numberPart(row.stopLossTenths) +
    numberPart(row.exitTrailTenths) +
    numberPart(row.exitTrailBp) +
    numberPart(row.exitsAt) +
    numberPart(row.reserveTenths) +
    numberPart(row.holdAvailableYen) +
    numberPart(row.holdUnsettledYen) +
    numberPart(row.marginYen) +
    numberPart(row.feeYen) +
    numberPart(row.quotedPriceTenths) +
    numberPart(row.quotedNotionalYen) +
    numberPart(row.quotedMarginYen) +
    numberPart(row.quotedFeeYen) +
    textPart(row.lotId) +
    textPart(row.feeGroup) +
    numberPart(row.feeGroupYen) +
    textPart(row.origin) +
    textPart(row.ordStatus) +
    textPart(row.status) +
    boolPart(row.cancelAsked) +
    textPart(row.reason) +
    numberPart(row.feePpm) +
    numberPart(row.feeMinYen) +
    numberPart(row.feeMaxYen) +
    numberPart(row.profitYen) +
    numberPart(row.lotsOpen) +
    numberPart(row.lotsClosing) +
    numberPart(row.venueSeq) +
    numberPart(row.lastExecNo) +
    textPart(row.tradeDate) +
    numberPart(row.placedAt) +
    numberPart(row.updatedAt),
  isWhole: (patch) =>
    'id' in patch &&
    'number' in patch &&
    'memberId' in patch &&
    'code' in patch &&
    'purpose' in patch &&
    'source' in patch &&
    'side' in patch &&
    'type' in patch &&
    'quantity' in patch &&
    'filledQuantity' in patch &&
    'filledYen' in patch &&
    'priceTenths' in patch &&
    'triggerTenths' in patch &&
    'triggerAt' in patch &&
    'trailTenths' in patch &&
    'trailBp' in patch &&
    'trailLimitTenths' in patch &&
    'condition' in patch &&
    'timeInForce' in patch &&
    'validUntil' in patch &&
    'amendPriceTenths' in patch &&
    'amendQuantity' in patch &&
    'amendExits' in patch &&
    'leverageTenths' in patch &&
    'takeProfitTenths' in patch &&
    'stopLossTenths' in patch &&
    'exitTrailTenths' in patch &&
    'exitTrailBp' in patch &&
    'exitsAt' in patch &&
    'reserveTenths' in patch &&
    'holdAvailableYen' in patch &&
    'holdUnsettledYen' in patch &&
    'marginYen' in patch &&
    'feeYen' in patch &&
    'quotedPriceTenths' in patch &&
    'quotedNotionalYen' in patch &&
    'quotedMarginYen' in patch &&
    'quotedFeeYen' in patch &&
    'lotId' in patch &&
    'feeGroup' in patch &&
    'feeGroupYen' in patch &&
    'origin' in patch &&
    'ordStatus' in patch &&
    'status' in patch &&
    'cancelAsked' in patch &&
    'reason' in patch &&
    'feePpm' in patch &&
    'feeMinYen' in patch &&
    'feeMaxYen' in patch &&
    'profitYen' in patch &&
    'lotsOpen' in patch &&
    'lotsClosing' in patch &&
    'venueSeq' in patch &&
    'lastExecNo' in patch &&
    'tradeDate' in patch &&
    'placedAt' in patch &&
    'updatedAt' in patch,
  changedFixed(before: Orders, after: Orders) {
    if (after.id !== before.id) return 'id'
    if (after.number !== before.number) return 'number'
    if (after.memberId !== before.memberId) return 'memberId'
    if (after.code !== before.code) return 'code'
    if (after.purpose !== before.purpose) return 'purpose'
    if (after.source !== before.source) return 'source'
    if (after.side !== before.side) return 'side'
    if (after.leverageTenths !== before.leverageTenths) return 'leverageTenths'
    if (after.quotedPriceTenths !== before.quotedPriceTenths) return 'quotedPriceTenths'
    if (after.quotedNotionalYen !== before.quotedNotionalYen) return 'quotedNotionalYen'
    if (after.quotedMarginYen !== before.quotedMarginYen) return 'quotedMarginYen'
    if (after.quotedFeeYen !== before.quotedFeeYen) return 'quotedFeeYen'
    if (after.feePpm !== before.feePpm) return 'feePpm'
    if (after.feeMinYen !== before.feeMinYen) return 'feeMinYen'
    if (after.feeMaxYen !== before.feeMaxYen) return 'feeMaxYen'
    if (after.lotId !== before.lotId) return 'lotId'
    if (after.feeGroup !== before.feeGroup) return 'feeGroup'
    if (after.origin !== before.origin) return 'origin'
    if (after.tradeDate !== before.tradeDate) return 'tradeDate'
    if (after.placedAt !== before.placedAt) return 'placedAt'
    return null
  },
}
