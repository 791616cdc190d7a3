import type { MemberId } from '#kernel/id.ts'
import { iso, type Ms } from '#kernel/time.ts'
import { memberOf } from '#modules/identity/server/public.ts'
import { NotFound, on, type RouteHandler, type AppContext } from '#modules/module.ts'
import * as contract from '../operator-contract.ts'
import type { Effects } from './effects.ts'
import type { Queue, StaffPublic } from './public.ts'

/** An appeal as whoever decides it reads it. `cases`: the subjects of the acts that it is about. */
export type AppealCase = {
  memberId: MemberId
  name: string
  /** The case in one line, in the reader's language. */
  about: string
  /** What the page of the module that it comes from is asked for. */
  case: string
  cases: readonly string[]
  state: 'open' | 'upheld' | 'overturned' | 'withdrawn'
  filedAt: Ms
  answerBy: Ms
  /** The member's own words. */
  text: string
}

/**
 * Appeals against one kind of decision: a module lays them before operators, and registers the effect of
 * `appeal.decide` under the same prefix.
 */
export type AppealKind = {
  kind: (typeof contract.APPEAL_KINDS)[number]
  /** What the subjects of this kind begin with. */
  prefix: string
  items: Queue['items']
  judge: Queue['judge']
  /** null: there is none of this subject. */
  read: (subject: string, lang: string) => Promise<AppealCase | null>
}

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
      const excluded = effects.of('appeal.decide', subject)?.excluded?.(context.engine.read, subject) ?? []
      return {
        ...item,
        name: found.name,
        text: found.text,
        acts: acts.flat().toSorted((a, b) => (a.at < b.at ? -1 : 1)),
        excluded: excluded.includes(operator.operatorId),
      }
    }),
  ]
  return { queue, routes }
}
