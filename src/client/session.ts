import { useSyncExternalStore } from 'react'
import {
  DEFAULT_LANG,
  NAVIGATER_HEIGHT,
  STORED_KEYS,
  TABBAR_HEIGHT,
  TABBAR_HEIGHT_CLEARED,
} from '#kernel/specification.ts'
import { store } from './store.ts'

/**
 * Specification, chapter 3: the member's figures that the app keeps between visits. Modules know their own
 * fields of it.
 */
export type UserInfo = { readonly user_id: string; readonly [field: string]: unknown }

export type Session = {
  readonly token: string
  readonly userId: string
  readonly userInfo: UserInfo | null
  readonly locale: string
  /** Room that floating parts keep free above the tab bar. */
  readonly tabbarHeight: string
  readonly navigaterHeight: string
  readonly isLogin: boolean
}

type Key = (typeof STORED_KEYS)[number]

/**
 * The operators' console keeps a session of its own beside the app's: the id of its page stands before the
 * names. Its token is a cookie that no script reads; \`token\` is then the time at which the session ends.
 */
const OWN = (globalThis as { document?: Document }).document?.documentElement.id ?? ''
const nameOf = (key: Key): string => (OWN && key === 'token' ? `${OWN}session` : OWN + key)

/** A browser may refuse storage (private mode, full disk): then the session lives as long as the page. */
function read(key: Key): string {
  try {
    return localStorage.getItem(nameOf(key)) ?? ''
  } catch {
    return ''
  }
}
function write(key: Key, value: string): void {
  try {
    if (value === '') localStorage.removeItem(nameOf(key))
    else localStorage.setItem(nameOf(key), value)
  } catch {
    // Kept in memory only.
  }
}

export function parseUserInfo(text: string): UserInfo | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' &&
      value !== null &&
      'user_id' in value &&
      typeof value.user_id === 'string'
      ? (value as UserInfo)
      : null
  } catch {
    return null
  }
}

const stored = (): Session => ({
  token: read('token'),
  userId: read('userId'),
  userInfo: parseUserInfo(read('userInfo')),
  locale: read('locale'),
  tabbarHeight: read('tabbarHeight') || TABBAR_HEIGHT,
  navigaterHeight: NAVIGATER_HEIGHT,
  isLogin: read('token') !== '',
})

const state = store<Session>(stored())
/** The owner of the pages that are open: the member who was here last, '' while there has been none. */
let owner = state.get().userId
/** The number of times that a member came who was not the one before. */
let changes = 0

/**
 * From now on: whether another member has come. What was opened before is not theirs, and nothing of it is
 * sent by their session.
 */
export function watchOwner(): () => boolean {
  const before = changes
  return () => changes > before
}
/** The token comes last: a tab that hears of it finds what it belongs to. */
const IN_ORDER = [...STORED_KEYS.filter((key) => key !== 'token'), 'token'] as const

function change(part: Partial<Session>): void {
  const next = { ...state.get(), ...part }
  for (const key of IN_ORDER) {
    if (!(key in part)) continue
    const value = part[key]
    write(key, typeof value === 'string' ? value : value ? JSON.stringify(value) : '')
  }
  state.set(next)
}

/**
 * The session ended by itself: what its member read and typed waits for them until they log in again, or go
 * on as a guest (false). Of this tab alone, and no field of the store (specification, chapter 3).
 */
export const waiting = store(false)
export const useWaiting = (): boolean => useSyncExternalStore(waiting.subscribe, waiting.get)

function leave(): void {
  session.setIsLogin(false)
  change({ token: '', userId: '', userInfo: null })
}

function changesOwner(): boolean {
  const [before, { userId }] = [owner, state.get()]
  if (userId !== '') owner = userId
  const isAnother = before !== '' && owner !== before
  if (isAnother) changes++
  return isAnother
}

/** The member who is here. Every change is kept under the specification's keys at once. */
export const session = {
  get: state.get,
  subscribe: state.subscribe,
  /** After login or registration. True where the open pages are another member's. */
  start(started: { token: string; userId: string }): boolean {
    change({ ...started, userInfo: null, tabbarHeight: TABBAR_HEIGHT })
    session.setIsLogin(true)
    // Last: who hears of it sees whose what waited is.
    waiting.set(false)
    return changesOwner()
  },
  /** The same member with a stronger session: the token before is worth nothing any more. */
  renew: (token: string) => change({ token }),
  setUserInfo: (userInfo: UserInfo) => change({ userInfo }),
  /** The one that sets the flag; what is the member's own asks for it. */
  setIsLogin: (isLogin: boolean) => change({ isLogin }),
  setLocale: (locale: string) => change({ locale }),
  /** A 401: what names the member goes, what belongs to the device stays. */
  expire(): void {
    if (state.get().isLogin) waiting.set(true)
    leave()
  },
  /** The member leaves: store and storage are emptied (specification, chapter 4). */
  clear(): void {
    waiting.set(false)
    leave()
    write('tabbarHeight', '')
    state.set({ ...state.get(), tabbarHeight: TABBAR_HEIGHT_CLEARED })
  },
  /**
   * Another tab of the browser logged in or out. True where the open pages are another member's than the one
   * who is here now.
   */
  reload(): boolean {
    state.set(stored())
    waiting.set(false)
    return changesOwner()
  },
}

export const useSession = (): Session => useSyncExternalStore(session.subscribe, session.get)

/** `lang` of every call: the stored locale; `jp` where none is stored (specification, chapter 7). */
export const langOfCalls = (): string => session.get().locale || DEFAULT_LANG
