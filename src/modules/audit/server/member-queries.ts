import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { ExpressionBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Ms } from '#kernel/time.ts'
import type { Database, SqlTables } from '#platform/database/connect.ts'
import type { Level } from '#modules/identity/model/levels.ts'
import type { IdentityFacts } from '#modules/members/model/facts.ts'
import type { ProfileField } from '#modules/members/model/profile.ts'
import type { MemberRow } from '#modules/identity/server/public.ts'
import { stageOf, type Stage } from '#modules/staff/model/approval.ts'
import type { MEMBER_STATES } from '../operator-contract.ts'

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    members: MemberRow
  }
}

export type MemberState = (typeof MEMBER_STATES)[number]
export type FoundMember = MemberRow & { mobile: string; closing: string | null }
export type MemberSearch = {
  /** null: all of them. */
  ids: readonly MemberId[] | null
  level: Level | null
  state: MemberState | null
  after: number
  limit: number
  now: Ms
}

/** No member has a greater number. */
const LAST_NUMBER = 2_147_483_647

/** Members in the order of their numbers, after one of them, and how many there are in all. */
export async function searchMembers(
  { kysely }: Database,
  { ids, level, state, after, limit, now }: MemberSearch,
): Promise<{ found: FoundMember[]; total: number }> {
  let query = kysely
    .selectFrom('members')
    .innerJoin('credentials', 'credentials.memberId', 'members.id')
    .leftJoin('accountClosings', 'accountClosings.memberId', 'members.id')
  if (ids !== null) query = query.where(sql<boolean>`members.id = any(${ids})`)
  if (level !== null) query = query.where('members.level', '=', level)
  if (state !== null) query = query.where((is) => inState(is as never, state, now) as never)
  const [found, { n }] = await Promise.all([
    query
      .selectAll('members')
      .select(['credentials.mobile', 'accountClosings.state as closing'])
      .where('members.number', '>', Math.min(after, LAST_NUMBER))
      .orderBy('members.number')
      .limit(limit)
      .execute(),
    query.select(({ fn }) => fn.countAll().as('n')).executeTakeFirstOrThrow(),
  ])
  return { found, total: Number(n) }
}

type Is = ExpressionBuilder<SqlTables, 'members' | 'accountClosings'>
function inState(is: Is, state: MemberState, now: Ms) {
  const closing = (value: string) => is('accountClosings.state', '=', value as never)
  const gone = is.or([closing('closing'), closing('closed')])
  const stays = is.or([is('accountClosings.state', 'is', null), closing('revoked')])
  const frozen = is.or([is('members.frozenAt', 'is not', null), is('members.heldUntil', '>', now)])
  if (state === 'closing' || state === 'closed') return is.and([gone, closing(state)])
  return is.and([stays, state === 'frozen' ? frozen : is.not(frozen)])
}

export const stateOf = ({ frozenAt, heldUntil, closing }: FoundMember, now: Ms): MemberState =>
  closing === 'closing' || closing === 'closed'
    ? closing
    : frozenAt !== null || (heldUntil !== null && now < heldUntil)
      ? 'frozen'
      : 'open'

export async function memberFound(
  { kysely }: Database,
  id: string,
): Promise<(FoundMember & { email: string | null; name: string | null }) | undefined> {
  const found = await kysely
    .selectFrom('members')
    .innerJoin('credentials', 'credentials.memberId', 'members.id')
    .leftJoin('accountClosings', 'accountClosings.memberId', 'members.id')
    .leftJoin('emailAddresses', 'emailAddresses.memberId', 'members.id')
    .selectAll('members')
    .select(['credentials.mobile', 'accountClosings.state as closing', 'emailAddresses.address as email'])
    .where('members.id', '=', id)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const named = await kysely
    .selectFrom('identityDetails')
    .select('name')
    .where('memberId', '=', id)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { ...found, name: named?.name ?? null }
}

export const idOfNumber = ({ kysely }: Database, number: number): Promise<string | undefined> =>
  kysely
    .selectFrom('members')
    .select('id')
    .where('number', '=', Math.min(number, LAST_NUMBER))
    .executeTakeFirst()
    .then((row) => row?.id)

export type Identity = { frontState: string; backState: string; submittedAt: Ms; decidedAt: Ms | null }
export async function identityOf({ kysely }: Database, memberId: MemberId): Promise<Identity | undefined> {
  const { rows } =
    await sql<Identity>`select front_state, back_state, submitted_at, decided_at from verifications where member_id = ${memberId}`.execute(
      kysely,
    )
  return rows[0]
}

/** Facts of the person as they stand with the identity; undefined: they are not on record. */
export async function personFactsOf(
  { kysely }: Database,
  memberId: MemberId,
): Promise<IdentityFacts | undefined> {
  const { rows } = await sql<IdentityFacts>`
    select d.birth_date, d.postal_code, d.address, d.occupation, d.purpose
    from verifications v join identity_details d on d.id = v.details_id
    where v.member_id = ${memberId} and d.birth_date is not null
  `.execute(kysely)
  return rows[0]
}

export type CaseRow = {
  id: string
  kind: 'identity' | 'bank-account' | 'identity-appeal' | 'withdrawal-appeal'
  state: string
  reason: string | null
  at: Ms
  decidedAt: Ms | null
}
/** Cases about a member that operators decide; newest first. Few for any member, so all at once. */
export async function casesOf({ kysely }: Database, memberId: MemberId): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select details_id as id, 'identity' as kind, case when front_state = back_state then front_state else front_state || ' / ' || back_state end as state,
      coalesce(front_reason, back_reason) as reason, submitted_at as at, decided_at from verifications where member_id = ${memberId}
    union all select id, 'bank-account', state, reason, added_at, decided_at from bank_accounts where member_id = ${memberId}
    union all select id, 'identity-appeal', state, null, filed_at, decided_at from identity_appeals where member_id = ${memberId}
    union all select id, 'withdrawal-appeal', state, null, filed_at, decided_at from appeals where member_id = ${memberId}
    order by at desc
  `.execute(kysely)
  return rows
}

export type SessionRow = {
  id: string
  device: string
  factor: string
  startedAt: Ms
  seenAt: Ms
  endedAt: Ms | null
}
export const devicesOf = ({ kysely }: Database, memberId: MemberId, limit: number): Promise<SessionRow[]> =>
  kysely
    .selectFrom('sessions')
    .select(['id', 'device', 'factor', 'startedAt', 'seenAt', 'endedAt'])
    .where('memberId', '=', memberId)
    .orderBy('startedAt', 'desc')
    .limit(limit)
    .execute()

export type DoneRow = {
  id: string
  kind: 'act' | 'read'
  what: string
  subject: string | null
  reason: string | null
  by: { role: string; number: number }[]
  at: Ms
  seq: number | null
  /** Of an act: a request without all its signatures has not been carried out. */
  stage: Stage | null
}
/**
 * Acts of operators about a member, and their reads of the member's data (`times`: folded into one), newest
 * first, behind the row `after`; null: from the newest. A time alone would be no place in the list: several
 * rows can bear the same.
 */
export async function doneTo(
  { kysely }: Database,
  memberId: MemberId,
  reads: readonly (SqlTables['operatorReads'] & { times?: number })[],
  after: { at: Ms; id: string } | null,
  limit: number,
  now: Ms,
): Promise<DoneRow[]> {
  const isBehind = (row: { at: Ms; id: string }) =>
    after === null || row.at < after.at || (row.at === after.at && row.id < after.id)
  const [acts, requests, people] = await Promise.all([
    kysely
      .selectFrom('operatorActs')
      .selectAll()
      .where('memberId', '=', memberId)
      .$if(after !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'id'), '<', tuple(after!.at, after!.id))),
      )
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
    kysely
      .selectFrom('approvals')
      .selectAll()
      .where('memberId', '=', memberId)
      .where('status', '<>', 'carried-out')
      .$if(after !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('askedAt', 'id'), '<', tuple(after!.at, after!.id)),
        ),
      )
      .orderBy('askedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
    kysely.selectFrom('operators').select(['id', 'number']).execute(),
  ])
  const numbers = new Map(people.map(({ id, number }) => [id, number]))
  const byOf = (signatures: readonly { role: string; operatorId: string }[]) =>
    signatures.map(({ role, operatorId }) => ({ role, number: numbers.get(operatorId) ?? 0 }))
  return [
    ...requests.map((request): DoneRow => ({
      id: request.id,
      kind: 'act',
      what: request.power,
      subject: request.subject,
      reason: request.reason,
      by: byOf(request.signatures),
      at: request.askedAt,
      seq: null,
      stage: stageOf(request.signatures[0]!.operatorId, request, now),
    })),
    ...acts.map(({ id, power, subject, reason, signatures, at }): DoneRow => ({
      id,
      kind: 'act',
      what: power,
      subject,
      reason,
      by: byOf(signatures),
      at,
      seq: Number(id.slice(0, 12)),
      stage: 'carried-out',
    })),
    ...reads
      .filter(isBehind)
      .map(({ id, what, role, number, at, times = 1 }): DoneRow => ({
        id,
        kind: 'read',
        what,
        subject: times === 1 ? null : `× ${times}`,
        reason: null,
        by: [{ role, number }],
        at,
        seq: null,
        stage: null,
      })),
  ]
    .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
    .slice(0, limit)
}

/** Counts of a member's open lots and orders, and of the accounts at banks that have been accepted. */
export async function countsOf(
  { kysely }: Database,
  memberId: MemberId,
): Promise<{ openLots: number; openOrders: number; bankAccounts: number }> {
  const [accounts, lots, orders] = await Promise.all([
    kysely
      .selectFrom('bankAccounts')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('memberId', '=', memberId)
      .where('state', '=', 'approved')
      .executeTakeFirstOrThrow(),
    kysely
      .selectFrom('lots')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('memberId', '=', memberId)
      .where('status', '<>', 'closed')
      .executeTakeFirstOrThrow(),
    kysely
      .selectFrom('orders')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('memberId', '=', memberId)
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow(),
  ])
  return {
    openLots: Number(lots.count),
    openOrders: Number(orders.count),
    bankAccounts: Number(accounts.count),
  }
}

export type BankOfMember = { id: string; bank: string; number: string; state: string }
/** Accounts at banks that the member has named and not removed, newest first. */
export const banksOf = ({ kysely }: Database, memberId: MemberId): Promise<BankOfMember[]> =>
  kysely
    .selectFrom('bankAccounts')
    .innerJoin('bankAccountDetails', 'bankAccountDetails.accountId', 'bankAccounts.id')
    .select([
      'bankAccounts.id',
      sql<string>`bank_name || ' ' || branch_name`.as('bank'),
      'bankAccountDetails.number',
      'bankAccounts.state',
    ])
    .where('bankAccounts.memberId', '=', memberId)
    .where('bankAccounts.removedAt', 'is', null)
    .orderBy('bankAccounts.addedAt', 'desc')
    .execute()

export const profileOf = async (
  { kysely }: Database,
  memberId: MemberId,
): Promise<(Record<ProfileField, string> & { at: Ms }) | undefined> =>
  (
    await sql<Record<ProfileField, string> & { at: Ms }>`
      select occupation, income, assets, experience, purpose, at from investor_profiles where member_id = ${memberId}
    `.execute(kysely)
  ).rows[0]

/** Principal that is still owed. */
export const loansOf = async ({ kysely }: Database, memberId: MemberId): Promise<Yen> =>
  (
    await sql<{
      yen: Yen
    }>`select coalesce(sum(principal_yen), 0)::bigint as yen from loans where member_id = ${memberId}`.execute(
      kysely,
    )
  ).rows[0]!.yen
