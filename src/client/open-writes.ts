import { useSyncExternalStore } from 'react'
import { session, waiting } from './session.ts'
import { store } from './store.ts'

/**
 * Keys of writes that were sent and whose outcome no screen has shown, by route and arguments, in this tab
 * alone. A reload, or Back and Forward, finds them again: the same write once more is a question for its
 * outcome, and never a second order. They are one member's.
 */
const STORED = 'open-writes'
type Open = Readonly<Record<string, string>>
type Stored = { readonly owner: string; readonly keys: Open }

/** A browser may refuse storage: then a reload forgets them. */
function read(): Open {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORED) ?? 'null') as Stored | null
    return kept !== null && kept.owner === session.get().userId ? kept.keys : {}
  } catch {
    return {}
  }
}

const open = store<Open>(read())

function change(keys: Open): void {
  open.set(keys)
  try {
    if (Object.keys(keys).length === 0) sessionStorage.removeItem(STORED)
    else
      sessionStorage.setItem(STORED, JSON.stringify({ owner: session.get().userId, keys } satisfies Stored))
  } catch {
    // Kept in memory only.
  }
}

/** The member leaves, or another comes; one whose session ended by itself is waited for. */
let owner = session.get().userId
const follow = () => {
  const { userId } = session.get()
  if (userId === owner || waiting.get()) return
  owner = userId
  change({})
}
session.subscribe(follow)
waiting.subscribe(follow)

const nameOf = (route: { name: string }, args: string): string => `${route.name} ${args}`

/** `args`: the arguments as JSON; nothing secret is among them. */
export const openWrites = {
  keyOf: (route: { name: string }, args: string): string | undefined => open.get()[nameOf(route, args)],
  keep: (route: { name: string }, args: string, key: string): void =>
    change({ ...open.get(), [nameOf(route, args)]: key }),
  forget(route: { name: string }, args: string): void {
    const { [nameOf(route, args)]: _, ...others } = open.get()
    change(others)
  },
}

/** True where this write was sent before, and its outcome has not been shown. */
export const useIsOpenWrite = (route: { name: string }, args: object): boolean =>
  useSyncExternalStore(open.subscribe, open.get)[nameOf(route, JSON.stringify(args))] !== undefined
