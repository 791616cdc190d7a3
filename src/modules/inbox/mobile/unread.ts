import { useEffect } from 'react'
import { useMember } from '#client/member.ts'
import { useRead } from '#client/reads.ts'
import { listMessages } from '../contract.ts'

/**
 * The number of messages that the member has not read; the installed app wears the number on its icon. 0 for
 * a guest.
 */
export function useUnread(): number {
  const { isLogin } = useMember()
  const read = useRead(
    listMessages,
    { query: { limit: '1' } },
    { enabled: isLogin, quiet: true, poll: 'unread' },
  )
  const unread = isLogin ? (read.data?.unread ?? 0) : 0
  useEffect(() => {
    // A browser without app badges has nothing to set; a refusal of it is no failure.
    if (!('setAppBadge' in navigator)) return
    void (unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge()).catch(() => {})
  }, [unread])
  return unread
}
