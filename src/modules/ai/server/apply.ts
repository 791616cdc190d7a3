import { consideration, type TradingUnits } from '#kernel/price.ts'
import { timeJst, type DateJst, type Ms } from '#kernel/time.ts'
import { no } from '#kernel/result.ts'
import { defineMemberCommand, done } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { isFrozen, tradingLevel } from '#modules/identity/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { preOpenAt, type Schedule } from '#modules/instruments/model/schedule.ts'
import { UNIT } from '#modules/instruments/model/universe.ts'
import type { ListingsPublic } from '#modules/listings/server/public.ts'
import { costOf } from '#modules/orders/model/reserve.ts'
import { PLAIN_TERMS } from '#modules/orders/model/terms.ts'
import type { PlaceOrder } from '#modules/orders/model/order.ts'
import { openOrder, type OrdersPublic } from '#modules/orders/server/public.ts'
import { freeMoney } from '#modules/portfolio/server/public.ts'
import { feesOn } from '#modules/schedules/server/public.ts'
import { refusedApplication } from '../model/application.ts'
import { moved, tellFailed } from './commands.ts'
import { applicationChanged } from './events.ts'
import { aiApplications, aiDays, aiPicks, type AiApplication } from './tables.ts'

export type ApplyDeps = { listings: ListingsPublic; schedule: Schedule; now: () => Ms }

/** Units of a pick that the member has applied for: a cancelled or failed application is not in memory. */
const usedUnits = (own: readonly AiApplication[], pickId: string) =>
  own.filter((one) => one.pickId === pickId).reduce((sum, { units }) => sum + units, 0)
/** The most that applications not sent yet may cost: the order asks for it when it is. */
const promisedYen = (own: readonly AiApplication[]) =>
  own
    .filter(({ status, orderId }) => status === 'applying' && orderId === null)
    .reduce((sum, { holdYen }) => sum + holdYen, 0)

/** Takes an application to buy a pick: no money moves, the order asks for it at the next opening. */
export const applyCommand = ({ listings, schedule, now }: ApplyDeps) =>
  defineMemberCommand({
    type: 'ai.apply',
    captureInputs: (world) => ({ id: world.id(), at: Math.floor(now()) }),
    run(tables, { pickId, units }: { pickId: string; units: TradingUnits }, inputs, call) {
      const memberId = call.memberId
      const pick = tables.of(aiPicks).get(pickId)
      const day = pick && tables.of(aiDays).get(pick.dayId)
      if (pick === undefined || day === undefined) return no('PICK_UNKNOWN')
      const card = listings.terms(tables, 'ai-card', day.cardId)!
      const own = tables.of(aiApplications).by('member', memberId)
      const cost = costOf(consideration(pick.limitTenths, units * UNIT), 10, feesOn(tables, day.entryOn))
      const refused = refusedApplication(
        {
          level: tradingLevel(tables, memberId, call.at).level,
          isFrozen: isFrozen(tables, memberId, call.at),
          isCardOpen: listings.statusAt(card, inputs.at) === 'open',
          isAhead: inputs.at < preOpenAt(schedule, day.entryOn),
          mostUnits: card.terms.perMemberUnits,
          usedUnits: usedUnits(own, pickId),
          valueYen: cost.notionalYen,
          neededYen: cost.holdYen,
          freeYen: freeMoney(tables, memberId),
          promisedYen: promisedYen(own),
        },
        units,
      )
      if (refused !== null) return refused
      const { code, limitTenths, takeProfitTenths, stopLossTenths } = pick
      const application = tables
        .of(aiApplications)
        .insert({
          id: inputs.id,
          memberId,
          pickId,
          code,
          units,
          holdYen: cost.holdYen,
          limitTenths,
          takeProfitTenths,
          stopLossTenths,
          entryOn: day.entryOn,
          exitOn: day.exitOn,
          appliedAt: inputs.at,
          status: 'applying',
          orderId: null,
          reason: null,
          filledQuantity: 0,
          filledYen: 0,
          endedAt: null,
          exitDone: false,
          timeExit: true,
        })
      const args = { code, quantity: units * UNIT, entryOn: timeJst(day.entryOn, 0) }
      return done({ id: application.id }, [
        applicationChanged(application),
        notify(tables, { seq: call.seq, at: inputs.at }, memberId, {
          kind: 'aiApplied',
          args,
          about: application.id,
        }),
      ])
    },
  })

/**
 * The order that an application becomes: an ordinary one, without leverage, at the limit, with the exits that
 * were published.
 */
export const orderFor = ({
  code,
  units,
  limitTenths,
  takeProfitTenths,
  stopLossTenths,
}: AiApplication): PlaceOrder => ({
  ...PLAIN_TERMS,
  code,
  side: 'up',
  type: 'limit',
  quantity: units * UNIT,
  priceTenths: limitTenths,
  leverageTenths: 10,
  takeProfitTenths,
  stopLossTenths,
})

const of = (tables: TableReader, id: string) => tables.of(aiApplications).get(id)

/**
 * Sends the order of an application whose day has come: the order and that it was sent are one command, so
 * that a kill leaves both or neither, and again changes nothing. What orders refuse ends the application with
 * their reason; a day that has passed with `SESSION_MISSED`.
 */
export const sendCommand = (orders: Pick<OrdersPublic, 'opening'>, times: () => { today: DateJst; at: Ms }) =>
  defineMemberCommand({
    type: 'ai.send',
    captureInputs: (world, { id }: { id: string }, call, tables) => {
      const application = of(tables, id)
      return {
        ...times(),
        order:
          application === undefined
            ? null
            : orders.opening(world, orderFor(application), call.memberId, tables),
      }
    },
    run(tables, { id }, inputs, call) {
      const application = of(tables, id)
      if (
        application?.status !== 'applying' ||
        application.orderId !== null ||
        inputs.today < application.entryOn
      )
        return done({ id })
      const failed = (key: string, detail: Readonly<Record<string, number | string>>) => {
        const after = tables
          .of(aiApplications)
          .update(application, {
            status: moved(application, 'refused'),
            reason: { key, detail },
            endedAt: call.at,
            exitDone: true,
          })
        return done({ id }, [
          applicationChanged(after),
          tellFailed(tables, { seq: call.seq, at: inputs.at }, after),
        ])
      }
      if (inputs.today > application.entryOn) return failed('ai.reason.SESSION_MISSED', {})
      const opened = openOrder(tables, orderFor(application), inputs.order!, call, 'order')
      if (!opened.ok) return failed(`orders.rejection.${opened.rejection}`, opened.detail)
      const { order, events } = opened.value
      const after = tables
        .of(aiApplications)
        .update(application, { status: moved(application, 'sent'), orderId: order.id })
      return done({ id }, [...events, applicationChanged(after)])
    },
  })
