import { addDays, isDate, type DateJst } from '#kernel/time.ts'
import type { Calendar } from './calendar.ts'
import { ANNOUNCED_BEFORE_DAYS, PAID_AFTER_DAYS, type CorporateAction } from './corporate-actions.ts'
import { forEachRow, ungrouped } from './csv-rows.ts'
import { defectAt, why, type Defect, type Why } from './defects.ts'

const COLUMNS = ['code', 'ex_date', 'new_shares', 'old_shares', 'dividend'] as const
const OPTIONAL = ['pay_date'] as const
const MOST_SHARES = 10_000

/** Dividends and splits in order of the file, and the rows that were refused. */
export type ActionsFile = {
  readonly actions: readonly CorporateAction[]
  readonly defects: readonly Defect[]
}

/**
 * The acts of companies on their shares: `code,ex_date,new_shares,old_shares,dividend` and, if known,
 * `pay_date`. A row is a split (both shares), a dividend (yen a share of before the split, at most one
 * decimal) or both; fields of what it is not are empty. `calendar` is the market's. Rows that cannot be true
 * are refused with their line.
 */
export function parseActions(text: string, calendar: Calendar): ActionsFile {
  const actions: CorporateAction[] = []
  const defects: Defect[] = []
  const seen = new Set<string>()
  forEachRow(
    text,
    COLUMNS,
    (line, fields) => {
      const [code, exDate, newShares, oldShares, dividend, payDate] = fields.map((field) => field.trim()) as [
        string,
        string,
        string,
        string,
        string,
        string,
      ]
      const because = seen.has(`${code} ${exDate}`)
        ? why('date-twice', exDate)
        : whyNot(code, exDate, newShares, oldShares, ungrouped(dividend), payDate, calendar)
      if (because !== null) return defects.push(defectAt(line, code, because))
      seen.add(`${code} ${exDate}`)
      const dates = {
        code,
        exDate,
        lastCumDate: calendar.previous(exDate),
        recordDate: calendar.next(exDate),
        announcedOn: addDays(exDate, -ANNOUNCED_BEFORE_DAYS),
      }
      if (dividend !== '') {
        const due = addDays(dates.recordDate, PAID_AFTER_DAYS)
        actions.push({
          ...dates,
          kind: 'dividend',
          perShareTenths: Math.round(Number(ungrouped(dividend)) * 10),
          payDate: payDate !== '' ? payDate : calendar.isTradingDay(due) ? due : calendar.next(due),
        })
      }
      if (newShares !== '')
        actions.push({ ...dates, kind: 'split', ...inLowestTerms(Number(newShares), Number(oldShares)) })
    },
    OPTIONAL,
  )
  return { actions, defects }
}

function whyNot(
  code: string,
  exDate: DateJst,
  newShares: string,
  oldShares: string,
  dividend: string,
  payDate: DateJst,
  calendar: Calendar,
): Why | null {
  const isCount = (shares: string) => /^[1-9]\d{0,4}$/.test(shares) && Number(shares) <= MOST_SHARES
  if (!/^[0-9A-Z]{4,5}$/.test(code)) return why('issue-code', code)
  if (!isDate(exDate)) return why('date', exDate)
  if (!calendar.isTradingDay(exDate)) return why('trading-day', exDate)
  if (newShares === '' && oldShares === '' && dividend === '') return why('nothing')
  if (
    (newShares !== '' || oldShares !== '') &&
    !(isCount(newShares) && isCount(oldShares) && newShares !== oldShares)
  )
    return why('split', newShares, oldShares)
  if (dividend !== '' && !/^\d{1,7}(\.\d0*)?$/.test(dividend)) return why('dividend', dividend)
  if (dividend !== '' && Number(dividend) === 0) return why('dividend-zero')
  if (payDate !== '' && (!isDate(payDate) || payDate <= exDate)) return why('pay-date', payDate, exDate)
  return null
}

function inLowestTerms(newShares: number, oldShares: number) {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
  const by = divisor(newShares, oldShares)
  return { newShares: newShares / by, oldShares: oldShares / by }
}
