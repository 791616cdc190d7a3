import { MINUTE, SECOND, type Ms } from '#kernel/time.ts'
import { FALLBACK_LANG, type Lang } from '#i18n/lang.ts'
import type { IdentityPublic } from '#modules/identity/server/public.ts'
import type { AppContext, DueScan } from '#modules/module.ts'
import { ruleOf, type Kind } from '../model/conditions.ts'
import { dueDeliveries, markDelivery, standings } from './queries.ts'
import { postWebhook, type Webhook } from './webhook.ts'

const LOOKS_EVERY: Ms = 2 * SECOND
/** Waits after each failed try; after the last one it has failed, and the console says so. */
const AGAIN_AFTER: readonly Ms[] = [30 * SECOND, 2 * MINUTE, 10 * MINUTE]
const PROBLEM_LONGEST = 200

type Due = Awaited<ReturnType<typeof dueDeliveries>>[number]
type Deps = { context: AppContext; identity: Pick<IdentityPublic, 'sendMail'>; webhook: Webhook | null }

/**
 * Sends what waits. A notice says the kind, the figure and the page: nothing of any member, and no address to
 * press. One that fails is tried again; one that was put off and is no longer so is left out.
 */
export function deliverNotices({ context, identity, webhook }: Deps): DueScan {
  const { db, clock, text, log } = context

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
      return postWebhook(webhook, due.id, Math.floor(clock.machine()), content)
    }
    if (due.mail === null) throw new Error('the operator has no address any more')
    const lang: Lang = due.lang ?? FALLBACK_LANG
    const say = (key: string, args: Record<string, string | number> = {}) => text(lang, `duty.${key}`, args)
    const what = kind === null ? say('console.kind.test') : say(`console.kind.${kind}`, { n: figure })
    return identity.sendMail({
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
  async function look(): Promise<void> {
    const now = Math.floor(clock.wall())
    for (const due of await dueDeliveries(db, now)) {
      const { id, tries } = due
      if (tries === 0 && (await isOver(due, now))) {
        await markDelivery(db, id, { state: 'over', tries, nextAt: now, at: now, problem: null })
        continue
      }
      try {
        await send(due)
        await markDelivery(db, id, { state: 'sent', tries: tries + 1, nextAt: now, at: now, problem: null })
      } catch (error) {
        const problem = (error as Error).message.slice(0, PROBLEM_LONGEST)
        const again = AGAIN_AFTER[tries]
        log.warn({ channel: due.channel, tries: tries + 1, problem }, 'a notice to operators was not taken')
        await markDelivery(db, id, {
          state: again === undefined ? 'failed' : 'waiting',
          tries: tries + 1,
          nextAt: now + (again ?? 0),
          at: now,
          problem,
        })
      }
    }
  }
  return { name: 'duty.deliver', everyMs: LOOKS_EVERY, look }
}

/** The page of the console that shows it. */
const pageOf = (kind: Kind | null): string => `/console/${kind === null ? 'duty' : ruleOf(kind).page}`
