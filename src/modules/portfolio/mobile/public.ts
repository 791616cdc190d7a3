import type { PriceYen, Quantity } from '#kernel/price.ts'
import { useMemo } from 'react'
import type { CallError } from '#client/call-error.ts'
import { paths } from '#client/paths.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useSession } from '#client/session.ts'
import { useLatestOf, useTopic } from '#client/topics.ts'
import { quoteTopic } from '#modules/market/contract.ts'
import {
  getAccount,
  listLots,
  memberTopic,
  type AccountView,
  type LotView,
} from '#modules/portfolio/contract.ts'
import { liveAccount, liveLot } from './live.ts'

export { AccountParts } from './AccountParts.tsx'
export { DeliverLot } from './DeliverLot.tsx'
export { isOwing, OwingNotice, useOwing } from './OwingNotice.tsx'
export { heldLot, liveLot } from './live.ts'

/** Address of the ticket that closes all that can be closed, at the limit `price` (yen) if one is given. */
export const closePath = ({ lot, shares }: { lot: LotView; shares: Quantity }, price?: PriceYen): string =>
  paths.tradeDetail({ lot: lot.id, act: 'close', quantity: shares === 0 ? undefined : shares, price })

export type Held = {
  account: AccountView | null
  lots: readonly LotView[]
  isKnown: boolean
  error: CallError | null
  refetch: () => Promise<void>
}

/**
 * The member's account and open lots, reckoned anew with every quote by the functions that the server uses;
 * null for a guest and before the first answer. `isKnown`: the lots have come; until then that there are none
 * says nothing.
 */
export function useAccount(): Held {
  const { isLogin } = useSession()
  const read = useRead(getAccount, {}, { enabled: isLogin })
  const open = useRead(listLots, { query: { status: 'open' } }, { enabled: isLogin })
  useTopic(memberTopic, isLogin ? {} : null, refreshAccount, { onReset: refreshAccount })

  const codes = [...new Set((open.data ?? []).map((lot) => lot.code))]
  const quotes = useLatestOf(
    quoteTopic,
    codes.map((code) => ({ code })),
  )
  return useMemo(() => {
    const lots = (open.data ?? []).map((lot) => liveLot(lot, quotes.get(`quote/${lot.code}`)))
    return {
      account: read.data && open.data ? liveAccount(read.data, open.data, lots) : (read.data ?? null),
      lots,
      isKnown: open.data !== undefined,
      error: read.error ?? open.error,
      refetch: async () => void (await Promise.all([read.refetch(), open.refetch()])),
    }
  }, [read, open, quotes])
}

function refreshAccount(): void {
  refresh(getAccount)
  refresh(listLots)
}
