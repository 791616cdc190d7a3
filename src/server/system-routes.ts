import { dateJst, iso, type Ms } from '#kernel/time.ts'
import type { ClockWatch } from '#platform/clock-watch.ts'
import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import { Unavailable } from '#platform/http/route-handler.ts'
import type { Envelopes } from '#platform/http/envelope.ts'
import { jobRunsIn, type Jobs } from '#platform/jobs.ts'
import type { Metrics } from '#platform/metrics.ts'
import { on, type RouteHandler, type AppContext } from '#modules/module.ts'
import { publishedHours } from '#modules/schedules/server/public.ts'
import type { InclusionCommitments } from '#modules/trust/server/public.ts'
import type { VenueCapabilities } from '#modules/venue/server/public.ts'
import type { Lang } from '#i18n/lang.ts'
import type { OutputOf } from '#wire/route.ts'
import * as system from '#wire/system.ts'
import { recordsBeyond } from './clock-returns.ts'
import { recordsAhead, type RecordsAhead, type setWallClock } from './wall-clock.ts'

export type Status = OutputOf<typeof system.health>['status']

export type SystemDeps = {
  context: AppContext
  envelopes: Envelopes
  status: () => Status
  doubt: ClockWatch['doubt']
  demoPast: () => system.DemoPast | null
  jobs: () => Jobs | null
  /** The longest that a jump of the demo clock is waited for. */
  clockAnswerMs: Ms
  metrics: Pick<Metrics, 'recent'>
  /** Figures that each module measures of itself. */
  measures: () => Record<string, Readonly<Record<string, number | null>>>
  faults: () => system.FaultName[]
  venueHas: VenueCapabilities
  commitments: Pick<InclusionCommitments, 'of'>
  setClock: ReturnType<typeof setWallClock>
  nameOf: (code: string, lang: string) => string
  /** The module whose catalogue words a refusal of a command of this type. */
  moduleOf: (type: string, rejection: string) => string
}

/** Nobody need wait for these: the server goes on as ever, but for what the fault itself says. */
const HANDLED: ReadonlySet<system.FaultName> = new Set([
  'exchange-log-damaged',
  'venue-away',
  'clock-unconfirmed',
  'records-ahead',
  'sms-missing',
  'identity-check-missing',
  'mail-missing',
  'firm-missing',
  'messages-stuck',
  'archive-failing',
  'base-backup-old',
])

/** The state that `GET /api/health` tells: all but `ok` is a 503. */
export const healthOf = (status: Status, faults: readonly system.FaultName[]): Status =>
  status === 'ok' && faults.some((fault) => !HANDLED.has(fault)) ? 'impaired' : status

const venueView = ({ receipts, sealedDays, auctions, priority }: VenueCapabilities) => ({
  receipts,
  sealedDays,
  auctions,
  priority,
})

/** Routes of the server itself: is it there, what became of a command, the demo clock. */
export function systemRoutes({
  context,
  envelopes,
  status,
  doubt,
  demoPast,
  jobs,
  clockAnswerMs,
  measures,
  faults,
  venueHas,
  metrics,
  commitments,
  setClock,
  nameOf,
  moduleOf,
}: SystemDeps): RouteHandler[] {
  const { config, clock } = context
  const times = () => ({ now: iso(clock.wall()), marketTime: iso(clock.market()) })
  /**
   * Whoever moved the clock finds its work done: all that fell due in between. What takes longer than a
   * connection lasts on which nothing happens goes on without the one who waits.
   */
  async function workedOff(): Promise<OutputOf<typeof system.setClock>> {
    const dueAt = (await jobs()?.runDueFor(clockAnswerMs)) ?? null
    return { ...times(), dueAt: dueAt === null ? null : iso(dueAt) }
  }
  return [
    on(system.health, () => {
      const now = faults()
      const health = {
        status: healthOf(status(), now),
        faults: now,
        clock: doubt(),
        recordsAhead: aheadView(recordsAhead(context.engine, clock)),
        version: config.version,
        versionCode: config.versionCode,
        ...times(),
        market: config.market,
        schedule: config.schedule,
        hours: publishedHours(context.engine.read).map(({ from, until, sessions, preClosing }) => ({
          from,
          until,
          sessions: [...sessions],
          preClosing,
        })),
        demo: config.demo,
        demoDesk: config.demoDesk,
        demoPast: demoPast(),
        simulated: venueHas.simulated,
        venue: venueView(venueHas),
        measures: measures(),
        replay: config.replay === null ? null : { date: dateJst(clock.market()), speed: config.replay.speed },
      }
      if (health.status !== 'ok') throw new Unavailable(health)
      return health
    }),
    on(system.live, () => ({ live: true as const })),
    on(system.getVitals, async () => ({
      faults: faults(),
      clock: await clockView(context),
      samples: metrics.recent().map(({ at, ...sample }) => ({ at: iso(at), ...sample })),
      jobs: [...(await jobRunsIn(context.db, config.keys.salts).read())]
        .map(([name, ranFor]) => ({ name, ranFor: iso(ranFor) }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      measures: measures(),
    })),
    on(system.op, async ({ params, caller, lang }) => {
      const key = params.key.toLowerCase()
      const op = await context.engine.op(caller.memberId, key)
      if (op.state !== 'done') return { state: op.state }
      const { result } = op
      const answer = result.ok
        ? envelopes.successOf(
            named(result.answer, (code) => nameOf(code, lang)),
            lang as Lang,
          )
        : envelopes.refusalOf(moduleOf(op.type, result.rejection), result, lang as Lang)
      const promise = await commitments.of(caller.memberId, key, true)
      return { state: op.state, answer, ...(promise === null ? {} : { promise }) }
    }),
    on(system.setClock, async ({ input }) => {
      const at = Date.parse(input.at)
      const { result } = await context.engine.submit(setClock, { at }, { ...SYSTEM_CALLER, actor: 'demo' })
      if (!result.ok) return result
      clock.jumpTo(at)
      return workedOff()
    }),
    on(system.getClock, workedOff),
  ]
}

const aheadView = (ahead: RecordsAhead) =>
  ahead && { byMs: ahead.byMs, since: ahead.return && iso(ahead.return.at) }

/** All times, for whoever confirms the clock or has put it right. */
async function clockView({
  clock,
  db,
  engine,
}: AppContext): Promise<OutputOf<typeof system.getVitals>['clock']> {
  const unconfirmed = clock.unconfirmed()
  const ahead = recordsAhead(engine, clock)
  return {
    recordsAhead: ahead && {
      ...aheadView(ahead)!,
      records: ahead.return && (await recordsBeyond(db.pool, ahead.return)),
    },
    now: iso(clock.wall()),
    confirmed: iso(clock.confirmed()),
    unconfirmed: unconfirmed && { byMs: unconfirmed.byMs, since: iso(unconfirmed.since) },
  }
}

/**
 * Kept answers name an issue by its code, whatever language the first reader had; each reader gets the name
 * in their own.
 */
const named = (answer: unknown, nameOf: (code: string) => string): unknown =>
  typeof answer === 'object' &&
  answer !== null &&
  'code' in answer &&
  'name' in answer &&
  answer.name === answer.code
    ? { ...answer, name: nameOf(String(answer.code)) }
    : answer
