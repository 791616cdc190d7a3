import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import { dateJst, type DateJst, type Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { dropUnnamed } from '#platform/database/drop-unnamed.ts'
import type { DepositState, WithdrawalState } from '../model/states.ts'
import type {
  AccountAppealRow,
  AccountDetailsRow,
  AppealRow,
  BankAccountRow,
  CashEntryRow,
  DepositRow,
  RefundRow,
  StatementLineRow,
  WithdrawalRow,
} from './tables.ts'

/** A page of a log, newest first: `before` is the id of the last row that was shown. */
export type LogPage<State> = { states: readonly State[] | null; before: string | null; limit: number }

export async function addDetails({ kysely }: Database, row: AccountDetailsRow): Promise<void> {
  await kysely
    .insertInto('bankAccountDetails')
    .values(row)
    .onConflict((on) => on.column('accountId').doNothing())
    .execute()
}

/** Of an account that was refused at once nothing is kept. */
export const dropDetails = (db: Database, accountId: string): Promise<void> =>
  dropUnnamed(db, 'bank_account_details.account_id', accountId, ['bank_accounts.id'])

export const detailsOf = ({ kysely }: Database, accountId: string): Promise<AccountDetailsRow | undefined> =>
  kysely.selectFrom('bankAccountDetails').selectAll().where('accountId', '=', accountId).executeTakeFirst()

/** Of all accounts that the member ever had: old withdrawals went to them. */
export async function detailsOfMember(
  { kysely }: Database,
  memberId: MemberId,
): Promise<Map<string, AccountDetailsRow>> {
  const rows = await kysely
    .selectFrom('bankAccountDetails')
    .selectAll()
    .where('memberId', '=', memberId)
    .execute()
  return new Map(rows.map((row) => [row.accountId, row]))
}

/** Other members' accounts with this number at this branch, removed ones too. */
export async function sameNumber(
  { kysely }: Database,
  { memberId, bankCode, branchCode, type, number }: AccountDetailsRow,
): Promise<number> {
  const { found } = await kysely
    .selectFrom('bankAccountDetails')
    .innerJoin('bankAccounts', 'bankAccounts.id', 'bankAccountDetails.accountId')
    .select((row) => row.fn.countAll<number>().as('found'))
    .where('bankCode', '=', bankCode)
    .where('branchCode', '=', branchCode)
    .where('type', '=', type)
    .where('number', '=', number)
    .where('bankAccountDetails.memberId', '!=', memberId)
    .executeTakeFirstOrThrow()
  return found
}

/** Accounts that were accepted or rejected since then. */
export const accountsDecidedSince = (
  { kysely }: Database,
  since: number,
): Promise<Pick<BankAccountRow, 'state' | 'addedAt' | 'decidedAt'>[]> =>
  kysely
    .selectFrom('bankAccounts')
    .select(['state', 'addedAt', 'decidedAt'])
    .where('decidedAt', '>=', since)
    .execute()

export type DepositEntry = DepositRow & { line: StatementLineRow | null; text: string | null }

export async function depositLog(
  db: Database,
  memberId: MemberId,
  { states, before, limit }: LogPage<DepositState>,
): Promise<DepositEntry[]> {
  let query = db.kysely.selectFrom('deposits').selectAll().where('memberId', '=', memberId)
  if (states !== null) query = query.where('state', 'in', [...states])
  if (before !== null) query = query.where('id', '<', before)
  return withLines(db, await query.orderBy('id', 'desc').limit(limit).execute())
}

/**
 * The bank's own date of entries that a line of its statement stands behind, by the entry's id: the firm may
 * have booked it later.
 */
export async function bankDatesOf({ kysely }: Database, memberId: MemberId): Promise<Map<string, DateJst>> {
  const rows = await kysely
    .selectFrom('cashEntries')
    .innerJoin('statementLines', 'statementLines.id', 'cashEntries.lineId')
    .where('cashEntries.memberId', '=', memberId)
    .select(['cashEntries.id', 'statementLines.bookedAt'])
    .execute()
  return new Map(rows.map(({ id, bookedAt }) => [id, dateJst(bookedAt)]))
}

export async function depositOf(
  db: Database,
  memberId: MemberId,
  id: string,
): Promise<DepositEntry | undefined> {
  const rows = await db.kysely
    .selectFrom('deposits')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .execute()
  return (await withLines(db, rows))[0]
}

/**
 * Yen that stand credited to deposits by the ledger's own entries, corrections included, by the deposit's id;
 * deposits of older records have none.
 */
async function standingYen({ kysely }: Database, ids: readonly string[]): Promise<Map<string, Yen>> {
  if (ids.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('cashEntries')
    .where('about', 'in', [...ids])
    .groupBy('about')
    .select(({ fn }) => [
      'about',
      fn.sum('yen').filterWhere('way', '=', 'in').as('came'),
      fn.sum('yen').filterWhere('way', '=', 'out').as('went'),
    ])
    .execute()
  return new Map(rows.map(({ about, came, went }) => [about, Number(came ?? 0) - Number(went ?? 0)]))
}

/**
 * A step of the money behind a deposit or a withdrawal: an entry that credited a line, sent it out, took it
 * back or corrected another, or the return of a line to its sender. `yen`: what came is above 0.
 */
export type Movement = {
  id: string
  about: string
  kind: 'credit' | 'payout' | 'payout-returned' | 'correction' | 'refund'
  yen: Yen
  state: 'booked' | 'reversed' | RefundRow['state']
  line: string | null
  at: Ms
}
const MOVEMENT = {
  deposit: 'credit',
  withdrawal: 'payout',
  'withdrawal-returned': 'payout-returned',
  correction: 'correction',
} as const satisfies Record<CashEntryRow['kind'], Movement['kind']>

/** Movements behind deposits and withdrawals, and returns of lines under their references, oldest first. */
export async function movementsOf(
  { kysely }: Database,
  about: readonly Pick<DepositRow, 'id' | 'reference'>[],
): Promise<Movement[]> {
  if (about.length === 0) return []
  const [entries, back] = await Promise.all([
    kysely
      .selectFrom('cashEntries')
      .selectAll()
      .where(
        'about',
        'in',
        about.map(({ id }) => id),
      )
      .execute(),
    kysely
      .selectFrom('refunds')
      .innerJoin('statementLines', 'statementLines.id', 'refunds.lineId')
      .where(
        'statementLines.reference',
        'in',
        about.map(({ reference }) => reference),
      )
      .select(['refunds.id', 'refunds.yen', 'state', 'lineId', 'decidedAt', 'paidAt', 'bouncedAt'])
      .select('statementLines.reference')
      .execute(),
  ])
  const moved = [
    ...entries.map((row): Movement => ({
      id: row.id,
      about: row.about,
      kind: MOVEMENT[row.kind],
      yen: row.way === 'in' ? row.yen : -row.yen,
      state: row.reversedBy === null ? 'booked' : 'reversed',
      line: row.lineId,
      at: row.at,
    })),
    ...back.map((row): Movement => ({
      id: row.id,
      about: about.find(({ reference }) => reference === row.reference)!.id,
      kind: 'refund',
      yen: -row.yen,
      state: row.state,
      line: row.lineId,
      at: row.bouncedAt ?? row.paidAt ?? row.decidedAt,
    })),
  ]
  return moved.toSorted((a, b) => a.at - b.at)
}

async function withLines(db: Database, rows: DepositRow[]): Promise<DepositEntry[]> {
  const lineIds = rows.flatMap(({ lineId }) => lineId ?? [])
  const lines =
    lineIds.length === 0
      ? []
      : await db.kysely.selectFrom('statementLines').selectAll().where('id', 'in', lineIds).execute()
  const texts = await textsOf(
    db,
    rows.flatMap(({ textId }) => textId ?? []),
  )
  const standing = await standingYen(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...row,
    creditedYen: row.creditedYen === null ? null : (standing.get(row.id) ?? row.creditedYen),
    line: lines.find(({ id }) => id === row.lineId) ?? null,
    text: texts.get(row.textId ?? '') ?? null,
  }))
}

export type WithdrawalEntry = WithdrawalRow & {
  text: string | null
  appeal: (AppealRow & { text: string; answer: string | null }) | null
}

export async function withdrawalLog(
  db: Database,
  memberId: MemberId,
  { states, before, limit }: LogPage<WithdrawalState>,
): Promise<WithdrawalEntry[]> {
  let query = db.kysely.selectFrom('withdrawals').selectAll().where('memberId', '=', memberId)
  if (states !== null) query = query.where('state', 'in', [...states])
  if (before !== null) query = query.where('id', '<', before)
  return withAppeals(db, await query.orderBy('id', 'desc').limit(limit).execute())
}

export async function withdrawalOf(
  db: Database,
  memberId: MemberId,
  id: string,
): Promise<WithdrawalEntry | undefined> {
  const rows = await db.kysely
    .selectFrom('withdrawals')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .execute()
  return (await withAppeals(db, rows))[0]
}

async function withAppeals(db: Database, rows: WithdrawalRow[]): Promise<WithdrawalEntry[]> {
  const denied = rows.filter(({ state }) => state === 'denied').map(({ id }) => id)
  const found =
    denied.length === 0
      ? []
      : await db.kysely.selectFrom('appeals').selectAll().where('withdrawalId', 'in', denied).execute()
  const texts = await textsOf(db, [
    ...rows.flatMap(({ textId }) => textId ?? []),
    ...found.flatMap(({ answerId }) => answerId ?? []),
  ])
  const own = await appealTextsOf(
    db,
    found.map(({ textId }) => textId),
  )
  return rows.map((row) => {
    const appeal = found.find(({ withdrawalId }) => withdrawalId === row.id)
    return {
      ...row,
      text: texts.get(row.textId ?? '') ?? null,
      appeal:
        appeal === undefined
          ? null
          : {
              ...appeal,
              text: own.get(appeal.textId) ?? '',
              answer: texts.get(appeal.answerId ?? '') ?? null,
            },
    }
  })
}

export type AccountAppealEntry = AccountAppealRow & { text: string; answer: string | null }

/** A member's appeals about accounts, each with its two texts, by account. */
export async function accountAppealsOf(
  db: Database,
  memberId: MemberId,
): Promise<Map<string, AccountAppealEntry>> {
  const rows = await db.kysely
    .selectFrom('bankAccountAppeals')
    .selectAll()
    .where('memberId', '=', memberId)
    .execute()
  const [answers, own] = await Promise.all([
    textsOf(
      db,
      rows.flatMap(({ answerId }) => answerId ?? []),
    ),
    appealTextsOf(
      db,
      rows.map(({ textId }) => textId),
    ),
  ])
  return new Map(
    rows.map((row) => [
      row.accountId,
      { ...row, text: own.get(row.textId) ?? '', answer: answers.get(row.answerId ?? '') ?? null },
    ]),
  )
}

async function textsOf({ kysely }: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('staffTexts')
    .select(['id', 'text'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, text }) => [id, text]))
}

export async function appealTextsOf(
  { kysely }: Database,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('appealTexts')
    .select(['id', 'text'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, text }) => [id, text]))
}

/**
 * The member's text, kept before the command that names it. Sent again under the same key it is the same
 * text.
 */
export async function keepAppealText(
  { kysely }: Database,
  row: { id: string; memberId: MemberId; text: string },
): Promise<string> {
  await kysely
    .insertInto('appealTexts')
    .values(row)
    .onConflict((on) => on.column('id').doNothing())
    .execute()
  return row.id
}

/** Of an appeal that was refused at once nothing is kept. */
export const dropAppealText = (db: Database, textId: string): Promise<void> =>
  dropUnnamed(db, 'appeal_texts.id', textId, ['appeals.text_id', 'bank_account_appeals.text_id'])

/** For the public figures: what was asked for since then. */
export const measuredSince = (
  { kysely }: Database,
  since: number,
): Promise<Pick<WithdrawalRow, 'state' | 'requestedAt' | 'paidAt'>[]> =>
  kysely
    .selectFrom('withdrawals')
    .select(['state', 'requestedAt', 'paidAt'])
    .where('requestedAt', '>=', since)
    .execute()

export async function countOpenAppeals({ kysely }: Database): Promise<number> {
  const { open } = await kysely
    .selectFrom('appeals')
    .select((row) => row.fn.countAll<number>().as('open'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return open
}

/** The same bytes once. */
export async function keepOriginal(
  { kysely }: Database,
  row: { id: string; bytes: Buffer; at: Ms },
): Promise<void> {
  await kysely
    .insertInto('statementOriginals')
    .values(row)
    .onConflict((on) => on.column('id').doNothing())
    .execute()
}
export const originalOf = ({ kysely }: Database, id: string): Promise<Buffer | undefined> =>
  kysely
    .selectFrom('statementOriginals')
    .select('bytes')
    .where('id', '=', id)
    .executeTakeFirst()
    .then((row) => row?.bytes)
