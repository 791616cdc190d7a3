import { useEffect } from 'react'
import type { AnyRoute } from '#client/call.ts'
import { useMember } from '#client/member.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useTopic } from '#client/topics.ts'
import { getAccount, memberTopic } from '#modules/portfolio/contract.ts'
import { getAi, listAiApplications } from '../contract.ts'

/** Windows open and close by the clock alone, and a model that is learning is through in a few seconds. */
const READ_EVERY_MS = 15_000
const LEARNING_MS = 2_000

/** What an application of one's own changes. */
export const AI_READS: readonly AnyRoute[] = [listAiApplications, getAccount]

export function useAi() {
  const read = useRead(getAi, {}, { refetchInterval: READ_EVERY_MS })
  const isLearning = read.data?.state === 'measuring'
  useEffect(() => {
    if (!isLearning) return
    const timer = setInterval(() => refresh(getAi), LEARNING_MS)
    return () => clearInterval(timer)
  }, [isLearning])
  return read
}
export function useApplications() {
  const { isLogin } = useMember()
  const again = () => refresh(listAiApplications)
  useTopic(
    memberTopic,
    isLogin ? {} : null,
    ({ type }) => {
      if (type === 'applications') again()
    },
    { onReset: again },
  )
  return {
    isLogin,
    read: useRead(listAiApplications, {}, { enabled: isLogin, refetchInterval: READ_EVERY_MS }),
  }
}
