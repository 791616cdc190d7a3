import { sql } from 'kysely'
import { LANGS } from '#i18n/lang.ts'
import type { AppContext } from '#modules/module.ts'
import { isReference } from '#modules/funding/model/reference.ts'
import { headedNumber } from '../model/headed-number.ts'
import { memberHeadings, ORDER_NUMBER } from './people-queries.ts'

/** Subjects of a member that records are looked through for at most, the newest of them. */
const MOST = 200
const NUMBER = /^\d{1,9}$/

/**
 * The numbers that people know, as ids that records of the journal bear: a member's (`#2`, as the console
 * heads it too) with everything that was decided about that member, a loan's as its page heads it, a
 * reference of a deposit or a withdrawal, an order's number. null: it is none of them.
 */
export function openSubjects({ db: { kysely }, text }: Pick<AppContext, 'db' | 'text'>) {
  const loanHeadings = LANGS.map(
    (lang) => (number: number) => text(lang, 'loans.console.number', { number: String(number) }),
  )
  const ids = async (found: ReturnType<typeof sql<{ id: string }>>): Promise<string[]> =>
    (await found.execute(kysely)).rows.map(({ id }) => id)
  const ofMember = (number: number) =>
    ids(sql<{ id: string }>`
      with him as (select id from members where number = ${number}),
        his as (select a.subject as id, a.asked_at as at from approvals a join him on a.member_id = him.id
          union select o.subject, o.at from operator_acts o join him on o.member_id = him.id
          union select d.id, d.requested_at from deposits d join him on d.member_id = him.id
          union select w.id, w.requested_at from withdrawals w join him on w.member_id = him.id
          union select b.id, b.added_at from bank_accounts b join him on b.member_id = him.id
          union select l.id, l.applied_at from loans l join him on l.member_id = him.id)
      select id from him union all
      (select id from (select id, max(at) as at from his group by id) as once order by at desc limit ${MOST})`)
  return async (typed: string): Promise<readonly string[] | null> => {
    const asked = typed.normalize('NFKC').trim().replace(/^#\s*/, '').toUpperCase()
    if (isReference(asked)) {
      const found = await ids(sql<{ id: string }>`
        select id from deposits where reference = ${asked}
        union all select id from withdrawals where reference = ${asked}`)
      if (found.length > 0) return found
    }
    if (ORDER_NUMBER.test(asked))
      return ids(sql<{ id: string }>`select id from orders where number = ${asked}`)
    const loan = headedNumber(typed, loanHeadings)
    if (loan !== null) return ids(sql<{ id: string }>`select id from loans where number = ${loan}`)
    const member = NUMBER.test(asked) ? Number(asked) : headedNumber(typed, memberHeadings(text))
    return member === null ? null : ofMember(member)
  }
}
