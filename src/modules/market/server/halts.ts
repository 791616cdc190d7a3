import { no } from '#kernel/result.ts'
import { iso, type Ms } from '#kernel/time.ts'
import { done } from '#platform/engine/command.ts'
import { listen } from '#platform/engine/event.ts'
import { defineTable, type TableReader } from '#platform/engine/table.ts'
import type { AppContext, Listener } from '#modules/module.ts'
import { plainCase, type Effect, type StaffPublic } from '#modules/staff/server/public.ts'
import { WHOLE_MARKET } from '#modules/venue/model/terms.ts'
import type { Venue } from '#modules/venue/server/ports.ts'
import type { HaltView } from '../contract.ts'
import { marketHalted } from './events.ts'

/**
 * The last halt by people: of an issue by its code, or of `market`. Times are market time; `endedAt` null: it
 * stands.
 */
export type HaltRow = { subject: string; since: Ms; reason: string; endedAt: Ms | null }
export const halts = defineTable<HaltRow>()({
  name: 'halts',
  columns: { subject: 'text', since: 'int8', reason: 'text', endedAt: 'int8?' },
  key: 'subject',
  indexes: { standing: ({ endedAt }) => (endedAt === null ? 'yes' : null) },
})

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    halts: HaltRow
  }
}

const standing = (tables: TableReader): HaltRow[] => tables.of(halts).by('standing', 'yes')

/**
 * Halts for safety (security-and-trust 1): one reviewer stops an issue or the market, two let it go on. The
 * exchange trades nothing meanwhile, orders wait, and trading is taken up again by an auction. `since` in the
 * body of a resumption names the halt: a signature for one never ends another.
 */
function haltEffects(isListed: (code: string) => boolean): Effect[] {
  const changed = marketHalted()
  const halting = (power: 'stock.halt' | 'market.halt'): Effect<{}, { listed: boolean }> => ({
    power,
    memberOf: () => null,
    captureInputs: (_tables, subject) => ({
      listed: power === 'market.halt' ? subject === WHOLE_MARKET : isListed(subject),
    }),
    refuse(tables, subject, _body, { listed }) {
      if (!listed) return no('ISSUE_UNKNOWN', { code: subject })
      return tables.of(halts).get(subject)?.endedAt === null ? no('HALTED_ALREADY') : null
    },
    carryOut(tables, { subject, reason }, { at }) {
      const table = tables.of(halts)
      const known = table.get(subject)
      const halt = { since: at, reason: reason!.code, endedAt: null }
      if (known === undefined) table.insert({ subject, ...halt })
      else table.update(known, halt)
      return done({ since: at }, [changed])
    },
  })
  const resuming = (power: 'stock.resume' | 'market.resume'): Effect<{ since: Ms }> => ({
    power,
    takes: ['since'],
    memberOf: () => null,
    refuse(tables, subject, { since }) {
      const known = tables.of(halts).get(subject)
      if (known?.endedAt !== null || (subject === WHOLE_MARKET) !== (power === 'market.resume'))
        return no('NOT_HALTED')
      return known.since === since ? null : no('HALT_ANOTHER')
    },
    carryOut(tables, { subject }, { at }) {
      const table = tables.of(halts)
      table.update(table.get(subject)!, { endedAt: at })
      return done(null, [changed])
    },
  })
  return [halting('stock.halt'), halting('market.halt'), resuming('stock.resume'), resuming('market.resume')]
}

export type Halts = { now(): HaltView[]; start(): void; listener: Listener }

/**
 * Keeps the exchange at what the rows say: after each act, and at every start, since it may have died in
 * between.
 */
export function keepHalts(
  context: AppContext,
  inputs: {
    staff: Pick<StaffPublic, 'register' | 'cases'>
    venue: Pick<Venue, 'stops'>
    isListed: (code: string) => boolean
  },
): Halts {
  for (const effect of haltEffects(inputs.isListed)) inputs.staff.register('market', effect)
  inputs.staff.cases({
    powers: ['stock.resume', 'market.resume'],
    brief: async (subject, _body, lang) =>
      plainCase(subject === WHOLE_MARKET ? context.text(lang, 'market.console.whole') : subject, {
        page: 'market',
        at: subject,
      }),
    terms(subject, { since }, lang) {
      const known = context.engine.read.of(halts).get(subject)
      const text = (key: string) => context.text(lang, key)
      const isThat = known !== undefined && known.since === since
      return [
        { label: text('market.console.haltedAt'), value: iso(Number(since)) },
        ...(isThat
          ? [{ label: text('console.approval.reason'), value: text(`staff.reason.${known.reason}`) }]
          : []),
      ]
    },
  })
  const tell = () => inputs.venue.stops(standing(context.engine.read).map(({ subject }) => subject))
  return {
    now: () =>
      standing(context.engine.read).map(({ subject, since, reason }) => ({
        subject,
        since: iso(since),
        reason: reason as HaltView['reason'],
      })),
    start: tell,
    listener: listen(marketHalted, tell),
  }
}
