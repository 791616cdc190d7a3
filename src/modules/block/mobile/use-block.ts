import type { AnyRoute } from '#client/call.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useSession } from '#client/session.ts'
import { useTopic } from '#client/topics.ts'
import { listApplications } from '#modules/draws/contract.ts'
import { getAccount, memberTopic } from '#modules/portfolio/contract.ts'
import { listBlockSales } from '../contract.ts'

/** Reads that an application, or the end of one, changes. */
export const BLOCK_READS: readonly AnyRoute[] = [listBlockSales, listApplications, getAccount]

export const readAgain = (): void => {
  for (const route of BLOCK_READS) refresh(route)
}

export function useSales() {
  const { isLogin } = useSession()
  useTopic(
    memberTopic,
    isLogin ? {} : null,
    ({ type }) => {
      if (type === 'applications') readAgain()
    },
    { onReset: readAgain },
  )
  return useRead(listBlockSales, {}, { poll: 'blockSales' })
}
export function useApplications() {
  const { isLogin } = useSession()
  return useRead(
    listApplications,
    { query: { kind: 'block-sale' } },
    { enabled: isLogin, poll: 'blockSales' },
  )
}
