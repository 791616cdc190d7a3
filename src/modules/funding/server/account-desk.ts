import { dateJst, iso, timeJst } from '#kernel/time.ts'
import { NotFound, on, type RouteHandler } from '#modules/module.ts'
import { usableFrom } from '../model/bank-account.ts'
import { isSameName, readable } from '../model/kana.ts'
import * as contract from '../operator-contract.ts'
import { accountAppealOf, accountAppealSubject } from './account-appeals.ts'
import { detailsHash } from './details.ts'
import { isoOrNull, memberRef } from './desk-views.ts'
import { accountsDecidedSince, detailsOf, sameNumber } from './queries.ts'
import { accountFailure } from './queues.ts'
import type { FundingDeps } from './deps.ts'
import { bankAccounts, type AccountDetailsRow, type BankAccountRow } from './tables.ts'

/**
 * The console's queue of bank accounts, and one of them. Decisions and looks are acts; here is only what is
 * read.
 */
export function accountDeskRoutes(deps: FundingDeps): RouteHandler[] {
  const { context, staff, banks, verifiedName } = deps
  const { db } = context
  const read = () => context.engine.read
  const rowView = async (row: BankAccountRow, details: AccountDetailsRow): Promise<contract.DeskAccount> => {
    const name = await verifiedName(row.memberId)
    return {
      id: row.id,
      member: memberRef(read(), row.memberId, context.clock.wall()),
      status: row.state === 'removed' ? 'denied' : row.state,
      bankName: details.bankName,
      branchName: details.branchName,
      addedAt: iso(row.addedAt),
      usableFrom: iso(usableFrom(row.addedAt)),
      sameName: name !== null && isSameName(readable(details.holder), name),
    }
  }
  return [
    on(contract.listDeskAccounts, async () => {
      const waiting = read()
        .of(bankAccounts)
        .by('state', 'pending')
        .toSorted((a, b) => a.addedAt - b.addedAt)
      const rows = await Promise.all(
        waiting.map(async (row) => {
          const details = await detailsOf(db, row.id)
          return details === undefined ? [] : [await rowView(row, details)]
        }),
      )
      const decided = await accountsDecidedSince(db, timeJst(dateJst(context.clock.wall()), 0))
      const waits = decided.map(({ addedAt, decidedAt }) => decidedAt! - addedAt).toSorted((a, b) => a - b)
      return {
        rows: rows.flat(),
        now: iso(context.clock.wall()),
        today: {
          decided: decided.length,
          rejected: decided.filter(({ state }) => state === 'denied').length,
          medianMs: waits[Math.floor((waits.length - 1) / 2)] ?? null,
        },
      }
    }),
    on(contract.getDeskAccount, async ({ operator, params: { id }, lang }) => {
      const row = read().of(bankAccounts).get(id)
      const details = await detailsOf(db, id)
      if (row === undefined || details === undefined) throw new NotFound('account')
      await staff.logRead(operator.operatorId, row.memberId, 'bank-account')
      const appeal = accountAppealOf(read(), id)
      const [view, name, places, check, elsewhere, ...acts] = await Promise.all([
        rowView(row, details),
        verifiedName(row.memberId),
        banks.names(details.bankCode, details.branchCode),
        accountFailure(deps, id),
        sameNumber(db, details),
        ...[id, ...(appeal === undefined ? [] : [accountAppealSubject(appeal.id)])].map((subject) =>
          staff.actsOn(row.memberId, subject, lang),
        ),
      ])
      return {
        ...view,
        holder: readable(details.holder),
        verifiedName: name,
        bankCode: details.bankCode,
        branchCode: details.branchCode,
        type: details.type,
        number: details.number,
        decidedAt: isoOrNull(row.decidedAt),
        reason: row.reason,
        check,
        placeKnown: places.bankName !== null && places.branchName !== null,
        sameRecord: detailsHash(details) === row.detailsHash,
        elsewhere,
        acts: acts.flat(),
      }
    }),
  ]
}
