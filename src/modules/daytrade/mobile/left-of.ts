import type { DayRowView, DayTradeLeft } from '../contract.ts'

/** Units of a row that are left on a side: what was said last, else what was read. */
export function leftOf(
  row: DayRowView,
  side: 'up' | 'down',
  listingId: string,
  said: DayTradeLeft | undefined,
): number {
  const live = said?.listingId === listingId ? said.left.find(({ code }) => code === row.code) : undefined
  return side === 'up' ? (live ?? row).longLeft : (live ?? row).shortLeft
}
