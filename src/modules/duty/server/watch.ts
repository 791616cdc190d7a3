import { SECOND, type Ms } from '#kernel/time.ts'
import type { AppContext, DueScan } from '#modules/module.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import { nextOf, ruleOf, type Change, type Fact, type Severity } from '../model/conditions.ts'
import { clockMs } from '../model/choice.ts'
import { tellsAt, toldOf, USUAL_CHOICE, type Choice } from '../model/recipients.ts'
import { choices, keepChange, shiftsAt, standings, type LayOut } from './queries.ts'
import type { ChoiceRow, Delivery, NoticeRow } from './tables.ts'

const LOOKS_EVERY: Ms = 10 * SECOND

type Deps = {
  context: AppContext
  staff: Pick<StaffPublic, 'team'>
  facts: () => Promise<Fact[]>
  /** True while the firm has a webhook. */
  hasWebhook: boolean
}

const choiceOf = (row: ChoiceRow | undefined): Omit<Choice, 'operatorId'> =>
  row === undefined
    ? USUAL_CHOICE
    : {
        from: row.severity,
        quiet:
          row.quietFrom === null || row.quietTo === null
            ? null
            : { from: clockMs(row.quietFrom) ?? 0, to: clockMs(row.quietTo) ?? 0 },
      }

/** A delivery that waits to be sent. */
export const deliveryOf = (
  id: string,
  noticeId: string,
  to: Pick<Delivery, 'operatorId' | 'channel'>,
  now: Ms,
  nextAt: Ms,
): Delivery => ({ id, noticeId, ...to, state: 'waiting', tries: 0, nextAt, at: now, problem: null })

/** Lays deliveries in the outbox, each for the time at which its reader wants it. */
export const layOut =
  ({ outbox }: Pick<AppContext, 'outbox'>): LayOut =>
  async (sql, { kind }, deliveries) => {
    const of = (channel: Delivery['channel']) =>
      deliveries
        .filter((each) => each.channel === channel)
        .map(({ id, nextAt }) => ({ id, kind: kind ?? 'test', body: { deliveryId: id }, notBefore: nextAt }))
    await outbox.put(sql, 'operator-mail', of('mail'))
    await outbox.put(sql, 'webhook', of('webhook'))
  }

/** Looks at the facts, and lays a notice of each change before those who are told of it. */
export function watchConditions({ context, staff, facts, hasWebhook }: Deps): DueScan {
  const { db, clock, ids } = context
  const lay = layOut(context)

  /** The mails of those told, each when its reader wants it, and the firm's webhook. */
  async function deliveriesOf(notice: NoticeRow, fact: Fact, now: Ms): Promise<Delivery[]> {
    const rule = ruleOf(fact.kind)
    const roles = rule.roles === 'fact' ? (fact.roles ?? []) : rule.roles
    const [shifts, chosen] = await Promise.all([shiftsAt(db, now), choices(db)])
    const told = toldOf(
      staff.team(),
      shifts.map(({ operatorId, begins, ends }) => ({ operatorId, from: begins, until: ends })),
      roles,
      now,
    )
    const mails = told.flatMap(({ id }) => {
      const row = chosen.find(({ operatorId }) => operatorId === id)
      const at = tellsAt(choiceOf(row), rule.severity, now)
      return row?.mail && at !== null
        ? [deliveryOf(ids.uuid(), notice.id, { operatorId: id, channel: 'mail' }, now, at)]
        : []
    })
    return hasWebhook
      ? [...mails, deliveryOf(ids.uuid(), notice.id, { operatorId: null, channel: 'webhook' }, now, now)]
      : mails
  }
  const noticeOf = (fact: Fact, change: Change, severity: Severity, at: Ms): NoticeRow => ({
    id: ids.uuid(),
    kind: fact.kind,
    change,
    severity,
    figure: fact.figure,
    at,
  })
  async function look(): Promise<void> {
    const was = new Map((await standings(db)).map((each) => [each.kind, each]))
    const found = await facts()
    const now = Math.floor(clock.wall())
    for (const fact of found) {
      const before = was.get(fact.kind)
      const { standing, change } = nextOf(fact, before, now)
      if (change === null) {
        if (before !== undefined && (before.lowSince !== standing.lowSince || before.told !== standing.told))
          await keepChange(db, standing, null, [], lay)
        continue
      }
      const notice = noticeOf(fact, change, ruleOf(fact.kind).severity, now)
      await keepChange(db, standing, notice, await deliveriesOf(notice, fact, now), lay)
    }
  }
  return { name: 'duty.watch', everyMs: LOOKS_EVERY, look }
}
