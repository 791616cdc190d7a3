import type { MemberId } from '#kernel/id.ts'
import { no } from '#kernel/result.ts'
import { dateJst } from '#kernel/time.ts'
import { budgetOf, windowLimiter, type Limits } from '#platform/limits.ts'
import { pdfMaker, type PdfPaper } from '#platform/pdf.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { ListingsPublic } from '#modules/listings/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import type { MembersPublic } from '#modules/members/server/public.ts'
import { on, TooMany, type AppContext, type Caller, type Module } from '#modules/module.ts'
import * as contract from '../contract.ts'
import { bonusView } from './bonus.ts'
import { assertClosed } from './closed-books.ts'
import { incomeView, spanAsked } from './income.ts'
import { ownDataOf } from './own-data-queries.ts'
import { performanceView } from './performance.ts'
import { balanceReport, statementsOf, tradeReport, yearReport } from './statements.ts'
import { tableText } from './tables.ts'
import { wordsIn } from './labels.ts'

/** The exchange is simulated, and so is every statement about it. */
const SIMULATED = true

type Modules = {
  instruments: InstrumentsPublic
  market: MarketPublic
  members: Pick<MembersPublic, 'verifiedIdentity'>
  listings: Pick<ListingsPublic, 'terms'>
}

/** Logs, tables, statements and own data: all of it read, nothing kept. */
export function createRecords(
  context: AppContext,
  { instruments, market, members, listings }: Modules,
  limits: Limits,
): Module {
  const { db, clock } = context
  const pdf = pdfMaker(limits.files.waiting)
  const files = windowLimiter(limits.files.perMember)
  const exports = windowLimiter(limits.files.exportsPerMember)
  const takeOne = (limiter: typeof files, caller: Caller) => {
    const wait = limiter.take(budgetOf(caller), clock.machine())
    if (wait > 0) throw new TooMany(wait)
  }
  const fileOf = (name: string, type: contract.FileView['type'], content: Buffer): contract.FileView => ({
    name,
    type,
    content: content.toString('base64'),
    simulated: SIMULATED,
  })

  /** A statement as a file, or the refusal where there is nothing to state. */
  async function statement<Code extends string>(
    caller: Caller,
    name: string,
    refusal: Code,
    make: () => Promise<PdfPaper | null>,
  ) {
    takeOne(files, caller)
    const paper = await make()
    return paper === null
      ? no(refusal)
      : fileOf(`akari-${name}.pdf`, 'application/pdf', Buffer.from(await pdf.make(paper)))
  }
  /** The name as it was verified; before that no paper makes one up. */
  async function deps(memberId: MemberId, lang: string) {
    const words = wordsIn(context, lang)
    const identity = await members.verifiedIdentity(memberId)
    return {
      context,
      market,
      actions: instruments.actions,
      listings,
      memberId,
      words,
      customer: identity?.name ?? words.t('records.unnamed'),
    }
  }

  return {
    name: 'records',
    routes: [
      on(contract.getIncome, ({ caller, query }) => incomeView(context, caller.memberId, query)),
      on(contract.getBonus, ({ caller, query: { year }, lang }) =>
        bonusView(context, instruments, {
          memberId: caller.memberId,
          year: year === undefined ? null : Number(year),
          lang,
        }),
      ),
      on(contract.getPerformance, ({ caller, query: { span }, lang }) =>
        performanceView(
          { context, market, actions: instruments.actions, memberId: caller.memberId, lang },
          span ?? 'quarter',
        ),
      ),
      on(contract.getTable, async ({ caller, params: { table }, query, lang }) => {
        takeOne(files, caller)
        const span = spanAsked(query, dateJst(clock.market()))
        if (span === null) return no('PERIOD_WRONG')
        assertClosed(context, market, span, clock.market())
        const text = await tableText(table, { ...(await deps(caller.memberId, lang)), span })
        return fileOf(`akari-${table}-${span.from}-${span.to}.csv`, 'text/csv', Buffer.from(text))
      }),
      on(contract.listStatements, ({ caller }) => statementsOf(context, caller.memberId)),
      on(contract.getTradeReport, ({ caller, query: { date }, lang }) =>
        statement(caller, `trades-${date}`, 'NOTHING_TRADED', async () =>
          tradeReport(await deps(caller.memberId, lang), date),
        ),
      ),
      on(contract.getBalanceReport, ({ caller, query: { period }, lang }) =>
        statement(caller, `balance-${period}`, 'PERIOD_WRONG', async () =>
          balanceReport(await deps(caller.memberId, lang), period),
        ),
      ),
      on(contract.getYearReport, ({ caller, query: { year }, lang }) =>
        statement(caller, `year-${year}`, 'NOTHING_SETTLED', async () =>
          yearReport(await deps(caller.memberId, lang), year),
        ),
      ),
      on(contract.getOwnData, async ({ caller, lang }) => {
        takeOne(exports, caller)
        const data = await ownDataOf(db, caller.memberId)
        return {
          member: caller.memberId,
          madeAt: new Date(clock.wall()).toISOString(),
          note: wordsIn(context, lang).t('records.export.note'),
          ...data,
          simulated: SIMULATED,
        }
      }),
    ],
    stop: () => pdf.stop(),
  }
}
