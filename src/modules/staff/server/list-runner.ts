import type { Ms } from '#kernel/time.ts'
import { SECOND } from '#kernel/time.ts'
import { operatorCaller, SYSTEM_CALLER, type Result } from '#platform/engine/command.ts'
import type { AppContext, DueScan } from '#modules/module.ts'
import { treeOf } from '../model/signed-list.ts'
import type { Acted, staffAct } from './act.ts'
import type { Effects } from './effects.ts'
import { endListCommand, requestIdsOf } from './signed-lists.ts'
import { approvals, signedLists, type RefusedLine, type SignedListRow } from './tables.ts'

/** Lines of a list that are under way together: far fewer than the engine takes. */
const AT_ONCE = 32
const LOOKS_EVERY: Ms = SECOND

/**
 * Carries signed lists out, line by line: each is a command of its own, with its own record and its way to
 * the root. What a stop interrupts goes on after the start: a line that has the signature already takes no
 * second one, so that each is done once.
 */
export function listRunner(
  context: AppContext,
  effects: Pick<Effects, 'before'>,
  command: ReturnType<typeof staffAct>,
) {
  const atWork = new Map<string, Promise<void>>()
  const read = () => context.engine.read

  const hasSigned = (id: string, operatorId: string): boolean =>
    read()
      .of(approvals)
      .get(id)
      ?.signatures.some((each) => each.operatorId === operatorId) ?? false

  async function carryOut(list: SignedListRow, session: string): Promise<void> {
    const { id, operatorId, power, requests } = list
    const ids = requestIdsOf(list)
    const tree = treeOf(ids)
    const caller = operatorCaller(operatorId, session)
    const refused: RefusedLine[] = []
    const one = async (place: number): Promise<void> => {
      if (hasSigned(ids[place]!, operatorId)) return
      await effects.before({ power, subject: requests[place]!.subject })
      const { result }: { result: Result<Acted> } = await context.engine.submit(
        command,
        {
          ...requests[place]!,
          power,
          operatorId,
          signature: '',
          desk: false,
          list: { id, place, path: tree.pathOf(place) },
        },
        caller,
      )
      if (result.ok || hasSigned(ids[place]!, operatorId)) return
      const { rejection, detail, module = 'staff' } = result
      refused.push({ place, rejection, detail, module })
    }
    for (let from = 0; from < requests.length; from += AT_ONCE)
      await Promise.all(requests.slice(from, from + AT_ONCE).map((_, index) => one(from + index)))
    const inOrder = refused.toSorted((a, b) => a.place - b.place)
    await context.engine.submit(endListCommand, { listId: id, refused: inOrder }, SYSTEM_CALLER)
  }

  /** Done when the list has ended; the same list is carried out once at a time. */
  function run(listId: string, session = ''): Promise<void> {
    const known = atWork.get(listId)
    if (known !== undefined) return known
    const list = read().of(signedLists).get(listId)
    if (list === undefined || list.endedAt !== null) return Promise.resolve()
    const work = carryOut(list, session).finally(() => atWork.delete(listId))
    atWork.set(listId, work)
    return work
  }

  const scan: DueScan = {
    name: 'staff.lists',
    everyMs: LOOKS_EVERY,
    async look() {
      for (const { id, endedAt } of read().of(signedLists).range('signedAt', 'all', {}))
        if (endedAt === null)
          await run(id).catch((err: unknown) =>
            context.log.error({ err, list: id }, 'a signed list waits; it is tried again'),
          )
    },
  }
  return { run, scan }
}
export type ListRunner = ReturnType<typeof listRunner>
