import type { DateJst, Ms } from '#kernel/time.ts'
import { type Command, SYSTEM_CALLER } from '#platform/engine/command.ts'
import { every } from '#platform/every.ts'
import { dayJob } from '#modules/instruments/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import type { AppContext, Job } from '#modules/module.ts'
import { dayTimes } from '../model/times.ts'
import { dayLots, type EndInput } from './day-end.ts'

/**
 * The exchange's last words of a day come within a moment; how often they are asked for before the job gives
 * up, to be tried again.
 */
const ASK_AGAIN_MS = 200
const ASK_TIMES = 50

type Commands = Readonly<Record<'warn' | 'close' | 'left', Command<EndInput>>>

/**
 * The three hours at which a day of day trading ends, each once for every trade date, in order, however late;
 * market time.
 */
export function dayJobs(
  context: AppContext,
  market: Pick<MarketPublic, 'closesOf'>,
  { warn, close, left }: Commands,
): Job[] {
  const { schedule, calendar } = context
  const submit = async (command: Command<EndInput>, tradeDate: DateJst) =>
    (await context.engine.submit(command, { tradeDate }, SYSTEM_CALLER)).result

  async function carryOutLeft(tradeDate: DateJst): Promise<void> {
    // First of all the exchange itself has to have closed: its last fills count too.
    await market.closesOf(new Set(dayLots(context.engine.read).map(({ lot }) => lot.code)), tradeDate)
    for (let asked = 0; asked < ASK_TIMES; asked++) {
      const result = await submit(left, tradeDate)
      if (result.ok && (result.answer as { waiting: number }).waiting === 0) return
      await pause(ASK_AGAIN_MS)
    }
    throw new Error(`the exchange has not said what became of the orders of day trading on ${tradeDate}`)
  }
  const job = (
    name: string,
    when: keyof ReturnType<typeof dayTimes>,
    run: (tradeDate: DateJst) => Promise<unknown>,
  ): Job => dayJob(calendar, name, (date) => dayTimes(schedule, date)[when], run)
  return [
    job('day-trade.warn', 'warnAt', (date) => submit(warn, date)),
    job('day-trade.close', 'closeAt', (date) => submit(close, date)),
    job('day-trade.left', 'leftAt', carryOutLeft),
  ]
}

const pause = (ms: Ms): Promise<void> =>
  new Promise((go) => {
    const stop = every(ms, () => {
      stop()
      go()
    })
  })
