import type { AnyRoute } from '#client/call.ts'
import { useMember } from '#client/member.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useTopic } from '#client/topics.ts'
import { getAccount, memberTopic } from '#modules/portfolio/contract.ts'
import { getAi, listAiApplications } from '../contract.ts'

/** Reads that an application of one's own changes. */
export const AI_READS: readonly AnyRoute[] = [listAiApplications, getAccount]

export function useAi() {
  const isLearning = useRead(getAi, {}).data?.state === 'measuring'
  return useRead(getAi, {}, { poll: isLearning ? 'learning' : 'picks' })
}
export function useApplications() {
  const { isLogin } = useMember()
  const again = () => refresh(listAiApplications)
  useTopic(
    memberTopic,
    isLogin ? {} : null,
    ({ type }) => {
      // A lot that was closed ends what is held of its application.
      if (type === 'applications' || type === 'lot') again()
    },
    { onReset: again },
  )
  return { isLogin, read: useRead(listAiApplications, {}, { enabled: isLogin }) }
}
