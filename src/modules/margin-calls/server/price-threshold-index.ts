import type { MemberId } from '#kernel/id.ts'
import type { PriceTenths } from '#kernel/price.ts'
import { SortedList } from '#platform/engine/sorted-list.ts'
import type { Guard } from '#modules/margin/model/safe-price-ranges.ts'

type Threshold = { readonly memberId: MemberId; readonly tenths: PriceTenths }
type Issue = { readonly below: SortedList<Threshold>; readonly above: SortedList<Threshold> }
type Standing = readonly {
  readonly code: string
  readonly below: Threshold | null
  readonly above: Threshold | null
}[]

/**
 * The guards of all accounts, sorted by issue: a price finds those that it has passed without looking at the
 * others.
 */
export type ThresholdIndex = {
  /** In the place of those that the account had. */
  put(memberId: MemberId, guards: readonly Guard[]): void
  take(memberId: MemberId): void
  /** Accounts whose guards of this issue lie on the wrong side of this price. */
  passed(code: string, priceTenths: PriceTenths): string[]
}

export function createThresholdIndex(): ThresholdIndex {
  const issues = new Map<string, Issue>()
  const standing = new Map<string, Standing>()
  const issueOf = (code: string): Issue => {
    const known = issues.get(code)
    if (known) return known
    const made = { below: new SortedList<Threshold>(byPrice), above: new SortedList<Threshold>(byPrice) }
    issues.set(code, made)
    return made
  }
  function take(memberId: MemberId): void {
    for (const { code, below, above } of standing.get(memberId) ?? []) {
      if (below) issueOf(code).below.remove(below)
      if (above) issueOf(code).above.remove(above)
    }
    standing.delete(memberId)
  }
  return {
    take,
    put(memberId, guards) {
      take(memberId)
      standing.set(
        memberId,
        guards.map(({ code, fromTenths, toTenths }) => {
          const below = fromTenths > 0 ? { memberId, tenths: fromTenths } : null
          const above = toTenths < Infinity ? { memberId, tenths: toTenths } : null
          if (below) issueOf(code).below.add(below)
          if (above) issueOf(code).above.add(above)
          return { code, below, above }
        }),
      )
    },
    passed(code, priceTenths) {
      const issue = issues.get(code)
      if (!issue) return []
      const found = [...issue.below.from(({ tenths }) => tenths > priceTenths)].map(
        ({ memberId }) => memberId,
      )
      for (const { memberId, tenths } of issue.above.from(() => true)) {
        if (tenths >= priceTenths) break
        found.push(memberId)
      }
      return found
    },
  }
}

const byPrice = (a: Threshold, b: Threshold): number =>
  a.tenths - b.tenths || (a.memberId < b.memberId ? -1 : a.memberId > b.memberId ? 1 : 0)
