import { hash } from 'node:crypto'
import { canonical } from '#kernel/hash.ts'
import { no } from '#kernel/result.ts'
import { dateJst, type Month, type Ms } from '#kernel/time.ts'
import { hashedRows } from '#platform/engine/check-stored.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import type { Effect } from '#modules/staff/server/public.ts'
import { isSecret, refuseDisclosure, refuseSeal, refuseWithholding } from '../model/seal.ts'
import {
  caseSeals,
  sealedEntries,
  sealedMonths,
  type EntryRow,
  type SealedMonthRow,
  type SealRow,
} from './tables.ts'

export const monthOf = (at: Ms): Month => dateJst(at).slice(0, 7)

/** One more of what is published, in its month. */
function count(tables: TableAccess, what: Exclude<keyof SealedMonthRow, 'month'>, at: Ms): void {
  const table = tables.of(sealedMonths)
  const month = monthOf(at)
  const row = table.get(month) ?? table.insert({ month, sealed: 0, entries: 0, disclosed: 0, withheld: 0 })
  table.update(row, { [what]: row[what] + 1 })
}

/** The end in the open: by two, and in journals of before decision 0175 by one. */
const revealing = (power: 'case.disclose' | 'case.reveal'): Effect => ({
  power,
  memberOf: () => null,
  refuse: (tables, caseId) => refuseDisclosure(tables.of(caseSeals).get(caseId)),
  carryOut(tables, { subject }, { wall }) {
    const seal = tables.of(caseSeals).get(subject)!
    tables.of(caseSeals).update(seal, { endedAt: seal.endedAt ?? wall, withheld: null })
    count(tables, 'disclosed', wall)
    return done({})
  },
})

/** Seals and their ends: about a case by its id alone, they write nothing but the seal and its count. */
export const SEAL_EFFECTS: readonly Effect[] = [
  {
    power: 'case.seal',
    memberOf: () => null,
    refuse: (tables, caseId) => refuseSeal(tables.of(caseSeals).get(caseId)),
    carryOut(tables, { subject, reason, signers }, { wall }) {
      tables
        .of(caseSeals)
        .insert({
          caseId: subject,
          reason: reason!.code as SealRow['reason'],
          by: signers.map(({ operatorId }) => operatorId),
          sealedAt: wall,
          endedAt: null,
          withheld: null,
        })
      count(tables, 'sealed', wall)
      return done({})
    },
  },
  revealing('case.disclose'),
  revealing('case.reveal'),
  {
    power: 'case.withhold',
    memberOf: () => null,
    refuse: (tables, caseId) => refuseWithholding(tables.of(caseSeals).get(caseId)),
    carryOut(tables, { subject, reason }, { wall }) {
      const seal = tables.of(caseSeals).get(subject)!
      tables.of(caseSeals).update(seal, { endedAt: wall, withheld: reason!.code as SealRow['withheld'] })
      count(tables, 'withheld', wall)
      return done({})
    },
  },
]

/** Journals an entry of a sealed or withheld case by the hash of its row. Refused: `CASE_NOT_SEALED`. */
export const writeSealedEntry = defineCommand({
  type: 'signals.sealed-entry',
  captureInputs: () => undefined,
  run(tables, { id, caseId, hash: said }: { id: string; caseId: string; hash: string }, _inputs, call) {
    if (!isSecret(tables.of(caseSeals).get(caseId))) return no('CASE_NOT_SEALED')
    tables.of(sealedEntries).insert({ id, caseId, hash: said, at: call.at })
    count(tables, 'entries', call.at)
    return done({ id })
  },
})

export const entryHash = (row: EntryRow): string => hash('sha256', `AKARI-CASE-ENTRY-v1\n${canonical(row)}`)

/** Entries of sealed cases, held against the journal's hash of each. */
export const sealedEntriesCheck = hashedRows({
  table: 'case_entries',
  columns: ['id', 'case_id', 'member_id', 'kind', 'words', 'operator_id', 'role', 'number', 'at', 'sealed'],
  sql: `select s.id as key, s.hash as said, e.id is not null as present, e.id, e.case_id as "caseId",
    e.member_id as "memberId", e.kind, e.words, e.operator_id as "operatorId", e.role, e.number, e.at, e.sealed
    from sealed_entries s left join case_entries e on e.id = s.id`,
  hash: ({ id, caseId, memberId, kind, words, operatorId, role, number, at, sealed }: EntryRow) =>
    entryHash({ id, caseId, memberId, kind, words, operatorId, role, number, at, sealed }),
})
