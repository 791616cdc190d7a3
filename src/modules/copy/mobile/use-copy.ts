import type { AnyRoute } from '#client/call.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useSession } from '#client/session.ts'
import { useTopic } from '#client/topics.ts'
import { getAccount, memberTopic } from '#modules/portfolio/contract.ts'
import { getCopyMoney, getPool, getPoolAccount, listFollows, listPoolOrders, listPools } from '../contract.ts'

/** Reads that a subscription, a sale or a NAV changes. */
export const COPY_READS: readonly AnyRoute[] = [
  listPools,
  getPool,
  listFollows,
  getCopyMoney,
  listPoolOrders,
  getPoolAccount,
  getAccount,
]

export async function readAgain(): Promise<void> {
  for (const route of COPY_READS) refresh(route)
}

export function useCopyNews(): void {
  const { isLogin } = useSession()
  useTopic(
    memberTopic,
    isLogin ? {} : null,
    ({ type }) => {
      if (type === 'copy') void readAgain()
    },
    { onReset: () => void readAgain() },
  )
}
export const usePools = () => useRead(listPools, {}, { poll: 'pools' })
export const usePool = (id: string) => useRead(getPool, { params: { id } }, { poll: 'pools' })
export function useFollows() {
  const { isLogin } = useSession()
  return useRead(listFollows, {}, { enabled: isLogin, poll: 'pools' })
}
