import { no } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import { publishedVersions } from '#modules/legal/server/public.ts'
import type { PortfolioPublic } from '#modules/portfolio/server/public.ts'
import { on, type RouteHandler, type AppContext, type Job } from '#modules/module.ts'
import * as contract from '../contract.ts'
import { consentsOf, giveConsents } from './consent.ts'
import { engineCaller } from './identity-routes.ts'
import { factsOf, standingOf } from './level.ts'
import { profileOf, putProfile, type IdentityStore } from './queries.ts'
import { answerQuiz } from './quiz.ts'
import { quizResults, verifications } from './tables.ts'
import { accountOpeningView, levelView } from './views.ts'

type Deps = {
  context: AppContext
  store: IdentityStore
  portfolio: PortfolioPublic
  isListed: (code: string) => boolean
  review: Job
}

/** Account opening and levels. */
export function accountRoutes({ context, store, portfolio, isListed, review }: Deps): RouteHandler[] {
  const now = (): Ms => Math.floor(context.clock.wall())
  return [
    on(contract.getAccountOpening, async ({ caller }) => {
      const { memberId } = caller
      const { read } = context.engine
      const row = read.of(verifications).get(memberId)
      return accountOpeningView(
        row,
        row === undefined ? null : await store.detailsOf(row),
        await profileOf(context, memberId),
        consentsOf(read, memberId),
        now(),
        publishedVersions(read),
      )
    }),
    on(contract.saveProfile, async ({ caller, input }) => {
      const { insiderTie, insiderCode } = input
      if (insiderTie !== 'none' && insiderCode === null) return no('INSIDER_CODE_REQUIRED')
      if (insiderTie !== 'none' && !isListed(insiderCode!)) return no('INSIDER_CODE_UNKNOWN')
      await putProfile(context, {
        ...input,
        insiderCode: insiderTie === 'none' ? null : insiderCode,
        memberId: caller.memberId,
        at: now(),
      })
      return { status: 'saved' as const }
    }),
    on(contract.giveConsents, async ({ caller, input, key }) => {
      const { result } = await context.engine.submit(giveConsents, input, engineCaller(caller, key))
      return result.ok ? result.answer : result
    }),
    on(contract.getLevel, async ({ caller }) => {
      const { memberId } = caller
      const { read } = context.engine
      const standing = standingOf(read, await factsOf(context, portfolio, memberId), now())
      return levelView(
        standing,
        read.of(quizResults).get(memberId),
        review.next(context.clock.market()),
        now(),
      )
    }),
    on(contract.answerQuiz, async ({ caller, input, key }) => {
      const { result } = await context.engine.submit(answerQuiz, input, engineCaller(caller, key))
      return result.ok ? result.answer : result
    }),
  ]
}
