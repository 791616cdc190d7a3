import type { OutputOf } from '#wire/route.ts'
import { iso } from '#kernel/time.ts'
import type { AppContext } from '#modules/module.ts'
import { LEAST_PASSKEYS } from '../model/break-glass.ts'
import type { consoleMe, Person } from '../operator-contract.ts'
import { reachedAt, waitingGlass } from './break-glass.ts'
import { openPasskeys } from './open-passkeys.ts'
import { currentSet, type RecoveryCodes } from './recovery.ts'
import { operators } from './tables.ts'

type Warnings = OutputOf<typeof consoleMe>['warnings']

/** The demo setting: operators have printed codes, and nobody can be locked out. */
export const NO_WARNINGS: Warnings = { singlePasskeys: [], recovery: null, breakGlass: null }

/** Dangers that could lock everybody out of the console, and the break-glass that waits. */
export function warningsOf(
  { engine, clock }: AppContext,
  personOf: (operatorId: string) => Person,
  recovery: RecoveryCodes,
): Warnings {
  const tables = engine.read
  const glass = waitingGlass(tables)
  const single = tables
    .of(operators)
    .all()
    .filter(({ id, endedAt }) => {
      const keys = openPasskeys(tables, id).length
      return endedAt === null && keys > 0 && keys < LEAST_PASSKEYS
    })
  return {
    singlePasskeys: single.map(({ id }) => personOf(id)),
    recovery: recovery.paths().length > 0 ? 'lying' : currentSet(tables) === undefined ? 'none' : null,
    breakGlass:
      glass === undefined
        ? null
        : { id: glass.id, beganAt: iso(glass.beganAt), opensAt: iso(reachedAt(clock, glass.opensAt)) },
  }
}
