import { refresh } from '#client/reads.ts'
import { useSession } from '#client/session.ts'
import { useTopic } from '#client/topics.ts'
import { getUserInfo } from '#modules/identity/contract.ts'
import { memberTopic } from '#modules/portfolio/contract.ts'
import { getAccountOpening, getIdentity, getLevel } from '../contract.ts'

/** Reads again what a decision or a review has changed, as soon as it is said. */
export function useStandingAnew(): void {
  const { isLogin } = useSession()
  useTopic(
    memberTopic,
    isLogin ? {} : null,
    (event) => {
      if (event.type === 'standing') readAgain()
    },
    { onReset: readAgain },
  )
}

function readAgain(): void {
  for (const route of [getIdentity, getLevel, getAccountOpening, getUserInfo]) refresh(route)
}
