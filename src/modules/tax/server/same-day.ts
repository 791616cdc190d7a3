import type { DateJst } from '#kernel/time.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import { averageCosts, taxResults, taxRules } from './tables.ts'

/** Every day: nothing has been bought or sold before. */
const FROM_THE_FIRST = '0001-01-01'

/**
 * From when on the sales of a day are reckoned together, written down once: in a firm that has shares or
 * results from before, from the next trade date on, so that what its journal says of the days until then
 * stays true.
 */
export const sameDayRule = (nextTradeDate: () => DateJst) =>
  defineCommand({
    type: 'tax.same-day',
    captureInputs: () => ({ next: nextTradeDate() }),
    run(tables, _input: Record<string, never>, inputs) {
      const known = tables.of(taxRules).get('same-day')
      if (known) return done({ since: known.since })
      const isNew = tables.of(averageCosts).all().length === 0 && tables.of(taxResults).all().length === 0
      const { since } = tables
        .of(taxRules)
        .insert({ name: 'same-day', since: isNew ? FROM_THE_FIRST : inputs.next })
      return done({ since })
    },
  })
