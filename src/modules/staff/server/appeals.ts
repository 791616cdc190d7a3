import { iso } from '#kernel/time.ts'
import { memberOf } from '#modules/identity/server/public.ts'
import { NotFound, on, type RouteHandler, type AppContext } from '#modules/module.ts'
import * as contract from '../operator-contract.ts'
import type { Effects } from './effects.ts'
import type { AppealKind, Queue, StaffPublic } from './public.ts'

type Deps = {
  context: AppContext
  effects: Effects
  kinds: readonly AppealKind[]
  staff: Pick<StaffPublic, 'actsOn' | 'logRead'>
}

/**
 * All appeals as one queue, whatever they are against: somebody else than who decided before decides them
 * (security-and-trust 1).
 */
export function openAppeals({ context, effects, kinds, staff }: Deps): {
  queue: Queue
  routes: RouteHandler[]
} {
  const kindOf = (subject: string) => kinds.find(({ prefix }) => subject.startsWith(prefix))
  const read = async (subject: string, lang: string) => {
    const kind = kindOf(subject)
    const found = (await kind?.read(subject, lang)) ?? null
    if (kind === undefined || found === null) return null
    const { memberId, about, case: of, state, filedAt, answerBy } = found
    return {
      found,
      item: {
        subject,
        kind: kind.kind,
        memberId,
        number: memberOf(context.engine.read, memberId)!.number,
        about,
        case: of,
        state,
        filedAt: iso(filedAt),
        answerBy: iso(answerBy),
      },
    }
  }
  const queue: Queue = {
    name: 'appeals',
    roles: ['reviewer'],
    items: (tables) => kinds.flatMap(({ items }) => items(tables)).toSorted((a, b) => a.since - b.since),
    judge: async (subject) => (await kindOf(subject)?.judge(subject)) ?? null,
  }
  const routes = [
    on(contract.listAppeals, async ({ lang }) => {
      const all = await Promise.all(
        queue.items(context.engine.read).map(({ subject }) => read(subject, lang)),
      )
      return all.flatMap((each) => each?.item ?? [])
    }),
    on(contract.getAppeal, async ({ operator, params: { subject }, lang }) => {
      const known = await read(subject, lang)
      if (known === null) throw new NotFound('appeal')
      const { found, item } = known
      await staff.logRead(operator.operatorId, found.memberId, 'appeal')
      const acts = await Promise.all(
        [...found.cases, subject].map((each) => staff.actsOn(found.memberId, each, lang)),
      )
      const power = found.power ?? 'appeal.decide'
      const excluded = effects.of(power, subject)?.excluded?.(context.engine.read, subject) ?? []
      return {
        ...item,
        name: found.name,
        text: found.text,
        acts: acts.flat().toSorted((a, b) => (a.at < b.at ? -1 : 1)),
        power,
        excluded: excluded.includes(operator.operatorId),
      }
    }),
  ]
  return { queue, routes }
}
