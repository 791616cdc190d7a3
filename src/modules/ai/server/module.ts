import { no, type Refusal } from '#kernel/result.ts'
import { type DateJst, iso, type Ms, SECOND } from '#kernel/time.ts'
import { type Caller as EngineCaller, memberCaller } from '#platform/engine/command.ts'
import { preOpenAt } from '#modules/instruments/model/schedule.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { Listing, ListingsPublic } from '#modules/listings/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import type { OrdersPublic } from '#modules/orders/server/public.ts'
import { NotFound, on, type Caller, type AppContext, type Module } from '#modules/module.ts'
import { langOf } from '#i18n/lang.ts'
import { listen } from '#platform/engine/event.ts'
import { listingPublished } from '#modules/listings/server/events.ts'
import { orderChanged } from '#modules/orders/server/events.ts'
import * as contract from '../contract.ts'
import { RULE, type Evaluation } from '../model/method.ts'
import { picksText } from '../model/picks-text.ts'
import { applyCommand } from './apply.ts'
import { codeSha256 } from './code.ts'
import { cancelCommand, timeExitCommand } from './commands.ts'
import { applicationChanged } from './events.ts'
import { openMeasures } from './measure.ts'
import type { AiPublic } from './public.ts'
import { applicationOf, applicationsOf, endedPicks, inputsOf, picksOf } from './queries.ts'
import { openRuns } from './runs.ts'
import { cardSample } from './sample.ts'
import { aiApplications, aiDays, aiInputs, aiPicks, type AiApplication, type AiDay } from './tables.ts'
import { applicationView, liveView, modelView, partsOfDay, pickView, SIMULATED, type Parts } from './views.ts'

/**
 * Bought on the next trading day after the close; where the market closes for a minute alone, on the one
 * after that, so that people can read what is picked.
 */
const LAG = { tse: 1, 'always-open': 2 } as const
const DAYS_SHOWN = 10
const MOST_DAYS = 30
const USUAL_ROWS = 100
/** The demo desk's card can wait until a start is through. */
const SAMPLE_WAITS: Ms = 15 * SECOND
const TAG_LENGTH = 'KABU-PICKS-v1\0'.length

export type AiDeps = {
  market: MarketPublic
  instruments: InstrumentsPublic
  listings: ListingsPublic
  orders: OrdersPublic
}

/**
 * A model that anybody can recompute: its card, its picks and what became of them, and applications to buy
 * one.
 */
export function createAi(
  context: AppContext,
  { market, instruments, listings, orders }: AiDeps,
): { module: Module; ai: AiPublic } {
  const { clock, schedule, db } = context
  const lag = LAG[schedule.id]
  const code = codeSha256()
  const measures = openMeasures({ instruments, market, lag })
  const read = () => context.engine.read
  const now = () => clock.market()
  const isOurs = ({ terms, isVoid }: Listing<'ai-card'>) =>
    !isVoid && terms.codeSha256 === code && terms.version === RULE.version
  /** The newest card of this method that is open or will be. */
  const card = (): Listing<'ai-card'> | null =>
    listings
      .published(read(), 'ai-card')
      .findLast((one) => isOurs(one) && listings.statusAt(one, now()) !== 'closed') ?? null
  const runs = openRuns({ context, market, instruments, orders, measures, lag, card })
  const apply = applyCommand({ listings, schedule, now })

  const failed = (what: string) => (err: unknown) => context.log.error({ err }, what)
  /** The evaluation of this day, if known, without waiting; it is reckoned where nobody has asked before. */
  const knownOrAsked = (day: DateJst): Evaluation | null | undefined => {
    const known = measures.known(day)
    if (known === undefined) measures.upTo(day).catch(failed('the model could not be measured'))
    return known
  }
  const cardFigures = (evaluation: Evaluation | null | undefined) =>
    evaluation ? { ...evaluation.figures, codeSha256: code } : null
  listings.measured((testTo) => (testTo > runs.closedDay() ? null : cardFigures(knownOrAsked(testTo))))
  let openedAt = Infinity
  listings.sample(
    'ai-card',
    cardSample({
      context,
      listings,
      codeSha256: code,
      hasCard: () => card() !== null,
      measured: () =>
        clock.monotonic() - openedAt < SAMPLE_WAITS ? undefined : knownOrAsked(runs.closedDay()),
    }),
  )

  const parts = new Map<string, Parts>()
  /** Null: what is in memory is not durable yet. */
  async function dayView(
    day: AiDay,
    picks: Awaited<ReturnType<typeof picksOf>>,
    lang: string,
  ): Promise<contract.PickDayView | null> {
    const rows = parts.has(day.id) ? undefined : await inputsOf(db, day.id)
    if (rows !== undefined && picks.length > 0)
      parts.set(
        day.id,
        partsOfDay(
          day,
          rows,
          picks.map((one) => one.code),
        ),
      )
    const known = parts.get(day.id)
    if (known === undefined) return null
    const applyUntil = preOpenAt(schedule, day.entryOn)
    const published = listings.terms(read(), 'ai-card', day.cardId)!
    return {
      id: day.id,
      cardId: day.cardId,
      day: day.day,
      entryOn: day.entryOn,
      exitOn: day.exitOn,
      hash: day.hash,
      publishedAt: iso(day.publishedAt),
      applyUntil: iso(applyUntil),
      open: now() < applyUntil && listings.statusAt(published, now()) === 'open',
      picks: picks.map((pick) => pickView(pick, known, market.nameOf(pick.code, lang))),
    }
  }
  /** Newest first. */
  const days = () =>
    read()
      .of(aiDays)
      .all()
      .toSorted((a, b) => (a.day < b.day || (a.day === b.day && a.publishedAt < b.publishedAt) ? 1 : -1))
  async function daysView(shown: readonly AiDay[], lang: string): Promise<contract.PickDayView[]> {
    const picks = Map.groupBy(
      await picksOf(
        db,
        shown.map(({ id }) => id),
      ),
      ({ dayId }) => dayId,
    )
    return (await Promise.all(shown.map((day) => dayView(day, picks.get(day.id) ?? [], lang)))).filter(
      (one) => one !== null,
    )
  }
  const worded = (row: AiApplication, lang: string) =>
    applicationView(
      row,
      market.nameOf(row.code, lang),
      row.reason && context.text(lang, row.reason.key, row.reason.detail),
    )
  const callerOf = ({ memberId, sessionId }: Caller, key: string): EngineCaller =>
    memberCaller(memberId, sessionId, key)
  const isLocked = async (caller: Caller, key: string) =>
    !caller.tradingUnlocked && !(await context.engine.hasIdempotencyKey(caller.memberId, key))
  const found = async ({ memberId }: Caller, id: string, lang: string) =>
    worded((await applicationOf(db, memberId, id))!, lang)
  /** One that is over is not in memory, and stays over. */
  const orFinished = async ({ memberId }: Caller, id: string, refusal: Refusal): Promise<Refusal> => {
    const over =
      refusal.rejection === 'APPLICATION_NOT_FOUND' ? await applicationOf(db, memberId, id) : undefined
    return over === undefined ? refusal : no('APPLICATION_FINISHED', { status: over.status })
  }

  const routes: Module['routes'] = [
    on(contract.getAi, async ({ lang }): Promise<contract.AiView> => {
      const current = card()
      const evaluation = knownOrAsked(runs.closedDay())
      const [newest] = days()
      return {
        state:
          evaluation === undefined
            ? 'measuring'
            : evaluation === null
              ? 'short'
              : current === null
                ? 'no-card'
                : 'ready',
        card: current && {
          id: current.id,
          name: current.terms.names[langOf(lang)],
          method: current.terms.method[langOf(lang)],
          open: listings.statusAt(current, now()) === 'open',
          opensAt: iso(current.terms.opensAt),
          closesAt: iso(current.terms.closesAt),
          perMemberUnits: current.terms.perMemberUnits,
        },
        model: evaluation ? modelView(evaluation, code) : null,
        live: liveView(await endedPicks(db)),
        now:
          newest === undefined || now() >= preOpenAt(schedule, newest.entryOn)
            ? null
            : ((await daysView([newest], lang))[0] ?? null),
        nextAt: iso(runs.nextAt()),
        simulated: SIMULATED,
      }
    }),
    on(contract.listAiDays, ({ query: { beforeDay, limit }, lang }) => {
      const all = days().filter(({ day }) => beforeDay === undefined || day < beforeDay)
      return daysView(
        all.slice(0, limit === undefined ? DAYS_SHOWN : Math.min(Math.max(Number(limit), 1), MOST_DAYS)),
        lang,
      )
    }),
    on(contract.getAiDay, async ({ params }) => {
      const day = read().of(aiDays).get(params.id)
      const rows = day && (await inputsOf(db, day.id))
      if (!rows) throw new NotFound()
      const picks = (await picksOf(db, [day.id])).map((pick) => pick.code)
      const text = picksText({
        cardId: day.cardId,
        day: day.day,
        entryOn: day.entryOn,
        fitOn: day.fitOn,
        version: listings.terms(read(), 'ai-card', day.cardId)!.terms.version,
        weights: day.weights,
        rows,
        picks,
      })
      return {
        id: day.id,
        hash: day.hash,
        canonical: text.slice(TAG_LENGTH),
        weights: [...day.weights],
        rows: rows.map(({ code: of, closeTenths, values }) => ({
          code: of,
          closeTenths,
          values: [...values],
        })),
      }
    }),
    on(contract.listAiApplications, async ({ query: { before = null, limit }, caller, lang }) =>
      (
        await applicationsOf(db, caller.memberId, {
          before,
          limit: limit === undefined ? USUAL_ROWS : Math.max(Number(limit), 1),
        })
      ).map((row) => worded(row, lang)),
    ),
    on(contract.applyAi, async ({ input, caller, key, lang }) => {
      if (await isLocked(caller, key)) return no('TRADING_LOCKED')
      const { result } = await context.engine.submit(apply, input, callerOf(caller, key))
      return result.ok ? found(caller, result.answer.id, lang) : result
    }),
    on(contract.cancelAi, async ({ params, caller, key, lang }) => {
      const { result } = await context.engine.submit(
        cancelCommand,
        { id: params.id },
        callerOf(caller, key),
        { lane: 'reserved' },
      )
      return result.ok ? found(caller, result.answer.id, lang) : orFinished(caller, params.id, result)
    }),
    on(contract.setTimeExit, async ({ params, input: { timeExit }, caller, key, lang }) => {
      const { result } = await context.engine.submit(
        timeExitCommand,
        { id: params.id, timeExit },
        callerOf(caller, key),
      )
      return result.ok ? found(caller, result.answer.id, lang) : orFinished(caller, params.id, result)
    }),
  ]
  const module: Module = {
    name: 'ai',
    tables: [aiDays, aiInputs, aiPicks, aiApplications],
    commands: [...runs.commands, apply, cancelCommand, timeExitCommand],
    routes,
    jobs: runs.jobs,
    listeners: [
      listen(listingPublished, ({ kind }) => {
        if (kind === 'ai-card') runs.pick().catch(failed('picks could not be published'))
      }),
      listen(orderChanged, ({ orderId, status }) => {
        const [application] = status === 'pending' ? [] : read().of(aiApplications).by('order', orderId)
        if (application?.status === 'applying')
          runs.follow(application).catch(failed('an application could not be ended'))
      }),
      listen(applicationChanged, ({ memberId }) =>
        context.bus.publish(`member/${memberId}`, { type: 'applications' }),
      ),
    ],
    opened() {
      openedAt = clock.monotonic()
      runs.takeUp().catch(failed('the model could not take up its work'))
    },
    stop: measures.stop,
  }
  return {
    module,
    ai: { figures: async () => cardFigures((await measures.upTo(runs.closedDay())).evaluation) },
  }
}
