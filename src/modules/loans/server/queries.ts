import type { MemberId } from '#kernel/id.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { canonical } from '#kernel/hash.ts'
import type { Ms, Days } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { dropUnnamed } from '#platform/database/drop-unnamed.ts'
import { seal, unseal, type SealedColumn } from '#platform/encryption.ts'
import type { LoanForm } from '../model/application.ts'
import type { LoanEntryRow } from './tables.ts'

export type LoanDetails = LoanForm & { memberId: MemberId; salt: Buffer }

/** The salted hash that the journal knows of an application: who changes what it says, is found out. */
export const detailsHash = ({
  salt,
  name,
  idNumber,
  address,
  contact,
  email,
}: Omit<LoanDetails, 'memberId'>): string =>
  createHash('sha256')
    .update(salt)
    .update(canonical({ address, contact, email, idNumber, name }))
    .digest('hex')

/** The same of an appeal's text. */
export const appealTextHash = ({ salt, text }: { salt: Buffer; text: string }): string =>
  createHash('sha256').update(salt).update(text).digest('hex')
/** The place that the sealed number of a document is bound to. */
export const numberPlace = (id: string, memberId: string): string => `loan/${id}/${memberId}`
/** Numbers of documents as they are sealed, for a change of the key. */
export const LOAN_NUMBERS: SealedColumn = {
  table: 'loan_details',
  column: 'number_sealed',
  row: 'id, member_id as "memberId"',
  about: ({ id, memberId }) => numberPlace(id, memberId),
}

/** The applicants' details, in SQL. `key` seals the number of the document; it lies outside the database. */
export function loanStore({ kysely }: Pick<Database, 'kysely'>, key: Buffer) {
  async function detailsOf(id: string): Promise<LoanDetails | null> {
    const row = await kysely.selectFrom('loanDetails').selectAll().where('id', '=', id).executeTakeFirst()
    if (row === undefined) return null
    const { memberId, name, address, contact, email, salt, numberSealed } = row
    return {
      memberId,
      name,
      address,
      contact,
      email,
      salt,
      idNumber: unseal(key, numberPlace(id, memberId), numberSealed).toString(),
    }
  }
  return {
    detailsOf,
    /** Kept under `id` once: a repeat finds what the first try wrote. Answers the salted hash. */
    async putDetails(
      id: string,
      memberId: MemberId,
      { idNumber, ...form }: LoanForm,
      salt: Buffer,
      at: Ms,
    ): Promise<string> {
      await kysely
        .insertInto('loanDetails')
        .values({
          ...form,
          id,
          memberId,
          salt,
          at,
          numberSealed: seal(key, numberPlace(id, memberId), Buffer.from(idNumber)),
        })
        .onConflict((on) => on.column('id').doNothing())
        .execute()
      return detailsHash((await detailsOf(id))!)
    },
    /** Of an application that was refused at once nothing is kept. */
    dropDetails: (id: string): Promise<void> => dropUnnamed({ kysely }, 'loan_details.id', id, ['loans.id']),
    /**
     * The details that the member wrote last time, so that they need not be typed again; without the number
     * of the document.
     */
    async newestDetails(memberId: MemberId): Promise<Pick<LoanForm, 'address' | 'contact' | 'email'> | null> {
      return (
        (await kysely
          .selectFrom('loanDetails')
          .select(['address', 'contact', 'email'])
          .where('memberId', '=', memberId)
          .orderBy('at', 'desc')
          .limit(1)
          .executeTakeFirst()) ?? null
      )
    },
    async putAppealText(id: string, memberId: MemberId, text: string, salt: Buffer, at: Ms): Promise<string> {
      await kysely
        .insertInto('loanAppealTexts')
        .values({ id, memberId, text, salt, at })
        .onConflict((on) => on.column('id').doNothing())
        .execute()
      const kept = await kysely
        .selectFrom('loanAppealTexts')
        .select(['text', 'salt'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return appealTextHash(kept)
    },
    /** Of an appeal that was refused at once nothing is kept. */
    dropAppealText: (id: string): Promise<void> =>
      dropUnnamed({ kysely }, 'loan_appeal_texts.id', id, ['loan_appeals.text_id']),
    appealText: async (id: string): Promise<string> =>
      (await kysely.selectFrom('loanAppealTexts').select('text').where('id', '=', id).executeTakeFirst())
        ?.text ?? '',
  }
}
export type LoanStore = ReturnType<typeof loanStore>

/** The newest lines of a loan's statement. */
export const statementOf = (
  { kysely }: Database,
  memberId: MemberId,
  loanId: string,
  limit: number,
): Promise<LoanEntryRow[]> =>
  kysely
    .selectFrom('loanEntries')
    .selectAll()
    .where('loanId', '=', loanId)
    .where('memberId', '=', memberId)
    .orderBy('seq', 'desc')
    .orderBy('n', 'desc')
    .limit(limit)
    .execute()

/** Lent, repaid and paid as interest, by year of its day. */
export async function yearsOf(
  { kysely }: Database,
  memberId: MemberId,
): Promise<{ year: number; lent: number; repaid: number; interest: number }[]> {
  const year = sql<string>`substr(day, 1, 4)`
  const rows = await kysely
    .selectFrom('loanEntries')
    .where('memberId', '=', memberId)
    .select(['kind', year.as('year')])
    .select(({ fn }) => fn.sum('yen').as('yen'))
    .groupBy(['kind', year])
    .execute()
  const sum = (name: string, kind: string) =>
    Number(rows.find((row) => row.year === name && row.kind === kind)?.yen ?? 0)
  return [...new Set(rows.map((row) => row.year))]
    .sort()
    .reverse()
    .map((name) => ({
      year: Number(name),
      lent: sum(name, 'lent'),
      repaid: sum(name, 'repaid'),
      interest: sum(name, 'interest'),
    }))
}

/** Members with calls that ended unmet, or days on which a shortfall arose, since a market time. */
export async function blemishesSince(
  { kysely }: Database,
  since: Ms,
): Promise<{ memberId: MemberId; unmetCalls: number; shortfallDays: Days }[]> {
  const [calls, shortfalls] = await Promise.all([
    kysely
      .selectFrom('marginCalls')
      .select('memberId')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('state', '=', 'closed')
      .where('endedAt', '>=', since)
      .groupBy('memberId')
      .execute(),
    kysely
      .selectFrom('transfers')
      .select('memberId')
      .select(({ fn }) => fn.count('tradeDate').distinct().as('count'))
      .where('kind', '=', sql.lit('shortfall') as never)
      .where('at', '>=', since)
      .groupBy('memberId')
      .execute(),
  ])
  const count = (rows: readonly { memberId: MemberId; count: unknown }[], memberId: MemberId) =>
    Number(rows.find((row) => row.memberId === memberId)?.count ?? 0)
  return [...new Set([...calls, ...shortfalls].map(({ memberId }) => memberId))]
    .sort()
    .map((memberId) => ({
      memberId,
      unmetCalls: count(calls, memberId),
      shortfallDays: count(shortfalls, memberId),
    }))
}
