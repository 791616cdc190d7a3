import type { Ms } from '#kernel/time.ts'
import type { MemberId } from '#kernel/id.ts'
import { memberCaller } from '#platform/engine/command.ts'
import { tradeDateAt } from '#modules/instruments/model/schedule.ts'
import type { NewIssuesPublic } from '#modules/instruments/server/public.ts'
import type { DrawsPublic } from '#modules/draws/server/public.ts'
import type { ListingsPublic } from '#modules/listings/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { NotFound, on, type Caller, type AppContext, type Module } from '#modules/module.ts'
import * as contract from '../contract.ts'
import { paymentWindow } from '../model/payment.ts'
import { ipoProduct } from './draw-hooks.ts'
import { issueCommand, issueJob } from './issue.ts'
import { offeringOutcome } from './outcome.ts'
import { confirmCommand, declineCommand, type Times } from './purchase.ts'
import { endCommand, passOnCommand, roundsJob } from './rounds.ts'
import { ipoSample } from './sample.ts'
import { results, wins } from './tables.ts'
import { applicationView, offeringView, type Reader } from './views.ts'

export type IpoDeps = {
  listings: ListingsPublic
  draws: DrawsPublic
  market: MarketPublic
  newIssues: NewIssuesPublic
}

/**
 * IPO: offerings, their price, who may buy and until when, and the day on which shares that are paid become
 * lots.
 */
export function createIpo(context: AppContext, { listings, draws, market, newIssues }: IpoDeps): Module {
  const { clock, schedule, calendar } = context
  const tradeDateOf = (at: Ms) => tradeDateAt(schedule, calendar, at)
  const times = (): Times => {
    const at = Math.floor(clock.market())
    return { at, tradeDate: tradeDateOf(at) }
  }
  draws.register(ipoProduct({ draws, newIssues }))
  listings.outcome('ipo', (tables, listing, now) => offeringOutcome({ draws }, tables, listing, now))
  if (context.config.market === 'sim') listings.sample('ipo', ipoSample(context, { listings, newIssues }))

  const deps = { draws, listings, times }
  const commands = {
    confirm: confirmCommand(deps),
    decline: declineCommand(deps),
    passOn: passOnCommand(deps),
    end: endCommand(deps),
    issue: issueCommand(deps),
  }

  const reader = (caller: Caller | null, lang: string): Reader => ({
    read: context.engine.read,
    now: clock.market(),
    lang,
    memberId: caller?.memberId ?? null,
  })
  const views = { draws, market, text: context.text }
  const listing = (id: string) => listings.terms(context.engine.read, 'ipo', id)
  const ownApplication = (id: string, memberId: MemberId, lang: string) => {
    const application = draws.application(context.engine.read, id)!
    return applicationView(
      views,
      reader({ memberId } as Caller, lang),
      listing(application.drawId)!,
      application,
    )
  }
  const decide = async (
    command: typeof commands.confirm,
    { params, caller, key, lang }: { params: { id: string }; caller: Caller; key: string; lang: string },
  ) => {
    const { memberId, sessionId } = caller
    const { result } = await context.engine.submit(
      command,
      { applicationId: params.id },
      memberCaller(memberId, sessionId, key),
    )
    return result.ok ? ownApplication(result.answer.id, memberId, lang) : result
  }
  return {
    name: 'ipo',
    tables: [results, wins],
    commands: Object.values(commands),
    jobs: [roundsJob(context, deps, commands, tradeDateOf), issueJob(context, deps, commands.issue)],
    routes: [
      on(contract.listOfferings, ({ caller, lang }) => {
        const now = clock.market()
        const all = listings
          .published(context.engine.read, 'ipo')
          .map((one) => ({ one, endsAt: paymentWindow(one.terms).endsAt }))
        const ahead = all
          .filter(({ one, endsAt }) => !one.isVoid && endsAt > now)
          .toSorted((a, b) => a.one.terms.closesAt - b.one.terms.closesAt)
        const past = all.filter((each) => !ahead.includes(each)).toSorted((a, b) => b.endsAt - a.endsAt)
        return [...ahead, ...past].map(({ one }) => offeringView(views, reader(caller, lang), one))
      }),
      on(contract.getOffering, ({ params, caller, lang }) => {
        const found = listing(params.id)
        if (found === null) throw new NotFound('offering')
        return offeringView(views, reader(caller, lang), found)
      }),
      on(contract.listIpoApplications, ({ caller, lang }) => {
        const { memberId } = caller
        return draws.applicationsOf(context.engine.read, memberId).flatMap((application) => {
          const found = listing(application.drawId)
          return found === null ? [] : [applicationView(views, reader(caller, lang), found, application)]
        })
      }),
      on(contract.confirmPurchase, (request) => decide(commands.confirm, request)),
      on(contract.declinePurchase, (request) => decide(commands.decline, request)),
    ],
  }
}
