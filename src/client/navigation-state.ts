import { paths, placeOf } from './paths.ts'
import type { TabName } from '#registry/pages.ts'

/**
 * A page above the tabs. `at` is its position in the browser's history, so that going back there is one jump.
 */
export type Entry = { readonly url: string; readonly at: number }

/**
 * The place of the member in the app. Each entry of the browser's history carries one, so that back, forward
 * and reload restore it as it was. `tabAt` is the position at which the tab itself stands, null when the app
 * was entered above it.
 */
export type Snapshot = {
  readonly tab: TabName
  readonly tabAt: number | null
  readonly stack: readonly Entry[]
  readonly at: number
}

export type Intent =
  /** `beside`: from the tab of a wide screen; what lies above the tab is replaced. */
  | { readonly kind: 'to' | 'redirect' | 'tab' | 'relaunch' | 'beside'; readonly url: string }
  | { readonly kind: 'back'; readonly delta: number }

/** Specification, chapters 2 and 8. */
export const NAVIGATION_ERRORS = {
  MISSING_URL: 'Missing required args: url',
  PAGE_NOT_FOUND: 'page not found',
  TAB_PAGE: 'cannot navigate to a tabbar page',
  NOT_TAB_PAGE: 'cannot switch to a non-tabbar page',
  LOCKED: 'url locked',
} as const
export type NavigationErrorCode = keyof typeof NAVIGATION_ERRORS

/**
 * `go` is the jump in the browser's history, done first; then the entry there is replaced, or a new one
 * pushed.
 */
export type Decision =
  | {
      readonly ok: true
      readonly snapshot: Snapshot
      readonly go: number
      readonly write: 'push' | 'replace'
    }
  | { readonly ok: false; readonly error: NavigationErrorCode }

/** The address of what is on screen. */
export const urlOf = (place: Snapshot): string => place.stack.at(-1)?.url ?? paths[place.tab]()

const withHash = (url: string): string => (url.startsWith('#') ? url : `#${url}`)
const no = (error: NavigationErrorCode): Decision => ({ ok: false, error })

/** The result of a navigation, or the named error. Pure: the browser's history is moved by the caller. */
export function decide(now: Snapshot, intent: Intent): Decision {
  if (intent.kind === 'back') return back(now, intent.delta)
  if (!intent.url) return no('MISSING_URL')
  const url = withHash(intent.url)
  const place = placeOf(url)
  if (place === null) return no('PAGE_NOT_FOUND')
  if (intent.kind === 'relaunch') return relaunch(now, url, place.tab ? (place.name as TabName) : null)
  if (intent.kind === 'tab') {
    if (!place.tab) return no('NOT_TAB_PAGE')
    if (now.stack.length === 0 && now.tab === place.name) return no('LOCKED')
    return onTab(now, place.name as TabName)
  }
  if (place.tab) return no('TAB_PAGE')
  if (urlOf(now) === url) return no('LOCKED')
  if (intent.kind === 'redirect') return redirect(now, url)
  const [lowest] = now.stack
  return intent.kind === 'to' || lowest === undefined ? push(now, url) : replaceAll(now, url, lowest.at)
}

function push(now: Snapshot, url: string): Decision {
  const at = now.at + 1
  return { ok: true, snapshot: { ...now, stack: [...now.stack, { url, at }], at }, go: 0, write: 'push' }
}

const replaceAll = (now: Snapshot, url: string, at: number): Decision => ({
  ok: true,
  snapshot: { ...now, stack: [{ url, at }], at },
  go: at - now.at,
  write: 'replace',
})

function redirect(now: Snapshot, url: string): Decision {
  const stack = [...now.stack.slice(0, -1), { url, at: now.at }]
  // On a tab the tab's own entry of the history is taken: it can no longer be jumped to.
  const tabAt = now.stack.length === 0 ? null : now.tabAt
  return { ok: true, snapshot: { ...now, tabAt, stack }, go: 0, write: 'replace' }
}

/** Everything is closed, then this is opened. */
function relaunch(now: Snapshot, url: string, tab: TabName | null): Decision {
  const ground = onTab(now, tab ?? 'home')
  if (tab !== null) return ground
  const { at } = ground.snapshot
  return { ...ground, snapshot: { tab: 'home', tabAt: null, stack: [{ url, at }], at } }
}

/**
 * The tabs stand at one position of the history: switching replaces it, so that "back" leaves the app as on a
 * phone.
 */
function onTab(now: Snapshot, tab: TabName): Extract<Decision, { ok: true }> {
  const at = now.tabAt ?? now.stack[0]?.at ?? now.at
  return { ok: true, snapshot: { tab, tabAt: at, stack: [], at }, go: at - now.at, write: 'replace' }
}

/**
 * Index of the uppermost page that is there and has none of these names: the stack is left to it. -1 is the
 * tab.
 */
export const landing = (stack: readonly Entry[], names: readonly string[]): number =>
  stack.findLastIndex(({ url }) => {
    const place = placeOf(url)
    return place !== null && !names.includes(place.name)
  })

function back(now: Snapshot, delta: number): Decision {
  const left = Math.max(0, now.stack.length - Math.max(1, Math.trunc(delta) || 1))
  const top = now.stack[left - 1]
  if (top === undefined) return onTab(now, now.tab)
  return {
    ok: true,
    snapshot: { ...now, stack: now.stack.slice(0, left), at: top.at },
    go: top.at - now.at,
    write: 'replace',
  }
}

/**
 * The place of an address that the browser brings by itself: at the start, or typed by hand. An unknown one
 * stands in the stack and shows "page not found".
 */
export function arrive(url: string, at: number, from: Snapshot | null): Snapshot {
  const target = withHash(url || '#/')
  const place = placeOf(target)
  if (place?.tab) return { tab: place.name as TabName, tabAt: at, stack: [], at }
  return from === null
    ? { tab: 'home', tabAt: null, stack: [{ url: target, at }], at }
    : { ...from, stack: [...from.stack, { url: target, at }], at }
}

/** A snapshot that this app left in the browser's history, or null. */
export function snapshotIn(state: unknown): Snapshot | null {
  if (typeof state !== 'object' || state === null || !('akari' in state)) return null
  return state.akari as Snapshot
}
