import { MINUTE, type Ms } from '#kernel/time.ts'
import { FALLBACK_LANG, type Lang } from '#i18n/lang.ts'
import { RefusedForGood, type ChannelSpec, type Trying } from '#platform/outbox/outbox.ts'
import type { IdentityPublic } from '#modules/identity/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import { ruleOf, type Kind } from '../model/conditions.ts'
import { deliveryWith, markDelivery, standings } from './queries.ts'
import { postWebhook, type Webhook } from './webhook.ts'

declare module '#platform/outbox/outbox.ts' {
  interface OutboxBodies {
    'operator-mail': { deliveryId: string }
    webhook: { deliveryId: string }
  }
}

type Due = NonNullable<Awaited<ReturnType<typeof deliveryWith>>>
type Deps = { context: AppContext; identity: Pick<IdentityPublic, 'sendMail'>; webhook: Webhook | null }

/**
 * Channels of the outbox for notices to operators. One says the kind, the figure and the page: nothing of any
 * member, and no address to press. One that was put off and is no longer so is left out.
 */
export function noticeChannels({
  context,
  identity,
  webhook,
}: Deps): [ChannelSpec<'operator-mail'>, ChannelSpec<'webhook'>] {
  const { db, clock, text, tracing } = context

  async function send(due: Due): Promise<void> {
    const { kind, change, severity, figure, at } = due
    if (due.channel === 'webhook') {
      if (webhook === null) throw new Error('no webhook is configured')
      const content = {
        id: due.noticeId,
        kind: kind ?? 'test',
        change,
        severity,
        figure,
        at,
        page: pageOf(kind),
      }
      return postWebhook(webhook, due.id, Math.floor(clock.machine()), content, tracing)
    }
    if (due.mail === null) throw new RefusedForGood('the operator has no address any more')
    const lang: Lang = due.lang ?? FALLBACK_LANG
    const say = (key: string, args: Record<string, string | number> = {}) => text(lang, `duty.${key}`, args)
    const what = kind === null ? say('console.kind.test') : say(`console.kind.${kind}`, { n: figure })
    return identity.sendMail({
      key: due.id,
      at: due.askedAt,
      to: due.mail,
      lang,
      title: say('console.mail.title', { change, what }),
      text: [say('console.mail.text', { severity, change, what }), say('console.mail.when', { at })].join(
        '\n',
      ),
      code: null,
    })
  }
  /** True for what was put off by quiet hours, and is over by now: its end would be told of nothing. */
  async function isOver({ kind, change, askedAt }: Due, now: Ms): Promise<boolean> {
    if (kind === null || change === 'over' || now - askedAt < MINUTE) return false
    return (await standings(db)).find((each) => each.kind === kind)?.told === null
  }
  async function deliver({
    body: { deliveryId },
    tries,
  }: Trying<'operator-mail' | 'webhook'>): Promise<'sent' | 'dropped'> {
    const due = await deliveryWith(db, deliveryId)
    // Notices are kept for thirty days.
    if (due === undefined) return 'dropped'
    const now = Math.floor(clock.wall())
    const mark = (state: 'over' | 'sent') =>
      markDelivery(db, deliveryId, { state, tries, nextAt: now, problem: null })
    if (tries === 1 && (await isOver(due, now))) {
      await mark('over')
      return 'dropped'
    }
    await send(due)
    await mark('sent')
    return 'sent'
  }
  const failed = (
    { body: { deliveryId }, tries }: Trying<'operator-mail' | 'webhook'>,
    problem: string,
    nextAt: Ms | null,
  ) =>
    markDelivery(db, deliveryId, {
      state: nextAt === null ? 'failed' : 'waiting',
      tries,
      nextAt: nextAt ?? Math.floor(clock.wall()),
      problem,
    })
  return [
    { channel: 'operator-mail', send: deliver, failed },
    { channel: 'webhook', send: deliver, failed },
  ]
}

/** The page of the console that shows it. */
const pageOf = (kind: Kind | null): string => `/console/${kind === null ? 'duty' : ruleOf(kind).page}`
