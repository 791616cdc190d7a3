import { useEffect } from 'react'
import type { CallError } from '#client/call-error.ts'
import { useRead } from '#client/reads.ts'
import { session, useSession } from '#client/session.ts'
import { getUserInfo, type UserInfo } from '#modules/identity/contract.ts'

/**
 * The member's own information, read anew and kept in the session's store (specification, chapter 4); null
 * for a guest.
 */
export const useUserInfo = (): UserInfo | null => useComingUserInfo().info

/**
 * `isComing`: nothing of this member is kept on the device yet, and the first answer is on its way. A failure
 * is for those to say who cannot do without it.
 */
export function useComingUserInfo(): { info: UserInfo | null; isComing: boolean; error: CallError | null } {
  const { userId, isLogin, userInfo } = useSession()
  const read = useRead(
    getUserInfo,
    { query: { user_id: userId } },
    { enabled: isLogin && userId !== '', quiet: true },
  )
  useEffect(() => {
    if (read.data) session.setUserInfo(read.data)
  }, [read.data])
  const info = isLogin ? (read.data ?? (userInfo as UserInfo | null)) : null
  return {
    info,
    isComing: isLogin && info === null && !read.isError,
    error: info === null ? read.error : null,
  }
}
