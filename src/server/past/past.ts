import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { addDays, dateJst, iso, MINUTE, SECOND, timeJst, type DateJst, type Ms } from '#kernel/time.ts'
import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import type { Jobs } from '#platform/jobs.ts'
import type { SystemClock } from '#platform/clock.ts'
import type { AppContext } from '#modules/module.ts'
import { listApplications, listDraws } from '#modules/draws/contract.ts'
import { listPools } from '#modules/copy/contract.ts'
import { listDeposits, listWithdrawals } from '#modules/funding/contract.ts'
import { DEMO_BANK_SENDS_AFTER } from '#modules/funding/server/public.ts'
import { listOfferings } from '#modules/ipo/contract.ts'
import { membersAfter } from '#modules/identity/server/public.ts'
import type { DemoPast } from '#wire/system.ts'
import { isInPast, type setWallClock } from '../wall-clock.ts'
import type { Modules } from '../modules.ts'
import * as act from './acts.ts'
import { phoneOf, type Phone } from './phone.ts'

/** The longest that anything is waited for; then the past goes on without it. */
const PATIENCE: Ms = 2 * MINUTE
const LOOK: Ms = 100
/** The desk signs, and what it publishes opens. */
const OPENS: Ms = 25 * SECOND
const HOUR_OF_ACTS = 10
/** The days of the past on which its members look in. Draws are between them. */
const DAYS = [1, 8, 34, 61] as const
const LAST_DAY = 83
/** Its issue date, five trading days later, is none on which the exchange is off: its chart begins on it. */
const OFFERING_DAY = 90
const FOLLOWERS = 14
const NEW_FOLLOWERS = 9
const LEAVE = 4
/** Sales after the last day in which the first demo member applies, as long as none was lost. */
const MORE_SALES = 3
/** Asked of support by simulated members, in the language of most of them. */
const WORDS = [
  '入金はどのくらいで反映されますか',
  '抽選の結果はどこで検証できますか',
  'プールの基準価額は何時に計算されますか',
]
/** One of the simulated members after another looks in, for as long as the server is at work. */
const LOOKS_IN: Ms = 5 * SECOND

type Deps = {
  context: AppContext
  clock: SystemClock
  modules: Modules
  app: FastifyInstance
  jobs: Jobs
  setClock: ReturnType<typeof setWallClock>
}

/** A day on which the simulated members look in: its beginning, and what they do. */
type Stop = { at: Ms; act: () => Promise<void> }

/**
 * The past of a new demo setting (decision 0138): 95 days by the demo clock, on six of which members whom
 * nobody's phone belongs to, and the two that are printed, use every product by its own routes. It ends at
 * the machine's time. Killed, it goes on from the day at which it was; whatever is done already is not done
 * again.
 */
export function openDemoPast({ context, clock, modules, app, jobs, setClock }: Deps) {
  const { log, engine, businessDays, config } = context
  const { identity, listings, members } = modules
  const demo = identity.demo!
  const dice = act.diceOf(context)
  let isStopped = false
  const stopping = new AbortController()
  let work: Promise<void> | null = null
  let progress: DemoPast | null = null
  const say = (step: DemoPast['step']) => {
    if (progress !== null) progress = { ...progress, step }
  }

  const deps = { app, context }
  const printed = demo.members.map((member) => phoneOf(deps, member))
  const simulated = demo.simulated.members.map((member) => phoneOf(deps, member))
  const [one, lead] = printed as [Phone, Phone]
  const everybody = [one, ...simulated]

  /** An act that one of them cannot do now holds up nobody. */
  async function tried(what: string, doing: () => Promise<unknown>): Promise<void> {
    if (isStopped) return
    try {
      await doing()
    } catch (err) {
      log.debug({ what, why: (err as Error).message }, 'the demo past: not done')
    }
  }
  const all = async (
    what: string,
    phones: readonly Phone[],
    doing: (phone: Phone, n: number) => Promise<unknown>,
  ) => {
    for (const [n, phone] of phones.entries()) await tried(what, () => doing(phone, n))
  }

  async function moveTo(at: Ms): Promise<void> {
    if (isStopped || at <= clock.wall() || at >= clock.machine()) return
    say('moving')
    const { result } = await engine.submit(setClock, { at }, { ...SYSTEM_CALLER, actor: 'demo' })
    if (result.ok) clock.jumpTo(at)
    await jobs.runDue()
  }
  async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
    const end = clock.monotonic() + PATIENCE
    while (!isStopped && !(await holds())) {
      if (clock.monotonic() > end) return log.warn({ what }, 'the demo past: waited for in vain')
      await pause(LOOK)
    }
  }

  const trading = () => {
    say('trading')
    return until('trading', async () => (await act.affordable(one)).length > 5)
  }
  const decided = async () => {
    listings.offerSamplesOf([])
    for (;;) {
      const { draws } = await one.ask(listDraws, {})
      const open = draws.filter(({ status }) => status === 'open')
      const next = Math.min(...open.map(({ closesAt }) => Date.parse(closesAt))) + SECOND
      // A draw that closes in the present is made there.
      if (next >= clock.machine() || isStopped) return
      await moveTo(next)
      say('draw')
      await until('draw', async () => {
        const now = (await one.ask(listDraws, {})).draws
        return now.every(({ status }) => status !== 'closed' && status !== 'revealed')
      })
    }
  }
  const hasLost = async () =>
    (await one.ask(listApplications, { query: {} })).some(({ status }) => status === 'not-won')
  const codes = async (): Promise<string[]> => (await act.affordable(one)).map(({ code }) => code)
  const today = (): DateJst => dateJst(clock.wall())

  /** A sale before an opening, for which all of them apply. */
  async function sale(): Promise<void> {
    say('sale')
    listings.offerSamplesOf(['block-sale'])
    await until('sale', async () =>
      (await one.ask(listDraws, {})).draws.some(
        ({ status, kind }) => status === 'open' && kind === 'block-sale',
      ),
    )
    await moveTo(clock.wall() + OPENS)
    await all('application', everybody, (phone) => act.takePart(phone, context, dice))
    await decided()
  }

  async function firstDay(): Promise<void> {
    say('accounts')
    listings.offerSamplesOf(['copy-product'])
    // First, because a new transaction password ends every other session: whoever logs in as one of the two
    // at once is not thrown out again.
    await all('account', printed, (phone, n) => act.settleAccount(phone, demo.members[n]!, n))
    await members.settleSimulated(await identity.settleSimulated())
    await tried('deposit', () => act.payIn(one))
    await until('pool', async () => (await one.ask(listPools, {})).length > 0)
    await moveTo(clock.wall() + OPENS)
    await trading()
    const [a, b, c, d] = await codes()
    await tried('orders', () => act.buy(one, today(), [a!, b!, c!]))
    await tried('pool orders', () => act.tradePool(lead, today(), [a!, b!, d!]))
    await all('order', simulated.slice(0, 8), async (phone) =>
      act.buy(phone, today(), [(await codes())[dice(12)]!]),
    )
    await tried('subscription', () => act.follow(one, 500_000))
    await all('subscription', simulated.slice(0, FOLLOWERS), (phone) =>
      act.follow(phone, (1 + dice(40)) * 20_000),
    )
    await until('deposit', async () => {
      const [deposit] = await one.ask(listDeposits, { query: {} })
      return deposit === undefined || deposit.credited !== null
    })
    await sale()
  }

  async function secondDay(): Promise<void> {
    await tried('withdrawal', () => act.payOut(one, demo.members[0]!))
    // Told when it was sent: the bank's time is the member's.
    await moveTo(clock.wall() + DEMO_BANK_SENDS_AFTER + SECOND)
    await until('payment', async () =>
      (await one.ask(listWithdrawals, { query: {} })).every(({ state }) => state === 'paid'),
    )
    await trading()
    await tried('sale of a lot', () => act.sellOldest(one, today()))
    const found = await codes()
    await tried('pool orders', () => act.tradePool(lead, today(), [found[4]!]))
    await sale()
  }

  async function laterDay(): Promise<void> {
    await trading()
    await tried('sale of a lot', () => act.sellOldest(one, today()))
    const found = await codes()
    await tried('orders', () => act.buy(one, today(), [found[dice(6)]!]))
    await tried('pool orders', () => act.tradePool(lead, today(), [found[dice(8)]!]))
    await all('sale of a lot', simulated.slice(0, 4), (phone) => act.sellOldest(phone, today()))
    await all('leaving', simulated.slice(0, FOLLOWERS).toSpliced(LEAVE), act.leavePool)
    if (!(await hasLost())) await sale()
  }

  async function offering(): Promise<void> {
    listings.offerSamplesOf(['ipo', 'copy-product'])
    await until('offering', async () =>
      (await one.ask(listDraws, {})).draws.some(({ status, kind }) => status === 'open' && kind === 'ipo'),
    )
    await moveTo(clock.wall() + 2 * MINUTE)
    await all('application', everybody, (phone) => act.takePart(phone, context, dice))
    await all('subscription', simulated.slice(0, NEW_FOLLOWERS), (phone) =>
      act.follow(phone, (1 + dice(40)) * 10_000),
    )
    await trading()
    await tried('pool orders', async () => act.tradePool(lead, today(), (await codes()).slice(0, 2)))
    await decided()
    const [offer] = await one.ask(listOfferings, {})
    const paysAt = offer === undefined ? clock.wall() : Date.parse(offer.payFrom) + MINUTE
    // A win whose days of payment are in the present is paid there.
    if (paysAt >= clock.machine()) return
    await moveTo(paysAt)
    await all('payment', everybody, act.payForWins)
  }

  async function lastDay(): Promise<void> {
    for (let more = MORE_SALES; more > 0 && !(await hasLost()); more--) await sale()
    await trading()
    await all('order', simulated, (phone) => act.quote(phone, dice))
    await all('words', simulated.slice(0, WORDS.length), (phone, n) => act.say(phone, WORDS[n]!))
  }

  /** The present: draws that are open, wins to be paid, orders in the books. */
  async function liveOn(): Promise<void> {
    for (let n = 0; !isStopped; n = (n + 1) % simulated.length) {
      const phone = simulated[n]!
      await tried('application', () => act.takePart(phone, context, dice))
      await tried('payment', () => act.payForWins(phone))
      await tried('order', () => act.quote(phone, dice))
      await pause(LOOKS_IN, null, { signal: stopping.signal }).catch(() => {})
    }
  }

  /** Days are counted from the first: the clock began at it. */
  function stops(): Stop[] {
    const began = dateJst(membersAfter(engine.read, 0, 1)[0]!.openedAt)
    const on = (day: number): Ms => timeJst(businessDays.next(addDays(began, day - 1)), HOUR_OF_ACTS)
    const [first, second, ...later] = DAYS
    return [
      { at: on(first), act: firstDay },
      { at: on(second), act: secondDay },
      ...later.map((day) => ({ at: on(day), act: laterDay })),
      { at: on(LAST_DAY), act: lastDay },
      { at: on(OFFERING_DAY), act: offering },
    ]
  }

  async function live(): Promise<void> {
    const began = clock.monotonic()
    const all = config.demoPast ? stops() : []
    const next = all.filter(({ at }, n) => at > clock.wall() || (all[n + 1]?.at ?? Infinity) > clock.wall())
    for (const stop of next) {
      if (isStopped) return
      progress = { day: all.indexOf(stop) + 1, of: all.length, step: 'moving' }
      await moveTo(stop.at)
      log.info({ at: iso(clock.wall()) }, 'the demo past: a day')
      await tried('a day', stop.act)
    }
    if (isStopped) return
    say('ending')
    await engine.submit(setClock, { at: 'machine' }, { ...SYSTEM_CALLER, actor: 'demo' })
    clock.catchUp()
    listings.offerSamplesOf(null)
    await jobs.runDue()
    for (const phone of printed) await tried('logout', phone.putAway)
    progress = null
    log.info({ tookMs: Math.round(clock.monotonic() - began) }, 'the demo past: lived through')
  }

  // Before the desk looks for the first time: each day of the past says what is published on it.
  const isPast = isInPast(engine.read)
  if (isPast) {
    listings.offerSamplesOf([])
    progress = { day: 1, of: DAYS.length + 2, step: 'moving' }
  }
  return {
    /** At which of its days it is; null: in the present. */
    progress: (): DemoPast | null => progress,
    start() {
      if (!isPast && !(config.demoPast && identity.hasSimulated())) return
      work = (isPast ? live() : Promise.resolve())
        .then(() => (config.demoPast ? liveOn() : undefined))
        .catch((err: unknown) => log.error({ err }, 'the demo past could not be lived through'))
        .finally(() => {
          progress = null
        })
    },
    async stop() {
      isStopped = true
      stopping.abort()
      await work
    },
  }
}
