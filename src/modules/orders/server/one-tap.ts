import type { MemberId } from '#kernel/id.ts'
import { iso } from '#kernel/time.ts'
import { no, type Refusal } from '#kernel/result.ts'
import { callerFor, defineMemberCommand, done, memberCaller, type Command } from '#platform/engine/command.ts'
import { listen } from '#platform/engine/event.ts'
import { defineTable, type TableAccess, type TableReader } from '#platform/engine/table.ts'
import { accountFrozen } from '#modules/identity/server/events.ts'
import { isFrozen, type IdentityPublic } from '#modules/identity/server/public.ts'
import type { Level } from '#modules/venue/model/terms.ts'
import { on, type AppContext, type Caller, type Listener, type RouteHandler } from '#modules/module.ts'
import * as contract from '../contract.ts'
import {
  armed,
  deviceOf,
  locked,
  locksAt,
  refusedByOneTap,
  switchedOff,
  used,
  type OneTapDevice,
  type OneTapLimits,
} from '../model/one-tap.ts'
import { placeOrderOf, type PlaceOrder } from '../model/order.ts'
import { expectedOf, farLimitYen, sweepOf } from '../model/reserve.ts'
import { farFrom, metBy, reached } from '../model/sweep.ts'
import type { CommandDeps } from './load-facts.ts'
import { openingInputs, openOrder } from './place-order.ts'
import { orderView, wordedOrder } from './views.ts'

/** One-tap orders of a member's devices, the last armed or used first. */
type OneTaps = { memberId: MemberId; devices: readonly OneTapDevice[] }
export const oneTaps = defineTable<OneTaps>()({
  name: 'one_taps',
  columns: { memberId: 'text', devices: 'jsonb' },
  key: 'memberId',
})

const devicesOf = (tables: TableReader, memberId: MemberId): OneTaps['devices'] =>
  tables.of(oneTaps).get(memberId)?.devices ?? []

function keep(tables: TableAccess, memberId: MemberId, devices: OneTaps['devices']): void {
  const table = tables.of(oneTaps)
  const row = table.get(memberId)
  if (row) table.update(row, { devices })
  else table.insert({ memberId, devices })
}

type Arm = { device: string; limits: OneTapLimits }
/** Sent once the member's will is proven; the session is the caller's own. */
export const armCommand = defineMemberCommand({
  type: 'one-tap.arm',
  captureInputs: (_world, _input: Arm) => null,
  run(tables, { device, limits }, _inputs, { memberId, device: session, at }) {
    if (isFrozen(tables, memberId, at)) return no('ACCOUNT_FROZEN')
    const devices = armed(devicesOf(tables, memberId), { device, session, limits }, at)
    if (!devices.ok) return devices
    keep(tables, memberId, devices.value)
    return done({ armed: true })
  },
})

/** `device` null: of all, as a freeze does. */
export const lockCommand = defineMemberCommand({
  type: 'one-tap.lock',
  captureInputs: (_world, _input: { device: string | null }) => null,
  run(tables, { device }, _inputs, { memberId }) {
    const devices = devicesOf(tables, memberId)
    if (devices.some(({ session }) => session !== null)) keep(tables, memberId, locked(devices, device))
    return done({ armed: false })
  },
})

export const switchOffCommand = defineMemberCommand({
  type: 'one-tap.off',
  captureInputs: (_world, _input: { device: string }) => null,
  run(tables, { device }, _inputs, { memberId }) {
    const devices = devicesOf(tables, memberId)
    if (deviceOf(devices, device)) keep(tables, memberId, switchedOff(devices, device))
    return done({ armed: false })
  },
})

export type Tap = PlaceOrder & { device: string; version: number }

/**
 * Levels that a limit order by one tap could reach while orders trade as they come. Records of before have
 * none, and run again without the question.
 */
function levelsMet({ market }: CommandDeps, { code, side, quantity }: PlaceOrder): readonly Level[] {
  const board = market.quote(code)?.state === 'trading' ? market.depth(code) : null
  return board === null ? [] : reached(metBy(side, board), quantity)
}

/** The rule of one-tap orders, then every rule of the ticket. */
export const tapCommand = (deps: CommandDeps) =>
  defineMemberCommand({
    type: 'order.one-tap',
    captureInputs: (world, { device: _device, version: _version, ...order }: Tap, call, tables) => ({
      ...openingInputs(deps, world, order, call.memberId, tables),
      ...(order.type === 'limit' ? { met: levelsMet(deps, order) } : {}),
    }),
    run(tables, { device, version, ...order }, { met, ...inputs }, call) {
      const { memberId, at } = call
      const devices = devicesOf(tables, memberId)
      const kept = deviceOf(devices, device)
      const { type, quantity } = order
      const { quote, instrument } = inputs
      const valueYen = quote === null ? null : expectedOf(order, quote).notionalYen
      const farYen =
        quote === null || instrument === null
          ? null
          : met === undefined
            ? (farFrom(sweepOf(order, quote), quantity, instrument.tickTable)?.yen ?? null)
            : farLimitYen(order, quote, met, instrument.tickTable)
      const refused = refusedByOneTap(kept, call.device, { type, quantity, valueYen, farYen, version }, at)
      if (refused) return refused
      const opened = openOrder(tables, order, inputs, call, 'order')
      if (!opened.ok) return opened
      keep(tables, memberId, used(devices, kept!, at))
      return done(orderView(opened.value.order, []), opened.value.events)
    },
  })

/** Switch, lock and orders of one-tap trading (decision 0136). */
export function oneTapOrders(
  context: AppContext,
  deps: CommandDeps,
  identity: Pick<IdentityPublic, 'proveStepUp' | 'deviceOf'>,
): {
  commands: Command[]
  routes: RouteHandler[]
  listener: Listener
  /** Locks what a freeze found armed just before the end of the process. */
  lockFrozen(): Promise<void>
} {
  const tap = tapCommand(deps)
  const sender = ({ memberId, sessionId }: Caller, key: string) => memberCaller(memberId, sessionId, key)

  function view({ memberId, sessionId, tradingUnlocked }: Caller): contract.OneTapView {
    const kept = deviceOf(devicesOf(context.engine.read, memberId), identity.deviceOf(sessionId))
    if (kept === undefined) return { limits: null, locksAt: null, version: 0 }
    const session = memberCaller(memberId, sessionId, '').device
    const until = tradingUnlocked ? locksAt(kept, session, context.clock.wall()) : null
    const { mostYen, mostShares, perMinute, idleMinutes, takesLimit, takesMarket, version } = kept
    return {
      limits: { mostYen, mostShares, perMinute, idleMinutes, takesLimit, takesMarket },
      locksAt: until === null ? null : iso(until),
      version,
    }
  }
  const run = async (command: Command, input: unknown, caller: Caller, key: string) => {
    const { result } = await context.engine.submit(command, input, sender(caller, key))
    return result.ok ? view(caller) : result
  }
  const lockAll = (memberId: MemberId) =>
    context.engine.submit(lockCommand, { device: null }, callerFor(memberId, 'freeze'), { lane: 'reserved' })

  return {
    commands: [armCommand, lockCommand, switchOffCommand, tap],
    routes: [
      on(contract.getOneTap, ({ caller }) => view(caller)),
      on(contract.armOneTap, async (request) => {
        const { input, caller, key } = request
        const { transactionPassword: _password, proof: _proof, oneTimeCode: _code, ...limits } = input
        if (!(await context.engine.hasIdempotencyKey(caller.memberId, key))) {
          const proven = await identity.proveStepUp(request, 'one-tap.arm', limits)
          if (!proven.ok) return proven
        }
        return run(armCommand, { device: identity.deviceOf(caller.sessionId), limits }, caller, key)
      }),
      on(contract.lockOneTap, ({ caller, key }) =>
        run(lockCommand, { device: identity.deviceOf(caller.sessionId) }, caller, key),
      ),
      on(contract.switchOffOneTap, ({ caller, key }) =>
        run(switchOffCommand, { device: identity.deviceOf(caller.sessionId) }, caller, key),
      ),
      on(contract.tapOrder, async ({ input, caller, key, lang }): Promise<contract.OrderView | Refusal> => {
        const { memberId, sessionId } = caller
        // Not TRADING_LOCKED: once the trading unlock is open again, a tap of before must not be sent.
        if (!caller.tradingUnlocked && !(await context.engine.hasIdempotencyKey(memberId, key)))
          return no('ONE_TAP_LOCKED')
        const { limitsVersion: version, ...order } = input
        const { result } = await context.engine.submit(
          tap,
          { ...placeOrderOf(order), device: identity.deviceOf(sessionId), version },
          sender(caller, key),
        )
        return result.ok ? wordedOrder(context, deps.market, result.answer, lang) : result
      }),
    ],
    listener: listen(accountFrozen, ({ memberId }) => {
      if (devicesOf(context.engine.read, memberId).length === 0) return
      // Refused by a full engine, they stay armed as long as the freeze refuses them.
      lockAll(memberId).catch((err: unknown) => context.log.error({ err }, 'one-tap orders stay armed'))
    }),
    async lockFrozen() {
      const { read } = context.engine
      for (const { memberId, devices } of read.of(oneTaps).all())
        if (devices.some(({ session }) => session !== null) && isFrozen(read, memberId, context.clock.wall()))
          await lockAll(memberId)
    },
  }
}
