import { tenthsOf, yenOf } from '#kernel/price.ts'
import { iso } from '#kernel/time.ts'
import { memberCaller } from '#platform/engine/command.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import { changeBpOf, todayFromTenths } from '#modules/market/model/figures.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { on, type Caller, type AppContext, type Module } from '#modules/module.ts'
import type { MarketFeed } from '#modules/venue/server/ports.ts'
import * as contract from '../contract.ts'
import { MOST_ALERTS, type Alert, type NewAlert } from '../model/alert.ts'
import {
  createAlertCommand,
  hitAlertCommand,
  newDayCommand,
  removeAlertCommand,
  type Seen,
} from './commands.ts'
import { alerts } from './tables.ts'
import { watchAlerts } from './watch.ts'

export type AlertsDeps = { market: MarketPublic; instruments: InstrumentsPublic; feed: MarketFeed }

/**
 * Price alerts: what members want to be told of. Must be made before the venue starts, so that no trade is
 * missed.
 */
export function createAlerts(context: AppContext, { market, instruments, feed }: AlertsDeps): Module {
  const { clock } = context
  const seen = (code: string): Seen => {
    const quote = market.quote(code)
    const lastTenths = quote?.lastTenths ?? null
    return {
      isListed: market.instrument(code) !== null,
      lastTenths,
      isRanged: true,
      lastBp: lastTenths === null ? null : changeBpOf(lastTenths, todayFromTenths(quote!)),
      at: clock.market(),
      tradeDate: market.phase().tradeDate,
    }
  }
  const create = createAlertCommand(seen)
  const watching = watchAlerts({ context, market, instruments, feed })
  const callerOf = ({ memberId, sessionId }: Caller, key: string) => memberCaller(memberId, sessionId, key)
  const view = (alert: Alert, lang: string): contract.AlertView => {
    const isPrice = alert.watches === 'above' || alert.watches === 'below'
    const { lastTenths, lastBp } = seen(alert.code)
    return {
      id: alert.id,
      code: alert.code,
      name: market.nameOf(alert.code, lang),
      watches: alert.watches,
      price: isPrice ? yenOf(alert.value) : null,
      changeBp: isPrice ? null : alert.value,
      repeats: alert.repeats,
      status: alert.status === 'watching' ? 'watching' : 'hit',
      since: iso(alert.since),
      hitAt: alert.hitAt === null ? null : iso(alert.hitAt),
      hitPrice: alert.hitTenths === null ? null : yenOf(alert.hitTenths),
      last: lastTenths === null ? null : yenOf(lastTenths),
      lastChangeBp: lastBp,
      simulated: true,
    }
  }
  return {
    name: 'alerts',
    tables: [alerts],
    commands: [create, removeAlertCommand, hitAlertCommand, newDayCommand],
    routes: [
      on(contract.listAlerts, ({ caller, query, lang }) => {
        const { memberId } = caller
        const all = context.engine.read
          .of(alerts)
          .by('member', memberId)
          .toSorted((a, b) => b.since - a.since)
        const watched = all.filter(({ status }) => status === 'watching')
        const over = all.filter(({ status }) => status === 'hit').toSorted((a, b) => b.hitAt! - a.hitAt!)
        const listed = [...watched, ...over].filter(
          ({ code }) => query.code === undefined || code === query.code,
        )
        return {
          alerts: listed.map((alert) => view(alert, lang)),
          watching: watched.length,
          most: MOST_ALERTS,
        }
      }),
      on(contract.createAlert, async ({ caller, input, key, lang }) => {
        const { code, watches, price, changeBp, repeats } = input
        const asked: NewAlert = {
          code,
          watches,
          priceTenths: price === undefined ? null : tenthsOf(price),
          changeBp: changeBp ?? null,
          repeats,
        }
        const { result } = await context.engine.submit(create, asked, callerOf(caller, key))
        return result.ok ? view(result.answer, lang) : result
      }),
      on(contract.removeAlert, async ({ caller, params, key }) => {
        const { result } = await context.engine.submit(
          removeAlertCommand,
          { id: params.id },
          callerOf(caller, key),
        )
        return result.ok ? result.answer : result
      }),
    ],
    stop: async () => watching.stop(),
  }
}
