import { useEffect, useState } from 'react'
import { call } from '#client/call.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useTopic } from '#client/topics.ts'
import { useWrite } from '#client/use-write.ts'
import {
  chatTopic,
  getChat,
  getChatUnread,
  openAbout,
  readChat,
  type ChatLine,
} from '#modules/support/contract.ts'
import { merged } from './lines.ts'

const PAGE = { limit: '30' }
/** Typing that is not said again has stopped. */
const TYPING_MS = 3_000

/**
 * The member's conversation while its page is shown: it grows with what comes, and backwards when asked.
 * `about`: what it is to be about.
 */
export function useChat(about: string | undefined) {
  const newest = useRead(getChat, { query: PAGE })
  const [known, setKnown] = useState<readonly ChatLine[]>([])
  const [older, setOlder] = useState<'more' | 'loading' | 'none' | null>(null)
  const [typing, setTyping] = useState<number | null>(null)
  const open = useWrite(openAbout, { refreshes: [getChat] })
  const read = useWrite(readChat, { quiet: true, refreshes: [getChatUnread] })
  const { data } = newest
  const again = () => refresh(getChat)

  const lines = merged(known, data?.lines ?? [])
  // Lines that were read once stay, when the newest page moves on.
  if (data !== undefined && lines.length > known.length) setKnown(lines)
  const hasMore = older === null ? (data?.hasMore ?? false) : older !== 'none'

  useTopic(
    chatTopic,
    {},
    (event) => {
      if (event.type === 'typing') return setTyping(event.operator)
      if (event.type === 'line') setTyping(null)
      again()
    },
    { onReset: again },
  )
  useEffect(() => {
    if (typing === null) return undefined
    const timer = setTimeout(() => setTyping(null), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typing])

  useEffect(() => {
    if (about !== undefined) void open.run({ input: { about } })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `open` is new at each render; what it is about is what counts
  }, [about])

  // To have it on screen is to have read it.
  const last = data !== undefined && data.unread > 0 ? data.lines.at(-1)?.id : undefined
  useEffect(() => {
    if (last !== undefined) void read.run({ input: { upTo: last } })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- as above
  }, [last])

  const loadOlder = async (): Promise<void> => {
    const [first] = lines
    if (first === undefined || older === 'loading') return
    setOlder('loading')
    try {
      const page = await call(getChat, { query: { ...PAGE, before: first.id } })
      setKnown((before) => merged(before, page.lines))
      setOlder(page.hasMore ? 'more' : 'none')
    } catch {
      setOlder('more')
    }
  }
  return { newest, lines, hasMore, isLoadingOlder: older === 'loading', loadOlder, typing }
}
