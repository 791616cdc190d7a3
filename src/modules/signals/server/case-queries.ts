import { sql, type Transaction } from 'kysely'
import type { MemberId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import type { Database, SqlTables } from '#platform/database/connect.ts'
import type { AppContext } from '#modules/module.ts'
import type { AskedPage, FoundPage } from '#modules/staff/model/desk-list.ts'
import { newestPage } from '#modules/staff/server/public.ts'
import { no, type Refusal } from '#kernel/result.ts'
import { linkWords, refuseStep, waitsForSeal, type CaseState, type Ground, type Link } from '../model/case.ts'
import type { RuleName } from '../model/rules.ts'
import { isSecret, refuseClosing, type Seal } from '../model/seal.ts'
import type { Signal } from '../model/signal.ts'
import { entryList, signalList } from './lists.ts'
import type { CaseRow, EntryRow, SignalRow } from './tables.ts'

export type CaseFound = CaseRow & { memberNumber: number; rules: RuleName[]; signals: number; lastAt: Ms }

const FOUND = sql`select c.*, m.number as member_number, s.rules, s.signals, s.last_at
  from risk_cases c join members m on m.id = c.member_id
  cross join lateral (select count(*)::int as signals, coalesce(max(at), c.opened_at) as last_at,
    coalesce(jsonb_agg(distinct rule), '[]') as rules from risk_signals where case_id = c.id) s`

/** One page of cases, the last opened first. */
export const newestCases = (
  db: Database,
  { state, rule, hidden }: { state?: CaseState | undefined; rule?: RuleName | undefined; hidden: string[] },
  asked: AskedPage,
): Promise<FoundPage<CaseFound>> =>
  newestPage(
    db,
    {
      table: FOUND,
      by: sql`opened_at`,
      where: sql`${state === undefined ? sql`true` : sql`state = ${state}`}
        and ${rule === undefined ? sql`true` : sql`rules ? ${rule}`}
        and id <> all(${hidden}::text[])`,
      hasMember: true,
    },
    asked,
  )

export const caseFound = async ({ kysely }: Database, id: string): Promise<CaseFound | undefined> =>
  (await sql<CaseFound>`select * from (${FOUND}) as found where id = ${id}`.execute(kysely)).rows[0]

/** The most open cases that are read at once. */
const MOST_OPEN = 500

/** Open cases without the hidden ones, the oldest first: no more than 500, and how many there are. */
export async function waitingCases({ kysely }: Database, hidden: readonly string[]) {
  const open = kysely
    .selectFrom('riskCases')
    .where('state', '=', 'open')
    .where('id', 'not in', hidden.length === 0 ? [''] : hidden)
  const [rows, { count }] = await Promise.all([
    open
      .select(['id', 'memberId', 'openedAt', 'assignedTo'])
      .orderBy('openedAt')
      .orderBy('id')
      .limit(MOST_OPEN)
      .execute(),
    open.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { count: Number(count), rows }
}

/** Operators who work on these cases, by case. */
export async function assigneesOf(
  { kysely }: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('riskCases')
    .select(['id', 'assignedTo'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, assignedTo }) => [id, assignedTo]))
}

/** Numbers of members. */
export async function numbersOf(
  { kysely }: Database,
  ids: readonly MemberId[],
): Promise<ReadonlyMap<MemberId, number>> {
  if (ids.length === 0) return new Map()
  const rows = await kysely.selectFrom('members').select(['id', 'number']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** The references of withdrawals, deposits and lines of the bank by their ids, as every page names them. */
export async function referencesOf(
  { kysely }: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; reference: string | null }>`
    select id, reference from withdrawals where id in (${sql.join(ids)})
    union all select id, reference from deposits where id in (${sql.join(ids)})
    union all select id, reference from statement_lines where id in (${sql.join(ids)})`.execute(kysely)
  return new Map(rows.flatMap(({ id, reference }) => (reference === null ? [] : [[id, reference]])))
}

type Step = Omit<EntryRow, 'id' | 'memberId' | 'at' | 'sealed'>

/** The engine's side of entries under a seal: `write` refuses where they were disclosed meanwhile. */
export type Sealing = { of(caseId: string): Seal | undefined; write(row: EntryRow): Promise<Refusal | null> }
class SealEnded extends Error {
  override name = 'SealEnded'
}
const sealEnded = (failure: unknown): Refusal<'CASE_NOT_SEALED'> => {
  if (failure instanceof SealEnded) return no('CASE_NOT_SEALED')
  throw failure
}

/** A case by hand: the ground, a note and linked rows of the member, by whom. */
export type Opening = {
  memberId: MemberId
  ground: Ground
  words: string
  links: readonly Link[]
  toSeal: boolean
  by: Pick<EntryRow, 'operatorId' | 'role' | 'number'>
}

/** Cases with their signals and entries, as they were written. */
export function openCases({ db: { kysely }, clock, ids, config }: AppContext, sealing: Sealing) {
  const [signals, entries] = [signalList(config), entryList(config)]

  /** Puts a signal into the open case of its member, or opens one. False: it had been found before. */
  async function raise(signal: Signal): Promise<boolean> {
    const at = Math.floor(clock.wall())
    return kysely.transaction().execute(async (trx) => {
      // One at a time for a member, so that of two signals one opens the case and the other finds it.
      await trx.selectFrom('members').select('id').where('id', '=', signal.memberId).forUpdate().execute()
      const known = await trx
        .selectFrom('riskSignals')
        .select('id')
        .where('memberId', '=', signal.memberId)
        .where('rule', '=', signal.rule)
        .where('key', '=', signal.key)
        .executeTakeFirst()
      if (known !== undefined) return false
      const open = await trx
        .selectFrom('riskCases')
        .select('id')
        .where('memberId', '=', signal.memberId)
        .where('state', '=', 'open')
        .executeTakeFirst()
      const caseId = open?.id ?? ids.uuid()
      if (open === undefined)
        await trx
          .insertInto('riskCases')
          .values({
            id: caseId,
            memberId: signal.memberId,
            state: 'open',
            openedAt: at,
            assignedTo: null,
            closedAt: null,
            reason: null,
            ground: null,
            openedBy: null,
            toSeal: false,
          })
          .execute()
      const { memberId, rule, key, at: happenedAt } = signal
      const row: SignalRow = {
        id: ids.uuid(),
        caseId,
        memberId,
        rule,
        key,
        happenedAt: Math.floor(happenedAt),
        evidence: JSON.stringify(signal.evidence),
        others: JSON.stringify(signal.others),
        at,
      }
      await trx.insertInto('riskSignals').values(row).execute()
      await signals.add(trx, [row])
      return true
    })
  }

  /**
   * Writes a step of somebody into an open case, with what it changes of the case; undefined: there is no
   * such case. Refused: `CASE_REJECTIONS`.
   */
  async function step(
    made: Step,
    change: (at: Ms) => Partial<Pick<CaseRow, 'state' | 'assignedTo' | 'closedAt' | 'reason'>> = () => ({}),
  ) {
    const at = Math.floor(clock.wall())
    return kysely
      .transaction()
      .execute(async (trx) => {
        const found = await trx
          .selectFrom('riskCases')
          .selectAll()
          .where('id', '=', made.caseId)
          .forUpdate()
          .executeTakeFirst()
        if (found === undefined) return undefined
        const refused = refuseStep(
          made.kind === 'look' ? 'open' : found.state,
          made.kind === 'note' ? made.words : null,
        )
        if (refused !== null) return refused
        const seal = sealing.of(made.caseId)
        const notNow = made.kind === 'closed' ? refuseClosing(seal, made.words) : null
        if (notNow !== null) return notNow
        const changed = change(at)
        if (Object.keys(changed).length > 0)
          await trx.updateTable('riskCases').set(changed).where('id', '=', made.caseId).execute()
        return { ok: true as const, value: await enter(trx, made, found.memberId, at) }
      })
      .catch(sealEnded)
  }
  async function enter(
    trx: Transaction<SqlTables>,
    made: Step,
    memberId: MemberId,
    at: Ms,
  ): Promise<EntryRow> {
    const sealed = isSecret(sealing.of(made.caseId))
    const row: EntryRow = { id: ids.uuid(), ...made, memberId, at, sealed }
    await trx.insertInto('caseEntries').values(row).execute()
    await entries.add(trx, [row])
    // The journal has it before anybody sees it; a row that it refuses was never written.
    if (sealed && (await sealing.write(row)) !== null) throw new SealEnded()
    return row
  }

  /**
   * Puts what somebody reports by hand into the open case of the member, or opens one. `toSeal`: the seal
   * comes first, so that nothing is written which the member would read; a case that is sealed already takes
   * it at once. Refused: `CASE_SEAL_WAITS` where the open case waits for its seal and the member would read
   * this before, `CASE_SEALED` where a seal is asked for that was disclosed.
   */
  async function open(made: Opening) {
    const at = Math.floor(clock.wall())
    const { memberId, ground, by, toSeal } = made
    return kysely
      .transaction()
      .execute(async (trx) => {
        await trx.selectFrom('members').select('id').where('id', '=', memberId).forUpdate().execute()
        const known = await trx
          .selectFrom('riskCases')
          .select(['id', 'openedAt', 'toSeal'])
          .where('memberId', '=', memberId)
          .where('state', '=', 'open')
          .executeTakeFirst()
        const id = known?.id ?? ids.uuid()
        const seal = sealing.of(id)
        if (known !== undefined && !toSeal && waitsForSeal(known, seal, at)) return no('CASE_SEAL_WAITS')
        if (toSeal && seal !== undefined && !isSecret(seal)) return no('CASE_SEALED')
        if (known === undefined)
          await trx
            .insertInto('riskCases')
            .values({
              id,
              memberId,
              state: 'open',
              openedAt: at,
              assignedTo: by.operatorId,
              closedAt: null,
              reason: null,
              ground,
              openedBy: by.operatorId,
              toSeal,
            })
            .execute()
        const written = !toSeal || isSecret(seal)
        if (written)
          for (const [kind, words] of [
            ['opened', ground],
            ...made.links.map((link) => ['linked', linkWords(link)] as const),
            ['note', made.words],
          ] as const)
            await enter(trx, { caseId: id, kind, words, ...by }, memberId, at)
        return { ok: true as const, value: { id, joined: known !== undefined, written } }
      })
      .catch(sealEnded)
  }

  /** Throws `RowForged` where one is not what was written. */
  async function signalsOf(caseId: string): Promise<SignalRow[]> {
    const rows = await kysely
      .selectFrom('riskSignals')
      .selectAll()
      .where('caseId', '=', caseId)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    await signals.believe(kysely, rows)
    return rows
  }
  /** Throws `RowForged` where one is not what was written. */
  async function entriesOf(caseId: string): Promise<EntryRow[]> {
    const rows = await kysely
      .selectFrom('caseEntries')
      .selectAll()
      .where('caseId', '=', caseId)
      .orderBy('at')
      .orderBy('id')
      .execute()
    await entries.believe(kysely, rows)
    return rows
  }
  /** Looks under seals that are disclosed, and that do not stand among all looks yet. */
  const disclosedLooks = (cases: readonly string[]): Promise<EntryRow[]> =>
    cases.length === 0
      ? Promise.resolve([])
      : kysely
          .selectFrom('caseEntries')
          .selectAll()
          .where('caseId', 'in', cases)
          .where('kind', '=', 'look')
          .where('sealed', '=', true)
          .where(
            sql<boolean>`not exists (select from operator_reads where operator_reads.id = case_entries.id)`,
          )
          .orderBy('at')
          .execute()
  return { lists: [signals, entries], raise, step, open, signalsOf, entriesOf, disclosedLooks }
}
export type Cases = ReturnType<typeof openCases>
