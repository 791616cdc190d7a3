import { rateBp } from '#kernel/money.ts'
import { consideration, yenOf, type PriceTenths } from '#kernel/price.ts'
import { type DateJst, iso } from '#kernel/time.ts'
import { UNIT } from '#modules/instruments/model/universe.ts'
import type { AiView, ApplicationView, PickView, RecordView } from '../contract.ts'
import {
  COST_BP,
  FEATURES,
  meansOf,
  partsOf,
  ranksOf,
  recordOf,
  REFIT_DAYS,
  RULE,
  type Evaluation,
  type Outcome,
  type PickDay,
} from '../model/method.ts'
import type { AiApplication, AiDay, AiPick } from './tables.ts'

/** The exchange is simulated, whatever the prices come from. */
export const SIMULATED = true
const yen = (tenths: PriceTenths | null): number | null => (tenths === null ? null : yenOf(tenths))

/** The part that each feature adds to the score of an issue, by code. */
export type Parts = { readonly issues: number; readonly of: ReadonlyMap<string, PickView['parts']> }
export function partsOfDay(
  { weights }: Pick<AiDay, 'weights'>,
  rows: PickDay['rows'],
  codes: readonly string[],
): Parts {
  const ranks = ranksOf(rows.map(({ values }) => values))
  return {
    issues: rows.length,
    of: new Map(
      rows.flatMap(({ code, values }, row) => {
        if (!codes.includes(code)) return []
        const parts = partsOf(weights, ranks[row]!)
        return [
          [
            code,
            FEATURES.map((feature, n) => ({
              feature,
              value: values[n]!,
              rank: ranks[row]![n]!,
              part: parts[n]!,
            })),
          ] as const,
        ]
      }),
    ),
  }
}

export const pickView = (pick: AiPick, { issues, of }: Parts, name: string): PickView => ({
  id: pick.id,
  code: pick.code,
  name,
  place: pick.place,
  issues,
  score: pick.score,
  close: yenOf(pick.closeTenths),
  limit: yenOf(pick.limitTenths),
  takeProfit: yenOf(pick.takeProfitTenths),
  stopLoss: yenOf(pick.stopLossTenths),
  exitOn: pick.exitOn,
  parts: of.get(pick.code) ?? [],
  outcome:
    pick.exit === null
      ? null
      : {
          exit: pick.exit,
          endedOn: pick.endedOn!,
          entry: yen(pick.entryTenths),
          exitPrice: yen(pick.exitTenths),
          returnBp: pick.returnBp!,
          indexBp: pick.indexBp!,
          excessBp: pick.excessBp!,
        },
})

/** The record of an evaluation, as its card has it. */
export const modelView = (
  { figures, returnBp, indexBp, unfilled }: Evaluation,
  codeSha256: string,
): NonNullable<AiView['model']> => {
  const {
    version,
    trainFrom,
    trainTo,
    testFrom,
    testTo,
    edge,
    picks,
    holdDays,
    takeProfitBp,
    stopLossBp,
    trials,
    hitBp,
    excessBp,
    worstBp,
    lowBp,
    highBp,
  } = figures
  return {
    version,
    codeSha256,
    trainFrom,
    trainTo,
    testFrom,
    testTo,
    edge,
    picks,
    holdDays,
    limitBp: RULE.limitBp,
    takeProfitBp,
    stopLossBp,
    costBp: COST_BP,
    record: { trials, unfilled, hitBp, returnBp, indexBp, excessBp, worstBp, interval: { lowBp, highBp } },
  }
}

/**
 * Results of all published picks that are over; null: none is. By the same rule as the card's record: blocks
 * of `REFIT_DAYS` days of picks, and no interval of fewer than ten.
 */
export function liveView(
  ended: readonly (Pick<AiPick, 'exit' | 'returnBp' | 'indexBp' | 'excessBp'> & { day: DateJst })[],
): RecordView | null {
  const days = [...new Set(ended.map(({ day }) => day))].toSorted()
  const trials = ended.map(({ day, exit, returnBp, indexBp, excessBp }) => ({
    block: Math.floor(days.indexOf(day) / REFIT_DAYS),
    outcome: {
      exit: exit!,
      returnBp: returnBp!,
      indexBp: indexBp!,
      excessBp: excessBp!,
    } satisfies Partial<Outcome>,
  }))
  const bought = trials.filter(({ outcome }) => outcome.exit !== 'unfilled')
  if (bought.length === 0) return null
  const record = recordOf(trials)
  const excess = bought.map(({ outcome }) => outcome.excessBp)
  return {
    trials: bought.length,
    ...meansOf(trials.map(({ outcome }) => outcome)),
    hitBp: rateBp(excess.filter((bp) => bp > 0).length, excess.length),
    excessBp: Math.round(excess.reduce((sum, bp) => sum + bp, 0) / excess.length),
    worstBp: Math.min(...excess),
    interval: record === null ? null : { lowBp: record.lowBp, highBp: record.highBp },
  }
}

/** `reason` is worded in the reader's language. */
export function applicationView(row: AiApplication, name: string, reason: string | null): ApplicationView {
  const { filledQuantity, filledYen, units, limitTenths } = row
  return {
    id: row.id,
    pickId: row.pickId,
    code: row.code,
    name,
    status: row.status,
    units,
    quantity: units * UNIT,
    filledQuantity,
    price: filledQuantity > 0 ? Math.round((filledYen * 10) / filledQuantity) / 10 : yenOf(limitTenths),
    amount: filledQuantity > 0 ? filledYen : consideration(limitTenths, units * UNIT),
    limit: yenOf(limitTenths),
    takeProfit: yenOf(row.takeProfitTenths),
    stopLoss: yenOf(row.stopLossTenths),
    entryOn: row.entryOn,
    exitOn: row.exitOn,
    appliedAt: iso(row.appliedAt),
    orderId: row.orderId,
    timeExit: row.timeExit,
    isHeld: row.status === 'success' && !row.exitDone,
    reason,
    simulated: SIMULATED,
  }
}
