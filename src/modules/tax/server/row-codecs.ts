// Written by scripts/row-codecs.ts from the definitions of the tables: run it after a change of theirs.
import type { RowCodec } from '#platform/engine/row-codec.ts'
import { boolPart, numberPart, textPart } from '#platform/engine/row-parts.ts'

type AverageCosts = {
  memberId: string | null
  code: string | null
  quantity: number | null
  costYen: number | null
  tradeDate: string | null
  dayQuantity: number | null
  dayCostYen: number | null
}

export const averageCostsCodec: RowCodec = {
  columns: [
    'memberId text',
    'code text',
    'quantity int8',
    'costYen int8',
    'tradeDate text?',
    'dayQuantity int8',
    'dayCostYen int8',
    'fixed memberId',
    'fixed code',
  ],
  read: (from) => ({
    memberId: from.text(),
    code: from.text(),
    quantity: from.int8(),
    costYen: from.int8(),
    tradeDate: from.text(),
    dayQuantity: from.int8(),
    dayCostYen: from.int8(),
  }),
  text: (row: AverageCosts) =>
    textPart(row.memberId) +
    textPart(row.code) +
    numberPart(row.quantity) +
    numberPart(row.costYen) +
    textPart(row.tradeDate) +
    numberPart(row.dayQuantity) +
    numberPart(row.dayCostYen),
  isWhole: (patch) =>
    'memberId' in patch &&
    'code' in patch &&
    'quantity' in patch &&
    'costYen' in patch &&
    'tradeDate' in patch &&
    'dayQuantity' in patch &&
    'dayCostYen' in patch,
  changedFixed(before: AverageCosts, after: AverageCosts) {
    if (after.memberId !== before.memberId) return 'memberId'
    if (after.code !== before.code) return 'code'
    return null
  },
}

type TaxAccounts = { memberId: string | null; kind: string | null }

export const taxAccountsCodec: RowCodec = {
  columns: ['memberId text', 'kind text', 'fixed memberId'],
  read: (from) => ({ memberId: from.text(), kind: from.text() }),
  text: (row: TaxAccounts) => textPart(row.memberId) + textPart(row.kind),
  isWhole: (patch) => 'memberId' in patch && 'kind' in patch,
  changedFixed(before: TaxAccounts, after: TaxAccounts) {
    if (after.memberId !== before.memberId) return 'memberId'
    return null
  },
}

type TaxResults = {
  memberId: string | null
  settlementDate: string | null
  orderId: string | null
  lotId: string | null
  code: string | null
  kind: string | null
  proceedsYen: number | null
  gainYen: number | null
  tradeDate: string | null
  quantity: number | null
  done: boolean | null
}

export const taxResultsCodec: RowCodec = {
  columns: [
    'memberId text',
    'settlementDate text',
    'orderId text',
    'lotId text',
    'code text',
    'kind text',
    'proceedsYen int8',
    'gainYen int8',
    'tradeDate text?',
    'quantity int8?',
    'done bool',
    'fixed memberId',
    'fixed settlementDate',
    'fixed orderId',
    'fixed lotId',
  ],
  read: (from) => ({
    memberId: from.text(),
    settlementDate: from.text(),
    orderId: from.text(),
    lotId: from.text(),
    code: from.text(),
    kind: from.text(),
    proceedsYen: from.int8(),
    gainYen: from.int8(),
    tradeDate: from.text(),
    quantity: from.int8(),
    done: from.bool(),
  }),
  text: (row: TaxResults) =>
    textPart(row.memberId) +
    textPart(row.settlementDate) +
    textPart(row.orderId) +
    textPart(row.lotId) +
    textPart(row.code) +
    textPart(row.kind) +
    numberPart(row.proceedsYen) +
    numberPart(row.gainYen) +
    textPart(row.tradeDate) +
    numberPart(row.quantity) +
    boolPart(row.done),
  isWhole: (patch) =>
    'memberId' in patch &&
    'settlementDate' in patch &&
    'orderId' in patch &&
    'lotId' in patch &&
    'code' in patch &&
    'kind' in patch &&
    'proceedsYen' in patch &&
    'gainYen' in patch &&
    'tradeDate' in patch &&
    'quantity' in patch &&
    'done' in patch,
  changedFixed(before: TaxResults, after: TaxResults) {
    if (after.memberId !== before.memberId) return 'memberId'
    if (after.settlementDate !== before.settlementDate) return 'settlementDate'
    if (after.orderId !== before.orderId) return 'orderId'
    if (after.lotId !== before.lotId) return 'lotId'
    return null
  },
}

type TaxYears = {
  memberId: string | null
  year: string | null
  kind: string | null
  totalYen: number | null
  cashProceedsYen: number | null
  cashGainYen: number | null
  marginProceedsYen: number | null
  marginGainYen: number | null
  incomeTaxYen: number | null
  localTaxYen: number | null
  dividendsYen: number | null
  dividendIncomeTaxYen: number | null
  dividendLocalTaxYen: number | null
  closed: boolean | null
}

export const taxYearsCodec: RowCodec = {
  columns: [
    'memberId text',
    'year text',
    'kind text',
    'totalYen int8',
    'cashProceedsYen int8',
    'cashGainYen int8',
    'marginProceedsYen int8',
    'marginGainYen int8',
    'incomeTaxYen int8',
    'localTaxYen int8',
    'dividendsYen int8',
    'dividendIncomeTaxYen int8',
    'dividendLocalTaxYen int8',
    'closed bool',
    'fixed memberId',
    'fixed year',
  ],
  read: (from) => ({
    memberId: from.text(),
    year: from.text(),
    kind: from.text(),
    totalYen: from.int8(),
    cashProceedsYen: from.int8(),
    cashGainYen: from.int8(),
    marginProceedsYen: from.int8(),
    marginGainYen: from.int8(),
    incomeTaxYen: from.int8(),
    localTaxYen: from.int8(),
    dividendsYen: from.int8(),
    dividendIncomeTaxYen: from.int8(),
    dividendLocalTaxYen: from.int8(),
    closed: from.bool(),
  }),
  text: (row: TaxYears) =>
    textPart(row.memberId) +
    textPart(row.year) +
    textPart(row.kind) +
    numberPart(row.totalYen) +
    numberPart(row.cashProceedsYen) +
    numberPart(row.cashGainYen) +
    numberPart(row.marginProceedsYen) +
    numberPart(row.marginGainYen) +
    numberPart(row.incomeTaxYen) +
    numberPart(row.localTaxYen) +
    numberPart(row.dividendsYen) +
    numberPart(row.dividendIncomeTaxYen) +
    numberPart(row.dividendLocalTaxYen) +
    boolPart(row.closed),
  isWhole: (patch) =>
    'memberId' in patch &&
    'year' in patch &&
    'kind' in patch &&
    'totalYen' in patch &&
    'cashProceedsYen' in patch &&
    'cashGainYen' in patch &&
    'marginProceedsYen' in patch &&
    'marginGainYen' in patch &&
    'incomeTaxYen' in patch &&
    'localTaxYen' in patch &&
    'dividendsYen' in patch &&
    'dividendIncomeTaxYen' in patch &&
    'dividendLocalTaxYen' in patch &&
    'closed' in patch,
  changedFixed(before: TaxYears, after: TaxYears) {
    if (after.memberId !== before.memberId) return 'memberId'
    if (after.year !== before.year) return 'year'
    return null
  },
}
