import { memberCaller } from '#platform/engine/command.ts'
import { NotFound, on, type Caller, type RouteHandler, type AppContext } from '#modules/module.ts'
import * as contract from '../contract.ts'
import type { applyCommand, cancelCommand } from './apply.ts'
import { linksDone, linksOf } from './queries.ts'
import { applications, draws, type ApplicationRow, type DrawRow } from './tables.ts'
import { applicationView, drawFile, drawView, type Names } from './views.ts'

const MOST_DRAWS = 100
export const newestFirst = (rows: readonly ApplicationRow[]): ApplicationRow[] =>
  rows.toSorted((a, b) => b.appliedAt - a.appliedAt || (a.id < b.id ? 1 : -1))

type Commands = { apply: ReturnType<typeof applyCommand>; cancel: ReturnType<typeof cancelCommand> }

/** Draws, which everybody may read, and the member's own applications. */
export function drawRoutes(
  context: AppContext,
  own: Commands,
  names: Pick<Names, 'market' | 'products' | 'signers'>,
): RouteHandler[] {
  const { signers } = names
  const done = async ({ id, state, links }: DrawRow): Promise<number> =>
    state === 'decided' ? links : state === 'revealed' || state === 'void' ? linksDone(context.db, id) : 0
  const found = (id: string): DrawRow => {
    const draw = context.engine.read.of(draws).get(id)
    if (draw === undefined) throw new NotFound('draw')
    return draw
  }
  const viewOf = async (row: ApplicationRow, lang: string): Promise<contract.ApplicationView> => {
    const draw = found(row.drawId)
    return applicationView(row, draw, await done(draw), { ...names, tables: context.engine.read, lang })
  }
  const ownOne = (id: string, caller: Caller): ApplicationRow => {
    const row = context.engine.read.of(applications).get(id)
    if (row?.memberId !== caller.memberId) throw new NotFound('application')
    return row
  }
  const as = ({ caller, key }: { caller: Caller; key: string }) =>
    memberCaller(caller.memberId, caller.sessionId, key)
  return [
    on(contract.listDraws, async () => {
      const all = context.engine.read
        .of(draws)
        .all()
        .toSorted((a, b) => b.closesAt - a.closesAt || (a.id < b.id ? 1 : -1))
      const ended = (state: DrawRow['state']) => all.filter((draw) => draw.state === state).length
      return {
        decided: ended('decided'),
        void: ended('void'),
        draws: await Promise.all(
          all.slice(0, MOST_DRAWS).map(async (draw) => drawView(draw, await done(draw), signers)),
        ),
      }
    }),
    on(contract.getDraw, async ({ params }) => {
      const draw = found(params.id)
      return drawView(draw, await done(draw), signers)
    }),
    on(contract.getDrawFile, async ({ params }) => {
      const links = await linksOf(context.db, params.id)
      return drawFile(context.engine.read, found(params.id), links, signers)
    }),
    on(contract.listApplications, ({ caller, query, lang }) =>
      Promise.all(
        newestFirst(context.engine.read.of(applications).by('member', caller.memberId))
          .filter(({ drawId }) => query.kind === undefined || found(drawId).kind === query.kind)
          .map((row) => viewOf(row, lang)),
      ),
    ),
    on(contract.getApplication, ({ caller, params, lang }) => viewOf(ownOne(params.id, caller), lang)),
    on(contract.apply, async (request) => {
      const { result } = await context.engine.submit(own.apply, request.input, as(request))
      return result.ok ? viewOf(ownOne(result.answer.id, request.caller), request.lang) : result
    }),
    on(contract.cancelApplication, async (request) => {
      const { result } = await context.engine.submit(
        own.cancel,
        { applicationId: request.params.id },
        as(request),
      )
      return result.ok ? viewOf(ownOne(result.answer.id, request.caller), request.lang) : result
    }),
  ]
}
