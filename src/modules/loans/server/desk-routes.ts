import { DAY, dateJst } from '#kernel/time.ts'
import { isFrozen, memberOf } from '#modules/identity/server/public.ts'
import { NotFound, on, type RouteHandler, type AppContext } from '#modules/module.ts'
import { askedPage, foundIn } from '#modules/staff/model/desk-list.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import { affordable, incomeOf } from '../model/affordability.ts'
import { creditItems } from '../model/credit-score.ts'
import * as contract from '../operator-contract.ts'
import { appealOf, appealSubject } from './appeals.ts'
import { meansView, type Checks } from './checks.ts'
import { creditFacts } from './credit.ts'
import { loans, type LoanRow } from './tables.ts'
import { loanView } from './views.ts'

const isDecided = ({ decidedAt }: LoanRow): boolean => decidedAt !== null

/** The desk of loans: what waits for two reviewers, what is lent, what became of the others. */
export function deskRoutes(
  context: AppContext,
  checks: Checks,
  staff: Pick<StaffPublic, 'actsOn' | 'logRead'>,
): RouteHandler[] {
  const read = () => context.engine.read
  const wall = () => Math.floor(context.clock.wall())

  async function rowOf(row: LoanRow): Promise<contract.DeskLoan> {
    const { id, number, level, openedAt } = memberOf(read(), row.memberId)!
    const view = loanView(read(), row, dateJst(context.clock.market()))
    const { checks: all } = await checks.of(row)
    return {
      id: row.id,
      number: row.number,
      member: {
        id,
        number,
        level,
        days: Math.max(0, Math.floor((wall() - openedAt) / DAY)),
        frozen: isFrozen(read(), id, wall()),
      },
      amount: row.yen,
      rateBp: view.rateBp,
      state: row.state,
      appliedAt: view.appliedAt,
      decidedAt: view.decidedAt,
      reason: row.reason,
      principal: row.principalYen,
      room: affordable(checks.means(row.memberId, row.incomeYen)).headroomYen,
      sound: all.every(({ name, passed }) => passed || !['name', 'number', 'record'].includes(name)),
    }
  }

  return [
    on(contract.listDeskLoans, async ({ query: { view = 'review', ...query } }) => {
      const table = read().of(loans)
      const review = table.by('state', 'pending').toSorted((a, b) => a.number - b.number)
      const open = table.by('state', 'open').toSorted((a, b) => a.number - b.number)
      const of = view === 'review' ? review : view === 'open' ? open : table.all().filter(isDecided)
      const { rows, next, total } = foundIn(
        of,
        ({ id, number, decidedAt }) => ({ figure: view === 'decided' ? decidedAt! : number, id }),
        (row) => ({
          reference: String(row.number),
          number: memberOf(read(), row.memberId)!.number,
          yen: row.yen,
        }),
        askedPage(query),
        view === 'decided' ? 'desc' : 'asc',
      )
      return {
        next,
        total,
        counts: { review: review.length, open: open.length },
        lent: open.reduce((sum, { principalYen }) => sum + principalYen, 0),
        rows: await Promise.all(rows.map(rowOf)),
      }
    }),
    on(contract.getDeskLoan, async ({ params, operator, lang }) => {
      const row = read().of(loans).get(params.id)
      if (row === undefined) throw new NotFound('loan')
      const { memberId } = row
      await staff.logRead(operator.operatorId, memberId, 'loan')
      const appeal = appealOf(read(), row.id)
      const [{ details, verifiedName, checks: all }, { answer }, acts, appealed, loan] = await Promise.all([
        checks.of(row),
        checks.meansNow(memberId),
        staff.actsOn(memberId, row.id, lang),
        appeal === undefined ? [] : staff.actsOn(memberId, appealSubject(appeal.id), lang),
        rowOf(row),
      ])
      const { name, idNumber, address, contact, email } = details!
      const items = Object.entries(creditItems(creditFacts(read(), memberId, wall()))).map(
        ([item, points]) => ({ item: item as keyof ReturnType<typeof creditItems>, points }),
      )
      return {
        loan,
        form: { name, idNumber, address, contact, email },
        verifiedName,
        // By the income that was stated when it was applied for: a profile that was changed since then has no
        // say in it.
        means: meansView(
          incomeOf(answer) === row.incomeYen ? answer : null,
          affordable(checks.means(memberId, row.incomeYen)),
        ),
        checks: all,
        score: items.reduce((sum, { points }) => sum + points, 0),
        items,
        acts: [...acts, ...appealed],
      }
    }),
  ]
}
