import { no, type Refusal } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import { done } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { isOperatorName, isSameName } from '../model/operator-name.ts'
import type { Effect } from './effects.ts'
import { isThere, signedBy } from './held-roles.ts'
import { operatorNames, operators, type OperatorNameRow, type SignedBy } from './tables.ts'

/** All names that somebody has had, oldest first. */
export const namesOf = (tables: TableReader, operatorId: string): OperatorNameRow[] =>
  tables
    .of(operatorNames)
    .by('operator', operatorId)
    .toSorted((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1))
/** The name of today; null: none was given yet. */
export const nameOf = (tables: TableReader, operatorId: string): string | null =>
  namesOf(tables, operatorId).at(-1)?.name ?? null

/** The refusal of a name: of no name's form, or one that somebody at the console has, the person included. */
export const refuseName = (tables: TableReader, name: unknown): Refusal<'NAME_FORM' | 'NAME_TAKEN'> | null =>
  !isOperatorName(name)
    ? no('NAME_FORM')
    : tables
          .of(operators)
          .all()
          .some(({ id, endedAt }) => endedAt === null && isSameName(nameOf(tables, id) ?? '', name))
      ? no('NAME_TAKEN')
      : null

/** Gives a name from `since` on (wall clock). `namedBy`: none where they gave it themselves. */
export function giveName(
  tables: TableAccess,
  operatorId: string,
  name: string,
  since: Ms,
  namedBy: readonly SignedBy[] = [],
): void {
  const count = tables.of(operatorNames).by('operator', operatorId).length
  const id = `${operatorId}.${String(count + 1).padStart(4, '0')}`
  tables.of(operatorNames).insert({ id, operatorId, name, since, namedBy })
}

/** Another name of a colleague: by an administrator and an auditor, never by the person whom it is about. */
export const nameEffect: Effect<{ name: string }> = {
  power: 'operator.name',
  takes: ['name'],
  memberOf: () => null,
  excluded: (_tables, operatorId) => [operatorId],
  refuse: (tables, operatorId, { name }) => isThere(tables, operatorId) ?? refuseName(tables, name),
  carryOut(tables, { subject, body: { name }, signers }, { wall }) {
    giveName(tables, subject, name, wall, signedBy(signers))
    return done({ operatorId: subject, name })
  },
}
