import type { BasisPoints } from '#kernel/money.ts'
import { dateJst } from '#kernel/time.ts'
import type { CardFigures } from '#modules/listings/model/facts.ts'
import { problem, problems, type Problem } from '#modules/listings/model/problem.ts'
import { kind, WINDOW } from '#modules/listings/model/terms.ts'

/** Fewer picks outside of the sample say nothing (decided here). */
const FEWEST_TRIALS = 100
const MOST_PICKS = 20
const MOST_HOLD_DAYS = 60
/** Take-profit and stop-loss are at most this far; 0: none. */
const MOST_EXIT_BP = 5_000

const FIELDS = {
  names: 'names',
  method: 'texts',
  version: 'version',
  codeSha256: 'sha256',
  trainFrom: 'past',
  trainTo: 'past',
  testFrom: 'past',
  testTo: 'past',
  trials: 'count',
  hitBp: 'bp',
  excessBp: 'bp',
  lowBp: 'bp',
  highBp: 'bp',
  worstBp: 'bp',
  edge: ['none', 'shown'],
  picks: 'count',
  holdDays: 'count',
  takeProfitBp: 'bp',
  stopLossBp: 'bp',
  perMemberUnits: 'count',
  ...WINDOW,
} as const

/**
 * The card of a model that ranks issues (product decision 7): how it is made, what it did outside of the days
 * that it learned from, and how a pick ends. Its figures are those of the model's own evaluation: a card that
 * says anything else is refused. Where the interval of its excess over the index holds 0, the card says that
 * it has no edge: anything else is refused.
 */
const aiCard = kind({
  prefix: 'AI',
  fields: FIELDS,
  check(terms, { now, card }) {
    const inExit = (bp: BasisPoints) => bp >= 0 && bp <= MOST_EXIT_BP
    const found = problems(
      terms.trainTo <= terms.trainFrom && problem('trainTo', 'DATES_ORDER', { before: terms.trainFrom }),
      terms.testFrom <= terms.trainTo && problem('testFrom', 'TEST_NOT_AFTER'),
      terms.testTo <= terms.testFrom && problem('testTo', 'DATES_ORDER', { before: terms.testFrom }),
      terms.testTo > dateJst(now) && problem('testTo', 'TEST_NOT_AFTER'),
      terms.trials < FEWEST_TRIALS && problem('trials', 'FEW_TRIALS', { fewest: FEWEST_TRIALS }),
      (terms.hitBp < 0 || terms.hitBp > 10_000) && problem('hitBp', 'RATE_OUTSIDE'),
      (terms.lowBp > terms.excessBp || terms.excessBp > terms.highBp) &&
        problem('excessBp', 'INTERVAL_WRONG'),
      terms.worstBp > terms.excessBp && problem('worstBp', 'INTERVAL_WRONG'),
      terms.edge === 'shown' && terms.lowBp <= 0 && problem('edge', 'EDGE_NOT_SHOWN'),
      terms.picks > MOST_PICKS && problem('picks', 'EXIT_OUTSIDE', { most: MOST_PICKS }),
      terms.holdDays > MOST_HOLD_DAYS && problem('holdDays', 'EXIT_OUTSIDE', { most: MOST_HOLD_DAYS }),
      !inExit(terms.takeProfitBp) && problem('takeProfitBp', 'EXIT_OUTSIDE', { most: MOST_EXIT_BP }),
      !inExit(terms.stopLossBp) && problem('stopLossBp', 'EXIT_OUTSIDE', { most: MOST_EXIT_BP }),
    )
    return found.length > 0 ? found : differing(terms, card)
  },
})
export const LISTING_KINDS = { 'ai-card': aiCard }

/** The fields where the card differs from the evaluation: no figure of it may be chosen. */
function differing(terms: Readonly<Record<string, unknown>>, card: CardFigures | null): Problem[] {
  if (card === null) return [problem('testTo', 'CARD_UNMEASURED')]
  // Neither the sender's order nor the evaluation's: the journal keeps both sorted, and run again they would
  // be refused for another field.
  return Object.keys(FIELDS)
    .filter((field) => Object.hasOwn(card, field) && terms[field] !== card[field])
    .map((field) => problem(field, 'CARD_DIFFERS', { value: String(card[field]) }))
}
