import type { Yen } from '#kernel/money.ts'

/** The fields of a lot by which holdings are compared: its value now, else what it was opened for. */
type Valued = { readonly code: string; readonly marketValue: Yen | null; readonly notional: Yen }

/** The issue of which the lots hold most; undefined without lots. */
export function largest(lots: readonly Valued[]): string | undefined {
  const yen = new Map<string, number>()
  for (const { code, marketValue, notional } of lots)
    yen.set(code, (yen.get(code) ?? 0) + (marketValue ?? notional))
  return [...yen].toSorted(([, a], [, b]) => b - a)[0]?.[0]
}
