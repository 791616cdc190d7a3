import { sql } from 'kysely'
import type { MemberId } from '#kernel/id.ts'
import { MINUTE, type Ms } from '#kernel/time.ts'
import { LANGS } from '#i18n/lang.ts'
import type { Database } from '#platform/database/connect.ts'
import type { AppContext } from '#modules/module.ts'
import type { AskedPage, FoundPage } from '#modules/staff/model/desk-list.ts'
import type { Role } from '#modules/staff/model/power.ts'
import { newestPage, type StaffPublic } from '#modules/staff/server/public.ts'
import { headedNumber } from '../model/headed-number.ts'
import { searched } from '../model/mask.ts'
import { isNameOf, isNamePart, personName, type PersonName } from '../model/person-search.ts'
import type { FOUND_BY } from '../operator-contract.ts'

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    operatorSearches: SearchRow
  }
}
/** A search of an operator, in its own words. */
export type SearchRow = {
  id: string
  operatorId: string
  role: Role
  number: number
  words: string
  found: number
  at: Ms
}

export type FoundBy = (typeof FOUND_BY)[number]
/** Members that a text finds, each by the first of what it fits; beyond these nobody reads on. */
const MOST = 200
export const ORDER_NUMBER = /^O-\d{8}-\d{6,12}(-\d{1,4})?$/
/** Digits of an account at a bank that are asked for at least. */
const ACCOUNT_DIGITS = /^\d{4,7}$/
/** The same words again within this time are one search. */
const ONE_SEARCH: Ms = 10 * MINUTE

/** The heading of a member's page, in each language: typed again, it finds that member. */
export const memberHeadings = (text: AppContext['text']) =>
  LANGS.map((lang) => (number: number) => text(lang, 'audit.console.member.of', { number: String(number) }))

/** Typed text for the pattern of a `like`: signs of the pattern stand for themselves. */
export const like = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/**
 * Members by anything that the console may see: number, telephone number, name in any spelling, mail address,
 * last digits of an account at a bank, number of an order. Names stand in memory, as they are compared.
 */
export function openPeople(
  { db: { kysely }, clock, ids, text }: AppContext,
  staff: Pick<StaffPublic, 'personOf'>,
) {
  const headings = memberHeadings(text)
  const names = new Map<MemberId, PersonName>()
  let readTo: Ms = 0

  /** Names that came since the last search; of a member's several the newest counts. */
  async function readNames(): Promise<void> {
    const rows = await kysely
      .selectFrom('identityDetails')
      .select(['memberId', 'name', 'kana', 'at'])
      .where('at', '>=', readTo)
      .orderBy('at')
      .execute()
    for (const { memberId, name, kana, at } of rows) {
      names.set(memberId, personName(name, kana))
      readTo = at
    }
  }

  const byName = async (text: string): Promise<MemberId[]> => {
    if (!isNamePart(text)) return []
    await readNames()
    return [...names].flatMap(([memberId, name]) => (isNameOf(name, text) ? memberId : [])).slice(0, MOST)
  }
  const byEmail = async (text: string): Promise<MemberId[]> =>
    text.includes('@') && text.length > 3
      ? (
          await kysely
            .selectFrom('emailAddresses')
            .select('memberId')
            .where(sql<string>`lower(address)`, 'like', `%${like(text.toLowerCase())}%`)
            .limit(MOST)
            .execute()
        ).map(({ memberId }) => memberId)
      : []
  const byAccount = async (text: string): Promise<MemberId[]> =>
    ACCOUNT_DIGITS.test(text)
      ? (
          await kysely
            .selectFrom('bankAccountDetails')
            .innerJoin('bankAccounts', 'bankAccounts.id', 'bankAccountDetails.accountId')
            .select('bankAccountDetails.memberId')
            .distinct()
            .where('bankAccountDetails.number', 'like', `%${text}`)
            .where('bankAccounts.removedAt', 'is', null)
            .limit(MOST)
            .execute()
        ).map(({ memberId }) => memberId)
      : []
  const byOrder = async (text: string): Promise<MemberId[]> =>
    ORDER_NUMBER.test(text.toUpperCase())
      ? (
          await kysely
            .selectFrom('orders')
            .select('memberId')
            .where('number', '=', text.toUpperCase())
            .execute()
        ).map(({ memberId }) => memberId)
      : []
  const byNumber = async (text: string): Promise<{ number: MemberId[]; mobile: MemberId[] }> => {
    const asked = searched(text)
    if (asked === null) return { number: [], mobile: [] }
    const { number, lastDigits } = asked
    const [members, phones] = await Promise.all([
      number === null ? [] : kysely.selectFrom('members').select('id').where('number', '=', number).execute(),
      lastDigits === null
        ? []
        : kysely
            .selectFrom('credentials')
            .select('memberId')
            .where(sql<string>`right(mobile, 4)`, '=', lastDigits.slice(-4))
            .where('mobile', 'like', `%${lastDigits}`)
            .limit(MOST)
            .execute(),
    ])
    return { number: members.map(({ id }) => id), mobile: phones.map(({ memberId }) => memberId) }
  }

  return {
    async find(typed: string): Promise<ReadonlyMap<MemberId, FoundBy>> {
      const headed = headedNumber(typed, headings)
      if (headed !== null) return new Map((await byNumber(String(headed))).number.map((id) => [id, 'number']))
      const text = typed.normalize('NFKC').trim().replace(/^#/, '')
      const [{ number, mobile }, name, email, account, order] = await Promise.all([
        byNumber(text),
        byName(text),
        byEmail(text),
        byAccount(text),
        byOrder(text),
      ])
      const found = new Map<MemberId, FoundBy>()
      const all = { number, mobile, account, name, email, order } as const
      for (const [by, ids] of Object.entries(all) as [FoundBy, MemberId[]][])
        for (const id of ids) if (!found.has(id)) found.set(id, by)
      return found
    },
    /** Writes down what was looked for, by whom, and how many were found. */
    async note(operatorId: string, typed: string, found: number): Promise<void> {
      const words = typed.trim()
      const at = Math.floor(clock.wall())
      const same = await kysely
        .selectFrom('operatorSearches')
        .select('id')
        .where('operatorId', '=', operatorId)
        .where('words', '=', words)
        .where('at', '>', at - ONE_SEARCH)
        .limit(1)
        .executeTakeFirst()
      if (same !== undefined) return
      const { role, number } = staff.personOf(operatorId)
      await kysely
        .insertInto('operatorSearches')
        .values({ id: ids.uuid(), operatorId, role, number, words, found, at })
        .execute()
    },
  }
}
/** One page of the searches, the newest first. */
export const newestSearches = (db: Database, asked: AskedPage): Promise<FoundPage<SearchRow>> =>
  newestPage(db, { table: 'operatorSearches', by: sql`at`, letters: sql`words` }, asked)

export type People = ReturnType<typeof openPeople>
