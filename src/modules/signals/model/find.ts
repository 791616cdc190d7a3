import type { MemberId } from '#kernel/id.ts'
import { DAY, type Ms } from '#kernel/time.ts'
import { RULES } from './rules.ts'
import type { DeviceUse, DocumentUse, Evidence, Payment, Signal, Trade, Transfer } from './signal.ts'

const sum = (rows: Iterable<{ readonly yen: number }>): number => {
  let total = 0
  for (const { yen } of rows) total += yen
  return total
}
const byTime = <Row extends { readonly at: Ms }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => a.at - b.at)
const deviceOf = ({ device, at }: DeviceUse): Evidence => ({ what: 'device', id: device, yen: null, at })
const moneyOf = (what: Evidence['what'], { id, yen, at }: Payment): Evidence => ({ what, id, yen, at })
const orderOf = ({ orderId, yen, at }: Trade): Evidence => ({ what: 'order', id: orderId, yen, at })

/** Withdrawals asked for soon after the first sign-in from a new device. */
export function withdrawalsFromNewDevice(
  withdrawals: readonly Payment[],
  devices: readonly DeviceUse[],
): Signal[] {
  const { withinMs, fromYen } = RULES['withdrawal-new-device']
  const ofMember = Map.groupBy(devices, ({ memberId }) => memberId)
  return withdrawals.flatMap((withdrawal) => {
    const { memberId, id, yen, at } = withdrawal
    const newest = byTime(ofMember.get(memberId) ?? []).findLast(
      (device) => device.at <= at && at < device.at + withinMs,
    )
    return newest === undefined || yen < fromYen
      ? []
      : {
          rule: 'withdrawal-new-device' as const,
          memberId,
          key: id,
          at,
          evidence: [deviceOf(newest), moneyOf('withdrawal', withdrawal)],
          others: [],
        }
  })
}

/** Several members with one document: a signal for each of them. */
export function membersOfOneDocument(documents: readonly DocumentUse[]): Signal[] {
  return [...Map.groupBy(documents, ({ document }) => document)].flatMap(([document, uses]) => {
    const members = new Set(uses.map(({ memberId }) => memberId))
    if (members.size < RULES['same-document'].members) return []
    return byTime(uses).map(({ memberId, id, at }) => ({
      rule: 'same-document' as const,
      memberId,
      key: document,
      at,
      evidence: [{ what: 'document' as const, id, yen: null, at }],
      others: [...members].filter((other) => other !== memberId),
    }))
  })
}

/** Several accounts that came to one device: a signal for each of them. */
export function accountsOfOneDevice(devices: readonly DeviceUse[]): Signal[] {
  const { members, withinMs } = RULES['shared-device']
  return [...Map.groupBy(devices, ({ device }) => device)].flatMap(([device, uses]) => {
    const all = byTime(uses)
    return all.flatMap((own) => {
      const near = all.filter(({ at }) => Math.abs(at - own.at) < withinMs)
      const others = [...new Set(near.map(({ memberId }) => memberId))].filter((id) => id !== own.memberId)
      return others.length + 1 < members
        ? []
        : {
            rule: 'shared-device' as const,
            memberId: own.memberId,
            key: device,
            at: own.at,
            evidence: [deviceOf(own)],
            others,
          }
    })
  })
}

/** Transfers with the reference of a member's deposit from a sender who has another name. */
export const payersOfOtherNames = (transfers: readonly Transfer[]): Signal[] =>
  transfers.flatMap((transfer) => {
    const { id, depositId, memberId, payer, holder, at, yen } = transfer
    return payer === null || payer === holder
      ? []
      : {
          rule: 'payer-differs' as const,
          memberId,
          key: id,
          at,
          evidence: [moneyOf('line', transfer), { what: 'deposit', id: depositId, yen, at: null }],
          others: [],
        }
  })

/** Money that came, was hardly traded with, and is asked for again. */
export function passedThrough(
  deposits: readonly Payment[],
  withdrawals: readonly Payment[],
  trades: readonly Pick<Trade, 'memberId' | 'yen' | 'at'>[],
): Signal[] {
  const { withinMs, fromYen, outPercent, tradedPercent } = RULES['pass-through']
  const [came, traded] = [
    Map.groupBy(deposits, ({ memberId }) => memberId),
    Map.groupBy(trades, ({ memberId }) => memberId),
  ]
  const found = [...Map.groupBy(withdrawals, ({ memberId }) => memberId)].flatMap(([memberId, asked]) =>
    byTime(asked).flatMap((last) => {
      const isNear = ({ at }: { readonly at: Ms }) => at <= last.at && at > last.at - withinMs
      const [ins, outs] = [byTime(came.get(memberId) ?? []).filter(isNear), byTime(asked).filter(isNear)]
      const yen = sum(ins)
      const isOut = sum(outs) * 100 >= yen * outPercent
      const isIdle = sum((traded.get(memberId) ?? []).filter(isNear)) * 100 <= yen * tradedPercent
      return yen < fromYen || !isOut || !isIdle
        ? []
        : {
            rule: 'pass-through' as const,
            memberId,
            key: ins.at(-1)!.id,
            at: last.at,
            evidence: [
              ...ins.map((each) => moneyOf('deposit', each)),
              ...outs.map((each) => moneyOf('withdrawal', each)),
            ],
            others: [],
          }
    }),
  )
  return once(found)
}

/** The first signal of each key of a member. */
function once(signals: readonly Signal[]): Signal[] {
  const seen = new Set<string>()
  return signals.filter(({ memberId, key }) => {
    const name = `${memberId} ${key}`
    if (seen.has(name)) return false
    seen.add(name)
    return true
  })
}

/** Accounts that were on one device, each with the others of it and the device. */
export function linkedBy(
  devices: readonly DeviceUse[],
): ReadonlyMap<MemberId, ReadonlyMap<MemberId, string>> {
  const links = new Map<MemberId, Map<MemberId, string>>()
  for (const [device, uses] of Map.groupBy(devices, (use) => use.device))
    for (const { memberId } of uses)
      for (const { memberId: other } of uses)
        if (other !== memberId) {
          const of = links.get(memberId) ?? new Map<MemberId, string>()
          links.set(memberId, of.set(other, device))
        }
  return links
}

type Pair = { buy: Trade; sell: Trade; device: string; at: Ms }

/** Purchases and sales at one price by two accounts of one device; each trade stands in one pair. */
function washPairs(trades: readonly Trade[], devices: readonly DeviceUse[]): Pair[] {
  const links = linkedBy(devices)
  const { apartMs } = RULES['wash-trades']
  const pairs: Pair[] = []
  for (const all of Map.groupBy(trades, ({ code, priceTenths }) => `${code} ${priceTenths}`).values()) {
    const open = byTime(all.filter(({ isBuy, memberId }) => !isBuy && links.has(memberId)))
    for (const buy of byTime(all.filter(({ isBuy, memberId }) => isBuy && links.has(memberId)))) {
      const place = open.findIndex(
        ({ memberId, at }) => links.get(buy.memberId)!.has(memberId) && Math.abs(at - buy.at) <= apartMs,
      )
      if (place < 0) continue
      const [sell] = open.splice(place, 1)
      const device = links.get(buy.memberId)!.get(sell!.memberId)!
      pairs.push({ buy, sell: sell!, device, at: Math.max(buy.at, sell!.at) })
    }
  }
  return byTime(pairs)
}

/** Trades of related accounts with each other: a signal for both, from the second pair on. */
export function washTrades(trades: readonly Trade[], devices: readonly DeviceUse[]): Signal[] {
  const { pairs: fewest, withinMs } = RULES['wash-trades']
  const couple = ({ buy, sell }: Pair): string => [buy.memberId, sell.memberId].toSorted().join(' ')
  return [...Map.groupBy(washPairs(trades, devices), couple).values()].flatMap((pairs) =>
    pairs.flatMap((last, index) => {
      const near = pairs.slice(0, index + 1).filter(({ at }) => at > last.at - withinMs)
      if (near.length < fewest) return []
      const evidence = [
        { what: 'device' as const, id: last.device, yen: null, at: null },
        ...near.flatMap(({ buy, sell }) => [orderOf(buy), orderOf(sell)]),
      ]
      return [last.buy, last.sell].map(({ memberId }) => ({
        rule: 'wash-trades' as const,
        memberId,
        key: `${last.buy.orderId} ${last.sell.orderId}`,
        at: last.at,
        evidence,
        others: [last.buy.memberId, last.sell.memberId].filter((id) => id !== memberId),
      }))
    }),
  )
}

/** Unusual purchases of a small issue soon after the first sign-in from a new device. `capOf`: in yen. */
export function smallCapsFromNewDevice(
  trades: readonly Trade[],
  devices: readonly DeviceUse[],
  capOf: (trade: Trade) => number | null,
): Signal[] {
  const { withinMs, capYen, fromYen, timesUsual, usualMs } = RULES['small-cap-new-device']
  const bought = Map.groupBy(
    trades.filter(({ isBuy }) => isBuy),
    ({ memberId }) => memberId,
  )
  const isSmall = (trade: Trade): boolean => {
    const cap = capOf(trade)
    return cap !== null && cap < capYen
  }
  return devices.flatMap((device) => {
    const own = bought.get(device.memberId) ?? []
    const usual = sum(own.filter(({ at }) => at < device.at && at >= device.at - usualMs)) / (usualMs / DAY)
    const after = own.filter((trade) => trade.at >= device.at && trade.at < device.at + withinMs)
    return [...Map.groupBy(after.filter(isSmall), ({ code }) => code)].flatMap(([code, buys]) => {
      const yen = sum(buys)
      return yen < fromYen || yen < usual * timesUsual
        ? []
        : {
            rule: 'small-cap-new-device' as const,
            memberId: device.memberId,
            key: `${device.device} ${code}`,
            at: Math.max(...buys.map(({ at }) => at)),
            evidence: [
              deviceOf(device),
              { what: 'usual' as const, id: code, yen: Math.round(usual), at: null },
              ...byTime(buys).map(orderOf),
            ],
            others: [],
          }
    })
  })
}
