import { useSyncExternalStore } from 'react'
import { session, waiting } from './session.ts'
import { store } from './store.ts'

/**
 * A write that was sent and whose outcome no screen has shown. `sent`: its page waits for the answer;
 * `doubt`: no answer came; `done`, `refused`, `none`: carried out, refused, known not to have arrived;
 * `told`: the last, and said so: its key stays, the same again is sent by it.
 */
export type OpenWrite = {
  readonly key: string
  readonly state: 'sent' | 'doubt' | 'done' | 'refused' | 'none' | 'told'
  /** The data of a success, the sentence of a refusal. */
  readonly answer?: unknown
}
export type Ended = Pick<OpenWrite, 'state' | 'answer'>

/**
 * Keys of writes whose outcome no screen has shown, by route and arguments, in this tab alone. A reload, or
 * Back and Forward, finds them again: the same write once more is a question for its outcome, and never a
 * second order. They are one member's.
 */
const STORED = 'open-writes'
type Open = Readonly<Record<string, OpenWrite>>
/** The version before kept the key alone: an update may reload the tab between a write and its answer. */
type Kept = OpenWrite | string
type Stored = { readonly owner: string; readonly keys: Readonly<Record<string, Kept>> }

/** A write as it was kept; what was under way has lost its page. */
const keptWrite = (kept: Kept): OpenWrite =>
  typeof kept === 'string'
    ? { key: kept, state: 'doubt' }
    : kept.state === 'sent'
      ? { ...kept, state: 'doubt' }
      : kept

/** A browser may refuse storage: then a reload forgets them. */
function read(): Open {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORED) ?? 'null') as Stored | null
    if (kept === null || kept.owner !== session.get().userId) return {}
    return Object.fromEntries(Object.entries(kept.keys).map(([name, write]) => [name, keptWrite(write)]))
  } catch {
    return {}
  }
}

const open = store<Open>(read())
/** Names of those whose page asks for the outcome itself. */
const underWay = new Set<string>()

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

function forget(name: string): void {
  const { [name]: _, ...others } = open.get()
  change(others)
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

/** `args`: the arguments as JSON; nothing secret is among them. */
export const nameOf = (route: { name: string }, args: string): string => `${route.name} ${args}`

/** Route and arguments of a name. */
export function partsOf(name: string): { route: string; args: unknown } {
  const at = name.indexOf(' ')
  return { route: name.slice(0, at), args: JSON.parse(name.slice(at + 1)) }
}

export const openWrites = {
  get: open.get,
  keyOf: (name: string): string | undefined => {
    const write = open.get()[name]
    return write?.state === 'refused' ? undefined : write?.key
  },
  /** It goes out under this key. */
  keep(name: string, key: string): void {
    underWay.add(name)
    change({ ...open.get(), [name]: { key, state: 'sent' } })
  },
  /** No answer has come. */
  doubt(name: string): void {
    const write = open.get()[name]
    if (write !== undefined) change({ ...open.get(), [name]: { key: write.key, state: 'doubt' } })
  },
  /** The page asks no longer. */
  end(name: string, { state, answer }: Ended): void {
    underWay.delete(name)
    const write = open.get()[name]
    if (write !== undefined)
      change({
        ...open.get(),
        [name]: { key: write.key, state, ...(answer === undefined ? {} : { answer }) },
      })
  },
  /** The outcome has been shown. */
  shown(name: string): void {
    const state = open.get()[name]?.state
    if (state === 'none') openWrites.end(name, { state: 'told' })
    else if (state === 'done' || state === 'refused') forget(name)
  },
  /** Those that nobody asks for. */
  inDoubt: (): readonly (readonly [string, OpenWrite])[] =>
    Object.entries(open.get()).filter(([name, { state }]) => state === 'doubt' && !underWay.has(name)),
}

export const useOpenWrites = (): Open => useSyncExternalStore(open.subscribe, open.get)

/** True where something is to be said of one. */
export const useHasOpenWrites = (): boolean =>
  Object.values(useOpenWrites()).some(({ state }) => state !== 'sent' && state !== 'told')

/** True where this write was sent before, and its outcome is not known or has not been shown. */
export function useIsOpenWrite(route: { name: string }, args: object): boolean {
  const state = useOpenWrites()[nameOf(route, JSON.stringify(args))]?.state
  return state === 'sent' || state === 'doubt' || state === 'done'
}
