import { dateJst, type DateJst } from '#kernel/time.ts'
import { health } from '#wire/system.ts'
import { serverNow } from './clock.ts'
import { useRead } from './reads.ts'

/**
 * Today in Japan by market time, which a replay has of its own; by the server's clock until that is known.
 */
export function useMarketDay(): DateJst {
  const { data } = useRead(health, {}, { quiet: true, staleTime: 60_000 })
  return dateJst(data === undefined ? serverNow() : Date.parse(data.marketTime))
}
