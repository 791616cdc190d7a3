import type { AnyRoute } from '#client/call.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useSession } from '#client/session.ts'
import { useTopic } from '#client/topics.ts'
import { getAccount, memberTopic } from '#modules/portfolio/contract.ts'
import { getOffering, listIpoApplications, listOfferings } from '../contract.ts'

/** What an application, a confirmation or a refusal of one's own changes. */
export const IPO_READS: readonly AnyRoute[] = [listOfferings, getOffering, listIpoApplications, getAccount]

/** Windows open and close by the clock alone. */
const READ_EVERY_MS = 5_000

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
export const useOfferings = () => useRead(listOfferings, {}, { refetchInterval: READ_EVERY_MS })
export const useOffering = (id: string) =>
  useRead(getOffering, { params: { id } }, { refetchInterval: READ_EVERY_MS })
export function useApplications() {
  const { isLogin } = useSession()
  return useRead(listIpoApplications, {}, { enabled: isLogin, refetchInterval: READ_EVERY_MS })
}
