import { useSyncExternalStore } from 'react'
import { session, useSession } from './session.ts'
import { store } from './store.ts'

/** An act that a guest tried, in words, how it goes on, and on which page it was. */
type Act = { readonly act: string; readonly go: () => void; readonly from: string }

/** null: nothing is asked of the guest. */
const wanted = store<Act | null>(null)
/** The guest went to log in for it. */
let underWay: Act | null = null

/**
 * Does a member's act. A guest gets the popup that names it, and it goes on when they have logged in from
 * there. `act` is a noun phrase: "adding to favourites".
 */
export function requireMember(act: string, go: () => void): void {
  if (session.get().isLogin) go()
  else wanted.set({ act, go, from: location.hash })
}

/** The act that the new member wanted on this page, once. */
export function takeAct(page: string): (() => void) | null {
  const act = underWay
  underWay = null
  return act !== null && act.from === page ? act.go : null
}

export const useMember = () => {
  const { isLogin, userId, userInfo } = useSession()
  return { isLogin, userId, userInfo, requireMember }
}

/** For the shell's popup. `proceed`: the guest goes to log in, or to register. */
export const useLoginPrompt = () => ({
  act: useSyncExternalStore(wanted.subscribe, wanted.get)?.act ?? null,
  close: () => wanted.set(null),
  proceed() {
    underWay = wanted.get()
    wanted.set(null)
  },
})
