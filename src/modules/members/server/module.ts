import type { IdentityPublic } from '#modules/identity/server/public.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { PortfolioPublic } from '#modules/portfolio/server/public.ts'
import type { House, Module } from '#modules/module.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import { normalizeForm } from '../model/identity-form.ts'
import { SIDES } from '../model/verification.ts'
import { accountDoors } from './account-doors.ts'
import { fileAppeal } from './appeal.ts'
import { giveConsents } from './consent.ts'
import { settleDemoPapers } from './demo.ts'
import { openQueues } from './desk.ts'
import { identityDoors, pictureDoor } from './identity-doors.ts'
import { reviewJob, reviewLevels } from './level.ts'
import { reviewDoors } from './review-doors.ts'
import { hasPassed, type MembersPublic } from './public.ts'
import { identityStore, profileOf } from './queries.ts'
import { answerQuiz } from './quiz.ts'
import { submitIdentity } from './submit.ts'
import { consents, identityAppeals, quizResults, verifications } from './tables.ts'

type Given = { staff: StaffPublic; identity: IdentityPublic; instruments: Pick<InstrumentsPublic, 'get'>; portfolio: PortfolioPublic }

/** Who members are, what they agreed to, and the levels that they reach. */
export function createMembers(house: House, { staff, identity, instruments, portfolio }: Given): { module: Module; members: MembersPublic } {
  const store = identityStore(house.db, house.config.keys.images)
  const review = reviewJob(house, portfolio)
  const checks = openQueues({ house, store, staff, identity })

  const passedDetails = async (memberId: string) => {
    const { read } = house.engine
    return hasPassed(read, memberId) ? store.detailsOf(read.of(verifications).get(memberId)!.detailsId) : null
  }
  identity.onIdentityCheck(async (memberId, { nameKana, documentNumber }) => {
    const known = await passedDetails(memberId)
    if (known === null) return false
    const given = normalizeForm({ ...known, kana: nameKana, idNumber: documentNumber })
    return given.kana === known.kana && given.idNumber === known.idNumber
  })

  const module: Module = {
    name: 'members',
    tables: [verifications, identityAppeals, quizResults, consents],
    commands: [submitIdentity, fileAppeal, giveConsents, answerQuiz, reviewLevels],
    jobs: [review],
    start: () => settleDemoPapers(house, identity.demoMemberIds()),
    uploads: SIDES.map((side) => pictureDoor(house, store, side)),
    listeners: ['identity.changed', 'level.changed'].map((type) => ({
      on: type, hear: ({ memberId }) => house.bus.publish(`member/${String(memberId)}`, { type: 'standing' }),
    })),
    doors: [
      ...identityDoors({ house, store, staff }),
      ...reviewDoors({ house, store, staff, ...checks }),
      ...accountDoors({ house, portfolio, isListed: (code) => instruments.get(code) !== null, review }),
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
      statedIncome: async (memberId) => (await profileOf(house.db, memberId))?.income ?? null,
    },
  }
}
