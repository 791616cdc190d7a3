import type { MemberId } from '#kernel/id.ts'
import { no, type Refusal } from '#kernel/result.ts'
import { dateJst } from '#kernel/time.ts'
import { ownId } from '#platform/own-id.ts'
import { callerOf } from '#modules/funding/server/public.ts'
import { maskNumber } from '#modules/members/model/identity-form.ts'
import { isSampleNumber } from '#modules/members/model/sample-number.ts'
import type { MembersPublic } from '#modules/members/server/public.ts'
import { freeMoney } from '#modules/portfolio/server/public.ts'
import { NotFound, on, type RouteHandler, type AppContext } from '#modules/module.ts'
import { APPEAL_TEXT, isAppealText } from '#modules/staff/model/appeal.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import * as contract from '../contract.ts'
import { incomeOf } from '../model/affordability.ts'
import {
  decideApplication,
  formProblem,
  isSamePerson,
  normalizeForm,
  type LoanForm,
} from '../model/application.ts'
import { creditItems, ITEM_MOST } from '../model/credit-score.ts'
import { coming } from '../model/schedule.ts'
import { LEAST_YEN, MOST_TOGETHER_YEN, MOST_YEN, RATES } from '../model/terms.ts'
import { appealOf, appealSubject, type appealCommand } from './appeals.ts'
import type { applyCommand, cancelCommand } from './apply.ts'
import { meansView, type Checks } from './checks.ts'
import { creditFacts } from './credit.ts'
import { statementOf, yearsOf, type LoanStore } from './queries.ts'
import type { repayCommand } from './repay.ts'
import { applyFacts, debtOf, openLoans } from './rows.ts'
import { loans, type LoanRow } from './tables.ts'
import { bpOf, entryView, loanView, SIMULATED } from './views.ts'

export type Commands = {
  apply: ReturnType<typeof applyCommand>
  cancel: ReturnType<typeof cancelCommand>
  repay: ReturnType<typeof repayCommand>
  appeal: ReturnType<typeof appealCommand>
}
type Deps = {
  context: AppContext
  commands: Commands
  store: LoanStore
  checks: Checks
  members: Pick<MembersPublic, 'verifiedIdentity'>
  staff: Pick<StaffPublic, 'actsOn'>
}

/** A loan of this member; another's is not there. */
const ownLoan =
  (context: AppContext) =>
  (memberId: MemberId, id: string): LoanRow => {
    const row = context.engine.read.of(loans).get(id)
    if (row?.memberId !== memberId) throw new NotFound('loan')
    return row
  }

const SALT_BYTES = 16
const MONTHS_SHOWN = 12
const STATEMENT_ROWS = 400

/** The views of loans for a member: the amount that can be afforded, each loan, the credit score. */
export function readRoutes({ context, store, checks, members, staff }: Deps): RouteHandler[] {
  const read = () => context.engine.read
  const wall = () => Math.floor(context.clock.wall())
  const today = () => dateJst(context.clock.market())
  const view = (row: LoanRow) => loanView(read(), row, today())
  const own = ownLoan(context)
  return [
    on(contract.getFinancing, async ({ caller }) => {
      const { memberId } = caller
      const [{ answer, all }, verified, before, years] = await Promise.all([
        checks.meansNow(memberId),
        members.verifiedIdentity(memberId),
        store.newestDetails(memberId),
        yearsOf(context.db, memberId),
      ])
      const open = openLoans(read(), memberId)
      const charges = open.map((row) => coming(debtOf(row), today(), 1)[0]!)
      const decided = decideApplication(applyFacts(read(), memberId, wall(), all), LEAST_YEN)
      return {
        loans: read()
          .of(loans)
          .by('member', memberId)
          .toSorted((a, b) => b.number - a.number)
          .map(view),
        means: meansView(answer, all),
        least: LEAST_YEN,
        most: MOST_YEN,
        together: MOST_TOGETHER_YEN,
        rates: RATES.map(({ belowYen, ratePpm }) => ({ below: belowYen, rateBp: bpOf(ratePpm) })),
        obstacle: decided.ok ? null : decided.rejection,
        prefill: {
          name: verified?.name ?? '',
          idNumber: verified !== null && isSampleNumber(verified.idNumber) ? verified.idNumber : '',
          address: before?.address ?? '',
          contact: before?.contact ?? '',
          email: before?.email ?? '',
        },
        owed: open.reduce((sum, row) => sum + view(row).owed, 0),
        nextCharge:
          charges.length === 0
            ? null
            : {
                day: charges[0]!.day,
                amount: charges.reduce((sum, { interestYen }) => sum + interestYen, 0),
              },
        years,
        simulated: SIMULATED,
      }
    }),
    on(contract.getLoan, async ({ caller, params, lang }) => {
      const { memberId } = caller
      const row = own(memberId, params.id)
      const appeal = appealOf(read(), row.id)
      const [details, statement, acts, appealed] = await Promise.all([
        store.detailsOf(row.id),
        statementOf(context.db, memberId, row.id, STATEMENT_ROWS),
        staff.actsOn(memberId, row.id, lang),
        appeal === undefined ? [] : staff.actsOn(memberId, appealSubject(appeal.id), lang),
      ])
      const { name, idNumber, address, contact, email } = details!
      return {
        loan: view(row),
        form: { name, idNumber: maskNumber(idNumber), address, contact, email },
        free: freeMoney(read(), memberId),
        schedule:
          row.state === 'open'
            ? coming(debtOf(row), today(), MONTHS_SHOWN).map(({ day, days, interestYen }) => ({
                day,
                days,
                interest: interestYen,
              }))
            : [],
        statement: statement.map(entryView),
        acts: [...acts, ...appealed].toSorted((a, b) => (a.at < b.at ? -1 : 1)),
        simulated: SIMULATED,
      }
    }),
    on(contract.getCreditScore, async ({ caller }) => {
      const { memberId } = caller
      const facts = creditFacts(read(), memberId, wall())
      const items = Object.entries(creditItems(facts)).map(([item, points]) => ({
        item: item as contract.CreditView['items'][number]['item'],
        points,
        most: ITEM_MOST,
      }))
      return {
        score: items.reduce((sum, { points }) => sum + points, 0),
        most: items.length * ITEM_MOST,
        items,
        facts,
        simulated: SIMULATED,
      }
    }),
  ]
}

/** The acts of a member on loans: apply, cancel, repay, appeal. */
export function writeRoutes({ context, commands, store, checks, members }: Deps): RouteHandler[] {
  const read = () => context.engine.read
  const wall = () => Math.floor(context.clock.wall())
  const salt = () => Buffer.from(context.ids.bytes(SALT_BYTES))
  const own = ownLoan(context)
  const view = (row: LoanRow) => loanView(read(), row, dateJst(context.clock.market()))
  /**
   * Name and number as they were verified, compared before anything is asked of the engine: a slip is said
   * beside its field.
   */
  async function differs(memberId: MemberId, form: LoanForm): Promise<Refusal | null> {
    const verified = await members.verifiedIdentity(memberId)
    if (verified === null) return no('LOAN_IDENTITY_NEEDED')
    if (!isSamePerson(form.name, verified.name)) return no('LOAN_NAME_DIFFERS')
    return isSamePerson(form.idNumber, verified.idNumber) ? null : no('LOAN_ID_DIFFERS')
  }

  return [
    on(contract.applyForLoan, async (request) => {
      const {
        caller,
        input: { amount, ...typed },
        key,
      } = request
      const { memberId } = caller
      const form = normalizeForm(typed)
      const problem = formProblem(form)
      if (problem !== null) return no(problem)
      const { answer, all } = await checks.meansNow(memberId)
      // The rule first, on what stands now, so that nothing personal is kept of what cannot be; the command
      // asks again.
      const decided = decideApplication(applyFacts(read(), memberId, wall(), all), amount)
      const id = ownId('loan', memberId, key)
      if (!decided.ok && read().of(loans).get(id) === undefined) return decided
      const other = await differs(memberId, form)
      if (other !== null) return other
      const detailsHash = await store.putDetails(id, memberId, form, salt(), wall())
      const { result } = await context.engine.submit(
        commands.apply,
        { id, yen: amount, incomeYen: incomeOf(answer), detailsHash },
        callerOf(request),
      )
      if (result.ok) return view(own(memberId, result.answer.id))
      await store.dropDetails(id)
      return result
    }),
    on(contract.cancelLoan, async (request) => {
      const { memberId } = request.caller
      const { result } = await context.engine.submit(
        commands.cancel,
        { loanId: request.params.id, memberId },
        callerOf(request),
      )
      return result.ok ? view(own(memberId, result.answer.id)) : result
    }),
    on(contract.repayLoan, async (request) => {
      const { result } = await context.engine.submit(
        commands.repay,
        { loanId: request.params.id, yen: request.input.amount },
        callerOf(request),
      )
      return result.ok ? view(own(request.caller.memberId, result.answer.id)) : result
    }),
    on(contract.appealLoan, async (request) => {
      const { params, input, caller, key } = request
      const { memberId } = caller
      if (read().of(loans).get(params.id)?.memberId !== memberId) return no('LOAN_NOT_FOUND')
      if (!isAppealText(input.text)) return no('APPEAL_TEXT', APPEAL_TEXT)
      const textId = ownId('loan-appeal', memberId, key)
      const textHash = await store.putAppealText(textId, memberId, input.text.trim(), salt(), wall())
      const { result } = await context.engine.submit(
        commands.appeal,
        { loanId: params.id, textId, textHash },
        callerOf(request),
      )
      if (result.ok) return view(own(memberId, params.id))
      await store.dropAppealText(textId)
      return result
    }),
  ]
}
