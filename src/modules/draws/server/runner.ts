import { SECOND, type Ms } from '#kernel/time.ts'
import { type Command, SYSTEM_CALLER } from '#platform/engine/command.ts'
import type { DueScan, AppContext, Job } from '#modules/module.ts'
import { runChain } from './chain.ts'
import type { closeCommand, decideCommand, revealCommand } from './decide.ts'
import { forgetLinks, keepLinks, linksOf } from './queries.ts'
import { draws } from './tables.ts'

export type DrawCommands = {
  close: ReturnType<typeof closeCommand>
  reveal: ReturnType<typeof revealCommand>
  decide: ReturnType<typeof decideCommand>
}
/**
 * Pause before a step that could not be done (a seed is missing, say) is tried again; in the end it is late.
 */
const ROUND: Ms = SECOND
/**
 * A close that is looked at later than this was passed over: whatever is due after it waits until its draw is
 * decided.
 */
const PASSED_OVER: Ms = 5 * SECOND

export type Runner = {
  job: Job
  /** Goes on with what a stop, or a kill, left under way, and with all that waits. */
  scan: DueScan
  stop(): Promise<void>
}

/**
 * Takes each draw through its steps: by the clock to the close, and from there by itself. Every step is one
 * command that does nothing twice.
 */
export function openRunner(context: AppContext, { close, reveal, decide }: DrawCommands): Runner {
  const { db, clock, log } = context
  let stopped = false
  const atWork = new Map<string, Promise<void>>()
  const stateOf = (id: string) => context.engine.read.of(draws).get(id)!

  const submit = async <Input>(command: Command<Input>, input: Input): Promise<boolean> =>
    (await context.engine.submit(command, input, SYSTEM_CALLER)).result.ok
  /**
   * From the close to the end. `passedOver`: at the market time of the close, since what comes after it
   * waits.
   */
  async function advance(id: string, passedOver: Ms | null): Promise<void> {
    const at = () => passedOver ?? clock.market()
    while (!stopped) {
      const row = stateOf(id)
      if (row.state === 'closed') {
        if (!(await submit(reveal, { id, at: at() }))) return
      } else if (row.state === 'revealed') {
        const beacon = await runChain(
          row,
          {
            read: () => linksOf(db, id),
            keep: (from, links) => keepLinks(db, id, from, links),
            forget: () => forgetLinks(db, id),
          },
          () => stopped,
        )
        if (beacon !== null) await submit(decide, { id, at: at(), beacon })
      } else return
    }
  }
  function begin(id: string, passedOver: Ms | null): Promise<void> {
    const known = atWork.get(id)
    if (known !== undefined) return known
    const running = advance(id, passedOver)
      .catch((err: unknown) => log.error({ err }, 'a draw has stopped on its way; it is tried again'))
      .finally(() => atWork.delete(id))
    atWork.set(id, running)
    return running
  }
  return {
    job: {
      name: 'draws.close',
      moves: true,
      next: () =>
        context.engine.read.of(draws).range('closing', 'all', { limit: 1 })[0]?.closesAt ?? Infinity,
      async run(dueAt) {
        const due = context.engine.read.of(draws).range('closing', 'all', { to: dueAt })
        for (const { id, closesAt } of due) await submit(close, { id, at: closesAt })
        const passedOver = clock.market() - dueAt > PASSED_OVER ? dueAt : null
        const running = due.map(({ id }) => begin(id, passedOver))
        if (passedOver !== null) await Promise.all(running)
      },
    },
    scan: {
      name: 'draws.steps',
      everyMs: ROUND,
      look() {
        for (const { id } of context.engine.read.of(draws).by('running', 'all')) void begin(id, null)
      },
    },
    async stop() {
      stopped = true
      await Promise.all(atWork.values())
    },
  }
}
