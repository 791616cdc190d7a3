import { useSyncExternalStore } from 'react'
import { session, useSession } from './session.ts'
import { store } from './store.ts'

/** What a guest tried to do, in words; null when nothing is asked of them. */
const wanted = store<string | null>(null)

/**
 * True for a member. A guest gets the popup that names the act, and false. `act` is a noun phrase: "adding to
 * favourites".
 */
export function requireMember(act: string): boolean {
  if (session.get().isLogin) return true
  wanted.set(act)
  return false
}

export const useMember = () => {
  const { isLogin, userId, userInfo } = useSession()
  return { isLogin, userId, userInfo, requireMember }
}

/** For the shell's popup. */
export const useLoginPrompt = (): { act: string | null; close: () => void } => ({
  act: useSyncExternalStore(wanted.subscribe, wanted.get),
  close: () => wanted.set(null),
})
