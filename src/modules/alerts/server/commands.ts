import { no } from '#kernel/result.ts'
import type { PriceTenths } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { defineCommand, defineMemberCommand, done } from '#platform/engine/command.ts'
import { notify } from '#modules/inbox/server/public.ts'
import {
  decideAlert,
  hitBy,
  MOST_ALERTS,
  onNewDay,
  type Alert,
  type AlertFacts,
  type NewAlert,
} from '../model/alert.ts'
import { alerts, isArmed } from './tables.ts'

/** Facts of the market that a new alert needs; journalled, so that the command can be run again. */
export type Seen = Omit<AlertFacts, 'watching'> & { at: Ms; tradeDate: DateJst }

export const createAlertCommand = (seen: (code: string) => Seen) =>
  defineMemberCommand({
    type: 'alert.create',
    captureInputs: (world, input: NewAlert) => ({ id: world.id(), ...seen(input.code) }),
    run(tables, input, { id, at, tradeDate, ...facts }, call) {
      const memberId = call.memberId
      const watching = tables
        .of(alerts)
        .by('member', memberId)
        .filter(({ status }) => status === 'watching')
      const value = decideAlert(input, { ...facts, watching })
      if (!value.ok) return value
      const { code, watches, repeats } = input
      const alert: Alert = {
        id,
        memberId,
        code,
        watches,
        value: value.value,
        repeats,
        status: 'watching',
        since: at,
        sinceDate: tradeDate,
        hitAt: null,
        hitDate: null,
        hitTenths: null,
        endedAt: null,
      }
      tables.of(alerts).insert(alert)
      return done(alert)
    },
  })

export const removeAlertCommand = defineCommand({
  type: 'alert.remove',
  captureInputs: () => null,
  run(tables, { id }: { id: string }, _inputs, call) {
    const alert = tables.of(alerts).get(id)
    if (alert === undefined || alert.memberId !== call.memberId) return no('ALERT_NOT_FOUND')
    tables.of(alerts).update(alert, { status: 'removed', endedAt: call.at })
    return done({ id })
  },
})

export type Hit = { id: string; priceTenths: PriceTenths; at: Ms; tradeDate: DateJst }

/**
 * A trade has reached it: of those that are over as many are kept as may watch. The message is in the same
 * batch as the hit, so that it is told once, whatever happens in between.
 */
export const hitAlertCommand = defineCommand({
  type: 'alert.hit',
  captureInputs: () => null,
  run(tables, hit: Hit, _inputs, call) {
    const alert = tables.of(alerts).get(hit.id)
    if (alert === undefined || !isArmed(alert)) return no('ALERT_OVER')
    const { memberId, code, watches, value, id } = tables.of(alerts).update(alert, hitBy(alert, hit))
    const over = tables
      .of(alerts)
      .by('member', memberId)
      .filter(({ status }) => status === 'hit')
      .toSorted((a, b) => b.hitAt! - a.hitAt!)
    for (const old of over.slice(MOST_ALERTS)) tables.of(alerts).update(old, { status: 'removed' })
    const isPrice = watches === 'above' || watches === 'below'
    const args = { code, watches, value: isPrice ? value / 10 : value / 100, price: hit.priceTenths / 10 }
    return done(null, [
      notify(tables, { seq: call.seq, at: hit.at }, memberId, { kind: 'priceAlert', args, about: id }),
    ])
  },
})

export type NewDay = { tradeDate: DateJst; rows: readonly { id: string; shares: number }[] }

/** A trading day has begun: see `onNewDay`. Rows that are gone meanwhile are left out. */
export const newDayCommand = defineCommand({
  type: 'alert.new-day',
  captureInputs: () => null,
  run(tables, { tradeDate, rows }: NewDay) {
    const table = tables.of(alerts)
    for (const { id, shares } of rows) {
      const alert = table.get(id)
      const change =
        alert?.status === 'watching' && alert.sinceDate < tradeDate
          ? onNewDay(alert, tradeDate, shares)
          : null
      if (change) table.update(alert!, change)
    }
    return done(null)
  },
})
