import type { MemberId } from '#kernel/id.ts'
import type { AppContext } from '#modules/module.ts'
import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import { plainCase, type AppealCase, type Asked, type StaffPublic } from '#modules/staff/server/public.ts'
import { memberOf, type IdentityPublic } from '#modules/identity/server/public.ts'
import { checkSide } from '../model/checks.ts'
import type { RejectReason, Side } from '../model/verification.ts'
import { caseOf, partsOfCase, SIDES, verificationState } from '../model/verification.ts'
import {
  answerBy,
  appealEffects,
  appealOf,
  IDENTITY_APPEALS,
  isFlaggedAppeal,
  openAppeals,
} from './appeal.ts'
import { casesOf, compareIdentity, isFlagged, sideEffects } from './decide.ts'
import { hasPassed } from './public.ts'
import type { IdentityStore } from './queries.ts'
import { sidesOf } from './submit.ts'
import { verifications, type VerificationRow } from './tables.ts'

type Deps = {
  context: AppContext
  store: IdentityStore
  staff: StaffPublic
  identity: Pick<IdentityPublic, 'langOf'>
}

/** Another member with the same document: verified by it, under review, or rejected with it. */
export type Twin = { memberId: MemberId; state: 'passed' | 'review' | 'rejected' }

/**
 * Lays identities and appeals before operators, and gives back the checks. The demo desk decides them by the
 * published checks, people by what they see.
 */
export function openQueues({ context, store, staff, identity }: Deps) {
  const read = () => context.engine.read
  for (const effect of [...sideEffects(compare), ...appealEffects(compare, read)])
    staff.register('members', effect)

  /** Other members whose newest submission has the same document, whatever became of it. */
  async function twins(row: VerificationRow): Promise<Twin[]> {
    const form = await store.detailsOf(row)
    // Details that were never written, or were erased, are nobody’s.
    if (form === null) return []
    return (await store.sameDocument(row.memberId, form)).flatMap(({ id, memberId }) => {
      const other = context.engine.read.of(verifications).get(memberId)
      const state = other?.detailsId === id ? verificationState(other.frontState, other.backState) : 'none'
      return state === 'none' ? [] : { memberId, state }
    })
  }
  /** Writes the number of twins into the row that the powers to accept look at, where it has changed. */
  async function compare(memberId: MemberId): Promise<void> {
    const row = context.engine.read.of(verifications).get(memberId)
    if (row === undefined) return
    const found = (await twins(row)).length
    if (found !== (row.twins ?? 0))
      await context.engine.submit(compareIdentity, { memberId, twins: found }, SYSTEM_CALLER)
  }
  /** The number of other verified members with the same name and date of birth: a hint, no check. */
  async function namesakes(row: VerificationRow): Promise<number> {
    const form = await store.detailsOf(row)
    return (await store.samePerson(row.memberId, form!)).filter(isInForce).length
  }
  const isInForce = (each: { id: string; memberId: MemberId }): boolean =>
    hasPassed(context.engine.read, each.memberId) &&
    context.engine.read.of(verifications).get(each.memberId)?.detailsId === each.id

  /** The finding of the checks on a side as it stands; null: it holds. */
  async function judged(memberId: MemberId, side: Side): Promise<RejectReason | null> {
    const row = context.engine.read.of(verifications).get(memberId)!
    const sides = sidesOf(row)
    const facts = async (of: Side) =>
      sides[of].pictureId === null ? null : store.pictureOf(sides[of].pictureId)
    const [picture, other, form] = await Promise.all([
      facts(side),
      facts(side === 'front' ? 'back' : 'front'),
      store.detailsOf(row),
    ])
    return checkSide({
      picture: picture!,
      other,
      form: form!,
      isNumberTaken: (await twins(row)).some(({ state }) => state === 'passed'),
    })
  }

  staff.queue({
    name: 'identity',
    roles: ['reviewer'],
    perMember: true,
    items: casesOf,
    async judge(subject): Promise<Asked | null> {
      const { memberId, side } = partsOfCase(subject)!
      const row = context.engine.read.of(verifications).get(memberId)
      if (row === undefined) return null
      const body = { pictureId: sidesOf(row)[side].pictureId! }
      const code = await judged(memberId, side)
      // Of two who came with one document people find out whose it is.
      await compare(memberId)
      if (code === null && isFlagged(read(), subject)) return null
      return code === null
        ? { power: 'identity.accept', subject, body }
        : { power: 'identity.reject', subject, body, reason: { code, text: null } }
    },
  })

  staff.pictures('identity.view', async (_subject, body) => String(body.pictureId))

  staff.appeals({
    kind: 'identity',
    prefix: IDENTITY_APPEALS,
    items: openAppeals,
    async read(subject, lang): Promise<AppealCase | null> {
      const appeal = appealOf(context.engine.read, subject)
      if (appeal === undefined) return null
      const { memberId, state, filedAt, textId } = appeal
      await compare(memberId)
      const details = await store.detailsOf(context.engine.read.of(verifications).get(memberId)!)
      return {
        memberId,
        name: details?.kana ?? '',
        about: details === null ? '' : context.text(lang, `members.identity.type.${details.documentType}`),
        case: memberId,
        cases: SIDES.map((side) => caseOf(memberId, side)),
        state,
        filedAt,
        answerBy: answerBy(context, appeal),
        power: isFlaggedAppeal(read(), subject) ? 'appeal.decide-flagged' : 'appeal.decide',
        text: await store.appealText(textId),
      }
    },
    async judge(subject): Promise<Asked | null> {
      const appeal = appealOf(context.engine.read, subject)
      const row =
        appeal === undefined ? undefined : context.engine.read.of(verifications).get(appeal.memberId)
      if (appeal === undefined || row === undefined) return null
      const rejected = SIDES.filter((side) => sidesOf(row)[side].state === 'rejected')
      const again = await Promise.all(rejected.map((side) => judged(appeal.memberId, side)))
      const code = again.some((reason) => reason !== null) ? 'upheld' : 'overturned'
      await compare(appeal.memberId)
      const flagged = isFlaggedAppeal(read(), subject)
      if (flagged && code === 'overturned') return null
      const text = await staff.text(
        appeal.memberId,
        context.text(await identity.langOf(appeal.memberId), `members.appeal.${code}`),
      )
      return text.ok
        ? {
            power: flagged ? 'appeal.decide-flagged' : 'appeal.decide',
            subject,
            body: {},
            reason: { code, text: text.value },
          }
        : null
    },
  })
  const detail = async (memberId: MemberId, lang: string) => {
    const row = context.engine.read.of(verifications).get(memberId)!
    const form = (await store.detailsOf(row))!
    const text = (key: string) => context.text(lang, `members.console.${key}`)
    const others = (await twins(row)).map(
      (twin) => `#${memberOf(context.engine.read, twin.memberId)!.number} ${text(`twin.${twin.state}`)}`,
    )
    return {
      person: form.name,
      facts: [{ label: text('twins'), value: others.join(', ') || '—' }],
      checks: [{ label: text('twins'), passed: others.length === 0, value: others.join(', ') || null }],
      look: 'identity' as const,
    }
  }
  staff.cases({
    powers: ['identity.accept-flagged'],
    brief: async (subject) => {
      const parts = partsOfCase(subject)
      const number = parts === null ? undefined : memberOf(context.engine.read, parts.memberId)?.number
      if (number === undefined) return null
      return plainCase(`#${number} ${parts!.side}`, { page: 'identity', path: [parts!.memberId] })
    },
    detail: (subject, _body, lang) => detail(partsOfCase(subject)!.memberId, lang),
  })
  staff.cases({
    powers: ['appeal.decide-flagged'],
    brief: async (subject) => {
      const appeal = appealOf(read(), subject)
      if (appeal === undefined) return null
      return plainCase(`#${memberOf(read(), appeal.memberId)!.number}`, { page: 'appeals', at: subject })
    },
    detail: (subject, _body, lang) => detail(appealOf(read(), subject)!.memberId, lang),
  })
  return { judged, twins, namesakes }
}
