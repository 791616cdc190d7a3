import { refresh, useRead } from '#client/reads.ts'
import { useSession } from '#client/session.ts'
import { useTopic } from '#client/topics.ts'
import { chatTopic, getChatUnread } from '#modules/support/contract.ts'

/** The number of lines of the customer service that the member has not read; 0 for a guest. */
export function useUnreadChat(): number {
  const { isLogin } = useSession()
  const read = useRead(getChatUnread, {}, { enabled: isLogin, quiet: true })
  const again = () => refresh(getChatUnread)
  useTopic(
    chatTopic,
    isLogin ? {} : null,
    (event) => {
      if (event.type === 'line') again()
    },
    { onReset: again },
  )
  return isLogin ? (read.data?.unread ?? 0) : 0
}
