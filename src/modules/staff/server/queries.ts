import type { MemberId } from '#kernel/id.ts'
import { sql } from 'kysely'
import { MINUTE, type Ms } from '#kernel/time.ts'
import { bodyText } from '#platform/engine/journal.ts'
import type { Database, SqlTables } from '#platform/database/connect.ts'
import { atOneMoment } from '#platform/database/row-list.ts'
import type { AppContext } from '#modules/module.ts'
import { SEALED_POWERS, type PowerName } from '#registry/powers.ts'
import type { AskedPage, FoundPage } from '../model/desk-list.ts'
import { newestPage } from './newest-queries.ts'
import { readList, readOwner, READS_OF, textList } from './row-lists.ts'
import type { ApprovalRow, OperatorActRow } from './tables.ts'

/** An act, or a request that has not all its signatures: `at` is when it was carried out, or asked for. */
export type StoredAct = Pick<OperatorActRow, 'id' | 'power' | 'subject' | 'reason' | 'signatures' | 'at'> &
  Pick<ApprovalRow, 'status' | 'withdrawnAt'> & { text: string | null }

/**
 * `memberId` null: what concerns nobody in particular. One person's word can have an effect by itself (it
 * stops the time for a withdrawal): the member's record has the request too.
 */
function acts({ kysely }: Database, memberId: MemberId | null) {
  const carriedOut = kysely
    .selectFrom('operatorActs')
    .select([
      'id',
      'memberId',
      'power',
      'subject',
      'reason',
      'textId',
      'signatures',
      'at',
      sql<ApprovalRow['status']>`'carried-out'`.as('status'),
      sql<Ms | null>`null::bigint`.as('withdrawnAt'),
    ])
  const unfinished = kysely
    .selectFrom('approvals')
    .where('status', '<>', 'carried-out')
    .where('memberId', 'is not', null)
    .select([
      'id',
      'memberId',
      'power',
      'subject',
      'reason',
      'textId',
      'signatures',
      'askedAt as at',
      'status',
      'withdrawnAt',
    ])
  const all = kysely
    .selectFrom(carriedOut.unionAll(unfinished).as('acts'))
    .leftJoin('staffTexts', 'staffTexts.id', 'acts.textId')
    .select([
      'acts.id',
      'acts.power',
      'acts.subject',
      'acts.reason',
      'acts.signatures',
      'acts.at',
      'acts.status',
      'acts.withdrawnAt',
      'staffTexts.text',
    ])
  return memberId === null
    ? all.where('acts.memberId', 'is', null).where('acts.power', 'not in', SEALED_POWERS)
    : all.where('acts.memberId', '=', memberId)
}

/**
 * Acts of operators that concern a member (null: everybody), newest first; `before` is the id of the last one
 * that was shown.
 */
export async function newestActs(
  db: Database,
  memberId: MemberId | null,
  before: string | null,
  limit: number,
): Promise<StoredAct[]> {
  const newest = acts(db, memberId).orderBy('acts.at', 'desc').orderBy('acts.id', 'desc').limit(limit)
  if (before === null) return newest.execute()
  const last = await acts(db, memberId).where('acts.id', '=', before).executeTakeFirst()
  return last === undefined
    ? []
    : newest.where(sql<boolean>`(acts.at, acts.id) < (${last.at}, ${last.id})`).execute()
}

/** Acts of operators about one case of a member, oldest first. */
export const actsAbout = (db: Database, memberId: MemberId, subject: string): Promise<StoredAct[]> =>
  acts(db, memberId).where('acts.subject', '=', subject).orderBy('acts.at').orderBy('acts.id').execute()

/** Looks within so long of the same operator at the same data are one. */
const ONE_LOOK: Ms = 10 * MINUTE

type Reads = Pick<AppContext, 'db' | 'config'>
type ReadRow = SqlTables['operatorReads']

/** Writes a look down, unless one is there that is the same. */
export async function writeRead(
  { db, config }: Reads,
  row: ReadRow,
  isSame = ({ operatorId, what, at }: ReadRow): boolean =>
    operatorId === row.operatorId && what === row.what && at > row.at - ONE_LOOK,
): Promise<void> {
  const [list, owner] = [readList(config), readOwner(row)]
  await db.kysely.transaction().execute(async (trx) => {
    await list.begin(trx, owner)
    await list.change(trx, owner, 'reads', async (_trx, rows) => {
      if (rows.some(isSame)) return {}
      await trx.insertInto('operatorReads').values(row).execute()
      return { put: [row] }
    })
  })
}

/** The lists of looks at a member, the newest first. */
async function readOwners({ db }: Reads, memberId: MemberId): Promise<string[]> {
  const { rows } = await sql<{ owner: string }>`
    select owner from row_lists where name = 'reads' and owner > ${`${memberId} `} and owner < ${`${memberId}!`}
    union select member_id || ' ' || at / ${sql.raw(String(READS_OF))} from operator_reads where member_id = ${memberId}`.execute(
    db.kysely,
  )
  const part = (owner: string) => Number(owner.slice(owner.lastIndexOf(' ')))
  return rows.map(({ owner }) => owner).sort((a, b) => part(b) - part(a))
}

/**
 * Looks at a member, the newest first, a list at a time. Throws `RowForged` where one was changed, added or
 * taken away.
 */
async function* eachReads(context: Reads, memberId: MemberId): AsyncGenerator<ReadRow[]> {
  const list = readList(context.config)
  for (const owner of await readOwners(context, memberId))
    yield (await list.of(context.db.kysely, owner, 'reads')).sort((a, b) => (a.id < b.id ? 1 : -1))
}

/** All looks at a member. Throws `RowForged`. */
export const readsOf = async (context: Reads, memberId: MemberId): Promise<ReadRow[]> =>
  (await Array.fromAsync(eachReads(context, memberId))).flat()

export async function newestReads(
  context: Reads,
  memberId: MemberId,
  before: string | null,
  limit: number,
): Promise<ReadRow[]> {
  const found: ReadRow[] = []
  for await (const reads of eachReads(context, memberId)) {
    found.push(...reads.filter(({ id }) => before === null || id < before))
    if (found.length >= limit) break
  }
  return found.slice(0, limit)
}

export const assignments = ({ kysely }: Database): Promise<SqlTables['queueAssignments'][]> =>
  kysely.selectFrom('queueAssignments').selectAll().execute()

export async function assign(
  { kysely }: Database,
  {
    queue,
    subject,
    operatorId,
    at,
  }: Omit<SqlTables['queueAssignments'], 'operatorId'> & { operatorId: string | null },
): Promise<void> {
  if (operatorId === null)
    await kysely
      .deleteFrom('queueAssignments')
      .where('queue', '=', queue)
      .where('subject', '=', subject)
      .execute()
  else
    await kysely
      .insertInto('queueAssignments')
      .values({ queue, subject, operatorId, at })
      .onConflict((on) => on.columns(['queue', 'subject']).doUpdateSet({ operatorId, at }))
      .execute()
}

export const approvalsOf = async (
  { kysely }: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ApprovalRow>> =>
  new Map(
    ids.length === 0
      ? []
      : (
          await kysely
            .selectFrom('approvals')
            .selectAll()
            .where('id', 'in', [...ids])
            .execute()
        ).map((row) => [row.id, row]),
  )
export const approvalOf = ({ kysely }: Database, id: string): Promise<ApprovalRow | undefined> =>
  kysely.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirst()

/** All requests about one case, newest first. */
export const approvalsAbout = ({ kysely }: Database, subject: string): Promise<ApprovalRow[]> =>
  kysely
    .selectFrom('approvals')
    .selectAll()
    .where('subject', '=', subject)
    .orderBy('askedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Requests that are over, newest first; looked through are subject, power and the member's number. */
export const pastApprovals = (
  db: Database,
  status: 'carried-out' | 'expired' | null,
  /** Powers of which this operator sees what they have signed alone. */
  sealed: { powers: readonly PowerName[]; but: string },
  asked: AskedPage,
): Promise<FoundPage<ApprovalRow>> =>
  newestPage(
    db,
    {
      table: 'approvals',
      where: sql`${status === null ? sql`status <> 'open'` : sql`status = ${status}`}
        and (power <> all(${sealed.powers}::text[])
          or signatures @> ${JSON.stringify([{ operatorId: sealed.but }])}::jsonb)`,
      by: sql`asked_at`,
      letters: sql`subject || ' ' || power`,
      hasMember: true,
    },
    asked,
  )

export const textsOf = async (
  { kysely }: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  new Map(
    ids.length === 0
      ? []
      : (
          await kysely
            .selectFrom('staffTexts')
            .select(['id', 'text'])
            .where('id', 'in', [...ids])
            .execute()
        ).map(({ id, text }) => [id, text]),
  )

type Texts = Pick<AppContext, 'db' | 'config'>
type TextRow = SqlTables['staffTexts']

export const keepText = ({ db, config }: Texts, row: TextRow): Promise<void> =>
  db.kysely.transaction().execute(async (trx) => {
    await trx.insertInto('staffTexts').values(row).execute()
    await textList(config).add(trx, [row])
  })

/** A text that was put away, with the hash that the journal knows it by. Throws `RowForged`. */
export async function textOf({ db, config }: Texts, id: string): Promise<TextRow | null> {
  return atOneMoment(db.kysely, async (trx) => {
    const rows = await trx.selectFrom('staffTexts').selectAll().where('id', '=', id).execute()
    await textList(config).believe(trx, rows)
    return rows[0] ?? null
  })
}

/** Personal words for which no act or request stands: what was refused leaves none behind. */
export async function forgetText({ db, config }: Texts, id: string): Promise<void> {
  await db.kysely.transaction().execute(async (trx) => {
    const { rows } = await sql<TextRow>`
      delete from staff_texts where id = ${id} and not exists (select from operator_acts where text_id = ${id})
        and not exists (select from approvals where text_id = ${id}) returning *`.execute(trx)
    await textList(config).drop(trx, rows)
  })
}

export type JournalRecord = { seq: number; ts: Ms; type: string; record: Buffer; hash: Buffer }
type AuditQuery = {
  before: number | null
  operatorId: string | null
  power: string | null
  subject: string | null
  text: string | null
  /** Subjects of which a record holds one; null: whatever it holds. */
  subjects: readonly string[] | null
  /** Market time, from the first up to, not including, the last. */
  span: { from?: Ms; to?: Ms }
  /** Powers of which this operator sees their own records alone. */
  sealed: { powers: readonly PowerName[]; but: string }
  limit: number
}

/** Records of what operators did or tried, newest first. Their types begin with `staff.`. */
export function auditRecords(
  { kysely }: Database,
  { before, operatorId, power, subject, text, subjects, span, sealed, limit }: AuditQuery,
): Promise<JournalRecord[]> {
  const holds = (text: string) => sql<boolean>`position(${Buffer.from(text)}::bytea in record) > 0`
  let query = kysely
    .selectFrom('journal')
    .selectAll()
    .where(sql<boolean>`type like 'staff.%'`)
    .where('type', 'not in', ['staff.lapse', 'staff.open-demo-operator'])
  if (before !== null) query = query.where('seq', '<', before)
  if (operatorId !== null) query = query.where(holds(`"actor":${JSON.stringify(`o:${operatorId}`)}`))
  if (power !== null) query = query.where(holds(`"power":${JSON.stringify(power)}`))
  if (subject !== null) query = query.where(holds(`"subject":${bodyText(subject)}`))
  if (text !== null) query = query.where(holds(bodyText(text).slice(1, -1)))
  if (subjects !== null)
    query = query.where(
      sql<boolean>`exists (select from unnest(${[...subjects]}::text[]) as sought(id)
        where position(convert_to(sought.id, 'UTF8') in record) > 0)`,
    )
  if (sealed.powers.length > 0)
    query = query.where(
      sql<boolean>`(${holds(`"actor":${JSON.stringify(`o:${sealed.but}`)}`)} or not (${sql.join(
        sealed.powers.map((name) => holds(`"power":${JSON.stringify(name)}`)),
        sql` or `,
      )}))`,
    )
  if (span.from !== undefined) query = query.where('ts', '>=', span.from)
  if (span.to !== undefined) query = query.where('ts', '<', span.to)
  return query.orderBy('seq', 'desc').limit(limit).execute()
}

export const journalRecord = async (
  { kysely }: Database,
  seq: number,
): Promise<{ record: JournalRecord; before: Buffer | null } | null> => {
  const rows = await kysely
    .selectFrom('journal')
    .selectAll()
    .where('seq', 'in', [seq, seq - 1])
    .execute()
  const record = rows.find((row) => row.seq === seq)
  return record === undefined
    ? null
    : { record, before: rows.find((row) => row.seq === seq - 1)?.hash ?? null }
}

/** The newest acts that gave operators their own role, by operator. */
export async function ownRoleActs({
  kysely,
}: Database): Promise<ReadonlyMap<string, Pick<OperatorActRow, 'at' | 'signatures'>>> {
  const rows = await kysely
    .selectFrom('operatorActs')
    .select(['subject', 'at', 'signatures'])
    .where('power', 'in', ['operator.add', 'operator.role'])
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ subject, ...act }) => [subject, act]))
}
