import { no } from '#kernel/result.ts'
import { DAY, HOUR, iso } from '#kernel/time.ts'
import { langOf } from '#i18n/lang.ts'
import type { FaultName } from '#wire/system.ts'
import type { AuditPublic } from '#modules/audit/server/public.ts'
import type { IdentityPublic } from '#modules/identity/server/public.ts'
import { on, type AppContext, type Module } from '#modules/module.ts'
import { undelivered, undeliveredCounts } from '#platform/outbox/queries.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import type { SupportPublic } from '#modules/support/server/public.ts'
import { choiceProblem, TESTS_AN_HOUR } from '../model/choice.ts'
import { KINDS, ruleOf } from '../model/conditions.ts'
import * as contract from '../operator-contract.ts'
import { noticeChannels } from './deliver.ts'
import { openFacts, rememberFacts } from './facts.ts'
import {
  choices,
  keepChoice,
  keepShift,
  keepTest,
  newestNotices,
  shiftsAt,
  standings,
  testsSince,
  undeliveredSince,
} from './queries.ts'
import type { ChoiceRow, Delivery, NoticeRow } from './tables.ts'
import { deliveryOf, layOut, watchConditions } from './watch.ts'

/** Messages that were not delivered, as the console shows them. */
const UNDELIVERED_SHOWN = 100

type Deps = {
  staff: StaffPublic
  support: SupportPublic
  audit: AuditPublic
  identity: Pick<IdentityPublic, 'sendMail'>
  /** Faults of the running server. */
  faults: () => readonly FaultName[]
}

/** The operators are told of what cannot wait: by whom, how and when each wants. */
export function createDuty(context: AppContext, deps: Deps): Module {
  const { config, clock, db, ids } = context
  const { staff } = deps
  const facts = rememberFacts(openFacts({ context, ...deps }), clock)
  const webhook = config.noticeWebhook
  const hasMail = config.demo || config.mail !== null
  for (const channel of noticeChannels({ context, identity: deps.identity, webhook }))
    context.outbox.open(channel)
  const usual = (operatorId: string, lang: string): ChoiceRow => ({
    operatorId,
    mail: null,
    lang: langOf(lang),
    severity: 'notice',
    quietFrom: null,
    quietTo: null,
  })
  const ownChoice = async (operatorId: string, lang: string): Promise<ChoiceRow> =>
    (await choices(db)).find((each) => each.operatorId === operatorId) ?? usual(operatorId, lang)
  const deliveryView = ({ operatorId, channel, state, at, nextAt, problem }: Delivery) => ({
    to: operatorId === null ? null : staff.personOf(operatorId),
    channel,
    state,
    at: iso(at),
    nextAt: iso(nextAt),
    problem,
  })
  const noticeView = ({ at, deliveries, ...notice }: NoticeRow & { deliveries: Delivery[] }) => ({
    ...notice,
    at: iso(at),
    deliveries: deliveries.map(deliveryView),
  })
  return {
    name: 'duty',
    routes: [
      on(contract.getDuty, async ({ operator, lang }) => {
        const now = clock.wall()
        const [shifts, standing, choice, undelivered, notices] = await Promise.all([
          shiftsAt(db, now),
          standings(db),
          ownChoice(operator.operatorId, lang),
          // Simulated operators have no channel.
          undeliveredSince(db, now - DAY, !config.demo),
          newestNotices(db),
        ])
        const isThere = new Set(staff.team().map(({ id }) => id))
        return {
          onDuty: shifts
            .filter(({ operatorId }) => isThere.has(operatorId))
            .map(({ operatorId, begins, ends }) => ({
              person: staff.personOf(operatorId),
              from: iso(begins),
              until: iso(ends),
            })),
          conditions: KINDS.map((kind) => {
            const { severity, page, roles, from } = ruleOf(kind)
            const at = standing.find((each) => each.kind === kind)
            return {
              kind,
              severity,
              page,
              from,
              roles: roles === 'fact' ? [] : [...roles],
              // As it is now; of one that has just gone, as it was told.
              on:
                at === undefined || at.told === null
                  ? null
                  : { figure: facts.figureOf(kind) || at.told, since: iso(at.since) },
            }
          }),
          choice: choiceView(choice),
          channels: { mail: hasMail, webhook: webhook !== null },
          undelivered,
          notices: notices.map(noticeView),
        }
      }),
      on(contract.changeShift, async ({ operator: { operatorId }, input: { hours } }) => {
        const now = Math.floor(clock.wall())
        const ends = now + hours * HOUR
        await keepShift(db, { operatorId, begins: now, ends })
        return { until: hours === 0 ? null : iso(ends) }
      }),
      on(contract.chooseNotices, async ({ operator: { operatorId }, input }) => {
        const problem = choiceProblem(input)
        if (problem !== null) return problem
        const { mail, lang, severity, quiet } = input
        const choice: ChoiceRow = {
          operatorId,
          mail,
          lang,
          severity,
          quietFrom: quiet?.from ?? null,
          quietTo: quiet?.to ?? null,
        }
        await keepChoice(db, choice)
        return choiceView(choice)
      }),
      on(contract.testNotice, async ({ operator: { operatorId }, lang }) => {
        const { mail } = await ownChoice(operatorId, lang)
        if (mail === null) return no('NO_CHANNEL')
        const now = Math.floor(clock.wall())
        if ((await testsSince(db, operatorId, now - HOUR)) >= TESTS_AN_HOUR) return no('TESTED_OFTEN')
        const notice: NoticeRow = {
          id: ids.uuid(),
          kind: null,
          change: 'began',
          severity: 'notice',
          figure: 0,
          at: now,
        }
        await keepTest(
          db,
          notice,
          [deliveryOf(ids.uuid(), notice.id, { operatorId, channel: 'mail' }, now, now)],
          layOut(context),
        )
        return { id: notice.id }
      }),
      on(contract.getUndelivered, async () => {
        const [rows, counts] = await Promise.all([
          undelivered(db.kysely, UNDELIVERED_SHOWN),
          undeliveredCounts(db.kysely),
        ])
        return {
          messages: rows.map(({ id, channel, kind, state, madeAt, tries, nextAt, problem }) => ({
            id,
            channel,
            kind,
            state: state === 'dead' ? ('dead' as const) : ('waiting' as const),
            at: iso(madeAt),
            tries,
            nextAt: iso(nextAt),
            problem: problem ?? '',
          })),
          total: counts.reduce((sum, { n }) => sum + n, 0),
        }
      }),
      on(contract.resendMessage, async ({ operator: { operatorId }, input: { id } }) => {
        const refused = staff.may(operatorId, 'message.resend')
        if (refused !== null) return refused
        return (await context.outbox.resend(id)) ? { status: 'tried' as const } : no('MESSAGE_NOT_WAITING')
      }),
    ],
    faults: () => (context.outbox.stuck().length > 0 ? ['messages-stuck'] : []),
    watched: facts.watched,
    scans: [watchConditions({ context, staff, facts: facts.look, hasWebhook: webhook !== null })],
  }
}

const choiceView = ({ mail, lang, severity, quietFrom, quietTo }: ChoiceRow): contract.ChoiceView => ({
  mail,
  lang,
  severity,
  quiet: quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo },
})
