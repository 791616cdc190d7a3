import type { MemberId } from '#kernel/id.ts'
import { dateJst } from '#kernel/time.ts'
import { listen } from '#platform/engine/event.ts'
import { accountFrozen } from '#modules/identity/server/events.ts'
import type { IdentityPublic } from '#modules/identity/server/public.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { PortfolioPublic } from '#modules/portfolio/server/public.ts'
import type { AppContext, Module } from '#modules/module.ts'
import { operatorActed } from '#modules/staff/server/events.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import { normalizeForm } from '../model/identity-form.ts'
import { methodsOn } from '../model/methods.ts'
import { SIDES } from '../model/verification.ts'
import { accountRoutes } from './account-routes.ts'
import { fileAppeal } from './appeal.ts'
import { giveConsents } from './consent.ts'
import { simulatedReader } from './chip-reader.ts'
import { chipRoutes } from './chip-routes.ts'
import { settleDemoPapers, simulatedForm, verifyDemo } from './demo.ts'
import { compareIdentity } from './decide.ts'
import { openQueues } from './desk.ts'
import { eraseDue, erasureJob, eraseIdentity, type EndedAt } from './erase.ts'
import { identityChanged, levelChanged } from './events.ts'
import { identityRoutes, pictureRoute } from './identity-routes.ts'
import { reviewJob, reviewLevels } from './level.ts'
import { reviewRoutes } from './review-routes.ts'
import { hasPassed, type MembersPublic } from './public.ts'
import { identityStore, profileOf } from './queries.ts'
import { profileList } from './row-lists.ts'
import { answerQuiz } from './quiz.ts'
import { giveFacts, submitIdentity } from './submit.ts'
import { consents, identityAppeals, quizResults, verifications } from './tables.ts'
import { identityChecks } from './stored-checks.ts'

export { CHIP_READINGS, IDENTITY_NUMBERS } from './queries.ts'

type Deps = {
  staff: StaffPublic
  identity: IdentityPublic
  instruments: Pick<InstrumentsPublic, 'get'>
  portfolio: PortfolioPublic
  endedAt: EndedAt
}

/** The identity of members, the documents that they agreed to, and the levels that they reach. */
export function createMembers(
  context: AppContext,
  { staff, identity, instruments, portfolio, endedAt }: Deps,
): { module: Module; members: MembersPublic } {
  const store = identityStore(context.db, context.config.keys.images)
  const reader = context.config.demo ? simulatedReader(context.config.keys.salts) : null
  const review = reviewJob(context, portfolio)
  const erase = eraseIdentity(context, endedAt)
  const checks = openQueues({ context, store, staff, identity })

  const passedDetails = async (memberId: MemberId) => {
    const { read } = context.engine
    return hasPassed(read, memberId) ? store.detailsOf(read.of(verifications).get(memberId)!) : null
  }
  identity.onIdentityCheck(async (memberId, { nameKana, documentNumber }) => {
    const known = await passedDetails(memberId)
    if (known === null) return false
    const submitted = normalizeForm({ ...known, kana: nameKana, idNumber: documentNumber })
    return submitted.kana === known.kana && submitted.idNumber === known.idNumber
  })

  const tellStanding = ({ memberId }: { memberId: MemberId }) =>
    context.bus.publish(`member/${memberId}`, { type: 'standing' })
  const module: Module = {
    name: 'members',
    tables: [verifications, identityAppeals, quizResults, consents],
    stored: identityChecks(context.config.keys.images),
    macs: [profileList(context.config)],
    commands: [
      submitIdentity,
      compareIdentity,
      giveFacts,
      verifyDemo,
      fileAppeal,
      giveConsents,
      answerQuiz,
      reviewLevels,
      erase,
    ],
    jobs: [review, erasureJob(() => eraseDue(context, erase))],
    faults: () =>
      methodsOn(dateJst(context.clock.wall()), reader !== null).length === 0
        ? ['identity-check-missing']
        : [],
    start: () => settleDemoPapers(context, store, identity.demoMemberIds()),
    uploads: SIDES.map((side) => pictureRoute(context, store, side)),
    listeners: [
      listen(identityChanged, tellStanding),
      listen(levelChanged, tellStanding),
      listen(accountFrozen, tellStanding),
      listen(operatorActed, ({ power, memberId }) => {
        if (power === 'trading.release' && memberId !== null) tellStanding({ memberId })
      }),
    ],
    routes: [
      ...identityRoutes({ context, store, staff, reader }),
      ...chipRoutes({ context, store, reader }),
      ...reviewRoutes({ context, store, staff, reader, ...checks }),
      ...accountRoutes({
        context,
        store,
        portfolio,
        isListed: (code) => instruments.get(code) !== null,
        review,
      }),
    ],
  }
  return {
    module,
    members: {
      verifiedName: async (memberId) => (await passedDetails(memberId))?.kana ?? null,
      async verifiedIdentity(memberId) {
        const details = await passedDetails(memberId)
        return details === null ? null : { name: details.name, idNumber: details.idNumber }
      },
      settleSimulated: (memberIds) => settleDemoPapers(context, store, memberIds, simulatedForm),
      statedIncome: async (memberId) => (await profileOf(context, memberId))?.income ?? null,
    },
  }
}
