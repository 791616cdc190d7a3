import type { AnyRoute } from '#client/call.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useSession } from '#client/session.ts'
import { useTopic } from '#client/topics.ts'
import { getAccount, memberTopic } from '#modules/portfolio/contract.ts'
import { getOffering, listIpoApplications, listOfferings } from '../contract.ts'

/** The reads that change with the member's own application, confirmation or refusal. */
export const IPO_READS: readonly AnyRoute[] = [listOfferings, getOffering, listIpoApplications, getAccount]

const again = () => {
  for (const route of IPO_READS) refresh(route)
}

export function useIpoNews(): void {
  const { isLogin } = useSession()
  useTopic(
    memberTopic,
    isLogin ? {} : null,
    ({ type }) => {
      if (type === 'applications') again()
    },
    { onReset: again },
  )
}
export const useOfferings = () => useRead(listOfferings, {}, { poll: 'offerings' })
export const useOffering = (id: string) => useRead(getOffering, { params: { id } }, { poll: 'offerings' })
export function useApplications() {
  const { isLogin } = useSession()
  return useRead(listIpoApplications, {}, { enabled: isLogin, poll: 'offerings' })
}
