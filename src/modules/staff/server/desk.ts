import { SECOND, type Ms } from '#kernel/time.ts'
import type { DueScan, AppContext } from '#modules/module.ts'
import { freePlaces } from '../model/approval.ts'
import type { Role } from '../model/power.ts'
import { powerOf } from '#registry/powers.ts'
import { hasPasskey, openRequest } from './act.ts'
import type { Effects } from './effects.ts'
import type { Asked, Case, Queue, StaffPublic } from './public.ts'
import { operators, type OperatorRow } from './tables.ts'

/** Product decision 0: decided within 10 s. A case is first seen to wait for a moment. */
const LOOKS_EVERY: Ms = 500
const DESK_WAITS: Ms = 2 * SECOND
/** The time until the desk looks again at a case that the checks leave to people, or that was refused. */
const DESK_LOOKS_AGAIN: Ms = 5 * SECOND

type Deps = { context: AppContext; effects: Effects; queues: readonly Queue[]; act: StaffPublic['act'] }

/**
 * The demo desk: simulated operators who decide what waits, by the published checks and by the same command
 * and signatures as people.
 */
export function demoDesk(inputs: Deps): DueScan {
  const { context, queues } = inputs
  const notBefore = new Map<string, Ms>()
  async function look(): Promise<void> {
    const now = context.clock.machine()
    for (const [name, at] of notBefore) if (at <= now) notBefore.delete(name)
    for (const queue of queues) {
      for (const waiting of itemsOf(context, queue)) {
        const name = `${queue.name} ${waiting.subject}`
        if (notBefore.has(name) || context.clock.wall() - waiting.since < DESK_WAITS) continue
        notBefore.set(name, now + DESK_LOOKS_AGAIN)
        await decide(inputs, queue, waiting)
      }
    }
  }
  return { name: 'demo-desk', everyMs: LOOKS_EVERY, look }
}

/** A queue that cannot be looked at holds up no other. */
function itemsOf({ engine, log }: AppContext, queue: Queue): readonly Case[] {
  try {
    return queue.items(engine.read)
  } catch (err) {
    log.error({ err, queue: queue.name }, 'a queue cannot be looked at')
    return []
  }
}

async function decide({ context, effects, act }: Deps, queue: Queue, { subject }: Case): Promise<void> {
  try {
    const asked = await queue.judge(subject)
    // A case that people have begun is ended by people.
    if (
      asked === null ||
      openRequest(context.engine.read, asked.power, subject, context.clock.wall())?.signatures.some(
        ({ desk }) => !desk,
      )
    )
      return
    for (const { id } of signersFor(context, effects, asked)) {
      const result = await act(id, asked, { desk: true })
      if (!result.ok)
        return context.log.warn(
          { queue: queue.name, power: asked.power, refusal: result.rejection },
          'the demo desk was refused',
        )
    }
  } catch (err) {
    context.log.error({ err, queue: queue.name }, 'the demo desk could not decide')
  }
}

/** One demo operator for each signature that is missing, none of whom has had a part in the case. */
function signersFor(
  { engine: { read } }: AppContext,
  effects: Effects,
  { power, subject }: Asked,
): OperatorRow[] {
  const excluded = effects.of(power, subject)?.excluded?.(read, subject) ?? []
  const free = read
    .of(operators)
    .all()
    .filter((each) => each.isDemo && !hasPasskey(read, each.id) && !excluded.includes(each.id))
  const chosen: OperatorRow[] = []
  for (const roles of freePlaces(powerOf(power).signers, [])) {
    const next = free.find((each) => roles.includes(each.role satisfies Role) && !chosen.includes(each))
    if (next !== undefined) chosen.push(next)
  }
  return chosen
}
