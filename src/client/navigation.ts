import { createContext, use, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { announceFailure } from './failures.ts'
import {
  arrive,
  decide,
  landing,
  NAVIGATION_ERRORS,
  snapshotIn,
  urlOf,
  type Entry,
  type Intent,
  type NavigationErrorCode,
  type Snapshot,
} from './navigation-state.ts'
import type { PageName, TabName } from '#registry/pages.ts'
import { paths, placeOf, type Place } from './paths.ts'
import { store } from './store.ts'
import { translate } from './texts.ts'

/** `message` is the specification's text; the member reads it in their language. */
export class NavigationError extends Error {
  override name = 'NavigationError'
  readonly code: NavigationErrorCode
  constructor(code: NavigationErrorCode) {
    super(NAVIGATION_ERRORS[code])
    this.code = code
  }
}

export type Navigation = Snapshot & {
  /** Tabs that have been shown: they stay alive. */
  readonly visited: readonly TabName[]
  /** Counts relaunches: a page of an earlier round is another page. */
  readonly round: number
}

const withVisited = (snapshot: Snapshot, visited: readonly TabName[]): Omit<Navigation, 'round'> => ({
  ...snapshot,
  visited:
    snapshot.stack.length === 0 && !visited.includes(snapshot.tab) ? [...visited, snapshot.tab] : visited,
})

const current = store<Navigation>({ ...withVisited(arrive('', 0, null), []), round: 0 })
const queue: Intent[] = []
/** The first page has been shown. Until then navigation waits. */
let ready = false
/** A jump in the history that the browser has not reported yet. */
let jumping: { snapshot: Snapshot; anew: boolean } | null = null

/**
 * `anew`: pages and tabs that were open are closed, so that nothing of an earlier session is left on them.
 */
const show = (snapshot: Snapshot, anew = false): void => {
  const now = current.get()
  current.set({ ...withVisited(snapshot, anew ? [] : now.visited), round: now.round + (anew ? 1 : 0) })
}
const remember = (snapshot: Snapshot): void => history.replaceState({ akari: snapshot }, '', urlOf(snapshot))

function attempt(intent: Intent): NavigationError | null {
  if (!ready || jumping !== null) {
    queue.push(intent)
    return null
  }
  const decision = decide(current.get(), intent)
  if (!decision.ok) return refuse(decision.error)
  const anew = intent.kind === 'relaunch'
  if (decision.go !== 0) {
    jumping = { snapshot: decision.snapshot, anew }
    history.go(decision.go)
    return null
  }
  if (decision.write === 'push') history.pushState({ akari: decision.snapshot }, '', urlOf(decision.snapshot))
  else remember(decision.snapshot)
  show(decision.snapshot, anew)
  return null
}

const SENTENCES = {
  MISSING_URL: 'client.missingUrl',
  PAGE_NOT_FOUND: 'client.pageNotFound',
  TAB_PAGE: 'client.cannotNavigateToTab',
  NOT_TAB_PAGE: 'client.cannotSwitchToPage',
} as const

function refuse(code: NavigationErrorCode): NavigationError {
  // A second tap on the same link is no mistake of the member's: it is dropped in silence.
  if (code !== 'LOCKED') announceFailure(translate(SENTENCES[code]))
  return new NavigationError(code)
}

function flush(): void {
  while (ready && jumping === null && queue.length > 0) attempt(queue.shift()!)
}

/**
 * Pages in sight that take an address themselves, instead of its being opened: the ticket beside its issue
 * takes a price and keeps what else was typed.
 */
const takers = new Set<(place: Place) => boolean>()

export function useTaking(take: (place: Place) => boolean): void {
  const latest = useRef(take)
  useLayoutEffect(() => {
    latest.current = take
  })
  useLayoutEffect(() => {
    const taker = (place: Place) => latest.current(place)
    takers.add(taker)
    return () => void takers.delete(taker)
  }, [])
}

function open(url: string): NavigationError | null {
  const place = placeOf(url)
  return place !== null && [...takers].some((take) => take(place)) ? null : attempt({ kind: 'to', url })
}

/** Moves about the app; `#/…` links do the same. Errors are shown and returned. */
export const navigate = {
  to: open,
  redirect: (url: string) => attempt({ kind: 'redirect', url }),
  tab: (url: string) => attempt({ kind: 'tab', url }),
  relaunch: (url: string) => attempt({ kind: 'relaunch', url }),
  back: (delta = 1) => attempt({ kind: 'back', delta }),
  /** Back to the first page below that exists and has none of these names, or the tab; its address. */
  leave(names: readonly PageName[]): string {
    const { stack, tab } = current.get()
    const below = landing(stack, names)
    attempt({ kind: 'back', delta: stack.length - 1 - below })
    return stack[below]?.url ?? paths[tab]()
  },
}

/** A layer over a page, the topmost last, and at which place of the history that page is. */
type Layer = { at: number; close: () => void }
const layers = new Set<Layer>()

/**
 * A sheet, a dialog or a further step of a form: while it is open, the browser's Back closes it and the page
 * stays.
 */
export function useLayer(isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  useLayoutEffect(() => {
    latest.current = close
  })
  useLayoutEffect(() => {
    if (!isOpen) return
    const layer = { at: current.get().at, close: () => latest.current() }
    layers.add(layer)
    return () => void layers.delete(layer)
  }, [isOpen])
}

function onPopState(event: PopStateEvent): void {
  if (jumping !== null) {
    const { snapshot, anew } = jumping
    jumping = null
    remember(snapshot)
    show(snapshot, anew)
    flush()
    return
  }
  const known = snapshotIn(event.state)
  const now = current.get()
  const top = [...layers].findLast(({ at }) => at === now.at)
  if (top !== undefined && known !== null && known.at < now.at) {
    const { tab, tabAt, stack, at } = now
    jumping = { snapshot: { tab, tabAt, stack, at }, anew: false }
    history.go(at - known.at)
    return top.close()
  }
  if (known !== null) return show(known)
  // Typed into the address bar: the browser has made an entry of its own.
  const place = placeOf(location.hash)
  const arrived = arrive(location.hash, now.at + 1, place?.name === 'startup' ? null : now)
  remember(arrived)
  show(arrived)
}

/** `<a href={paths.…}>`: an ordinary click is a navigation; with a modifier key it is the browser's. */
function onClick(event: MouseEvent): void {
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return
  const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null
  const url = link?.getAttribute('href')
  if (!url || link?.hasAttribute('target')) return
  event.preventDefault()
  if (placeOf(url)?.tab) navigate.tab(url)
  // Beside the list that it came from, a page takes the place of the one before.
  else attempt({ kind: link?.closest('.pane-tabs') ? 'beside' : 'to', url })
}

/** Takes over the browser's history. Called once, before the first render. */
export function startNavigation(): void {
  history.scrollRestoration = 'manual'
  const first = snapshotIn(history.state) ?? arrive(location.hash, 0, null)
  remember(first)
  show(first)
  addEventListener('popstate', onPopState)
  document.addEventListener('click', onClick)
}

/** The first page stands: what waited is done now, in its order. */
export function firstPageReady(): void {
  if (ready) return
  ready = true
  flush()
}

export const useNavigation = (): Navigation => useSyncExternalStore(current.subscribe, current.get)

export const navigation = { get: current.get, subscribe: current.subscribe }

/**
 * The page that a component stands on: `depth` 0 is a tab, above it there is something to go back to.
 * `beside`: another page is the one in front. `side`: the page in the column at its side. `id`: the tab's
 * name, or the place in the history and the address.
 */
export type PagePlace = { depth: number; beside: boolean; side: PageName | null; id: string }
export const PageContext = createContext<PagePlace>({ depth: 0, beside: false, side: null, id: '' })
export const idOfEntry = ({ at, url }: Entry): string => `${at} ${url}`
export const usePage = (): PagePlace => use(PageContext)

/** Replaces the address of the page it stands on, where that page is still the one in front. */
export function useOwnAddress(): (url: string) => void {
  const { id } = usePage()
  return (url) => {
    const top = current.get().stack.at(-1)
    if (top !== undefined && idOfEntry(top) === id) navigate.redirect(url)
  }
}
