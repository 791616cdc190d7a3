import { QueryCache, QueryClient, useQuery, type Query, type UseQueryResult } from '@tanstack/react-query'
import type { OutputOf } from '#wire/route.ts'
import { addressOf, fillPath } from './address.ts'
import { POLL_MS, type Poll } from './poll-intervals.ts'
import { takeCome } from './preload-cache.ts'
import {
  callLoosely,
  type AnyRoute,
  type ArgsOf,
  type ArgsParam,
  type ErrorOf,
  type LooseArgs,
} from './call.ts'
import { CallError } from './call-error.ts'
import { deviceNow, pause } from './clock.ts'
import { announceFailure, isOnPage } from './failures.ts'
import { isOnline } from './online.ts'
import { langOfCalls, session, useSession, waiting } from './session.ts'
import { translate } from './texts.ts'

type AnyQuery = Query<unknown, unknown>

const FRESH_MS = 5_000

/** By then a page that shows the failure in the place of what was asked for has done so. */
const PAGE_SAYS_WITHIN_MS = 300

/**
 * Reads that failed and have not succeeded since, those that a touch of the screen asks again, and those that
 * are told already.
 */
const awaitingTouch = new Set<AnyQuery>()
const told = new Set<AnyQuery>()

async function announceUnlessOnPage(query: AnyQuery, msg: string): Promise<void> {
  await pause(PAGE_SAYS_WITHIN_MS)
  if (isOnPage(msg)) return
  awaitingTouch.add(query)
  announceFailure(msg)
}

/**
 * Quiet reads keep silent about a line that is down, where something stands on the page or the page says so
 * by itself: never about an answer.
 */
const isSaid = (query: AnyQuery, error: CallError): boolean => {
  if (query.meta?.['announced'] === true) return true
  if (told.has(query)) return false
  return isAnswer(error) || (query.state.data === undefined && isOnline())
}
const isAnswer = ({ kind }: CallError): boolean => kind !== 'network' && kind !== 'timeout'

function failed(error: unknown, query: AnyQuery): void {
  // A session that is over is told where it ends.
  if (!(error instanceof CallError) || error.kind === 'session') return
  const failure: CallError = error
  if (!isAnswer(failure)) awaitingTouch.add(query)
  if (isSaid(query, failure)) void announceUnlessOnPage(query, failure.msg)
  told.add(query)
}

function forget(query: AnyQuery): void {
  awaitingTouch.delete(query)
  told.delete(query)
}

/**
 * "Click the screen to try again": asks what is in sight and got no answer, or whose failure no part of the
 * page says, once more.
 */
export function askAgain(): void {
  for (const query of [...awaitingTouch]) {
    forget(query)
    if (query.isActive() && query.state.fetchStatus === 'idle') void query.fetch().catch(() => {})
  }
}

/**
 * For when the line is back: asks what is in sight and could not be had once more. A refusal is an answer,
 * and stays.
 */
export function askWhenBack(): void {
  for (const query of queryCache.findAll({ type: 'active', fetchStatus: 'idle' })) {
    const error: unknown = query.state.error
    if (!(error instanceof CallError)) continue
    const { kind }: CallError = error
    if (kind !== 'network' && kind !== 'timeout' && kind !== 'server') continue
    void query.fetch().catch(() => {})
  }
}

const queryCache = new QueryCache({ onError: failed, onSuccess: (_, query) => forget(query) })
queryCache.subscribe(({ type, query }) => {
  if (type === 'removed') forget(query)
})

export const queryClient = new QueryClient({
  queryCache,
  defaultOptions: {
    queries: {
      // One more try where the network failed at once; a time-out or an answer is shown as it is, and where
      // the device knows that it has no network it is said at once.
      retry: (failures, error) =>
        failures < 1 && error instanceof CallError && error.kind === 'network' && isOnline(),
      retryDelay: 800,
      staleTime: FRESH_MS,
      // A read that failed just now is not asked again by each part of the page that comes: a skeleton would
      // take the error's place and its retry away, over and over.
      retryOnMount: ({ state }) => deviceNow() - state.errorUpdatedAt > FRESH_MS,
      gcTime: 300_000,
      refetchOnWindowFocus: true,
      networkMode: 'always',
    },
  },
})

/**
 * The data that was read belongs to one member: it goes with them, and stays when only their session is
 * renewed, or has ended by itself and they are asked to log in again.
 */
let owner = session.get().userId
const follow = () => {
  const { userId } = session.get()
  if (userId === owner || waiting.get()) return
  owner = userId
  queryClient.clear()
}
session.subscribe(follow)
waiting.subscribe(follow)

export type ReadOptions<T> = {
  enabled?: boolean
  /**
   * Keep silent while the line is down: what was read stays, or the part of the page does without. An answer
   * that is no success is always said.
   */
  quiet?: boolean
  /** Asks again by itself, as often as the table says; what a topic keeps fresh needs no poll. */
  poll?: Poll | false
  /** Asks again also while the tab is hidden. */
  whileHidden?: boolean
  staleTime?: number
  /** Keep showing what was read for the arguments before. */
  keepPrevious?: boolean
  /** Known before the first answer. */
  placeholder?: T
}

// Names and sentences in answers are in the caller's language, so the language is part of what was asked.
const keyOf = (route: AnyRoute, args: LooseArgs | undefined, locale: string) => [
  route.name,
  args ?? {},
  locale,
]

/** An answer that came while the app's code was on its way: there from the first drawing on. */
const comeAlready = ({ path }: AnyRoute, { params, query }: LooseArgs = {}): unknown =>
  globalThis.akariAsked?.size
    ? takeCome(addressOf({ path: fillPath(path, params), query }, langOfCalls()), session.get().token)
    : undefined

/** Asks once. Of a read alone a time-out says that a touch of the screen tries again: nothing else would. */
export const ask = (route: AnyRoute, args?: LooseArgs, signal?: AbortSignal): Promise<unknown> =>
  callLoosely(route, args, { quiet: true, ...(signal && { signal }) }).catch((error: unknown) => {
    throw error instanceof CallError && error.kind === 'timeout'
      ? new CallError('timeout', 0, translate('client.timeout'))
      : error
  })

/** Reads a route and keeps it fresh. The result is TanStack Query's; `error` is a `CallError`. */
export function useRead<const R extends AnyRoute>(
  route: R,
  ...rest: [...ArgsParam<R>, options?: ReadOptions<OutputOf<R>>]
): UseQueryResult<OutputOf<R>, ErrorOf<R>> {
  // The arguments that there are depend on the route, which is not known here.
  const [args, options = {}] = rest as unknown as [
    LooseArgs | undefined,
    ReadOptions<OutputOf<R>> | undefined,
  ]
  const { locale, token } = useSession()
  const { quiet, keepPrevious, placeholder, poll, whileHidden, ...passed } = options
  return useQuery({
    ...passed,
    ...(poll ? { refetchInterval: POLL_MS[poll] } : {}),
    ...(whileHidden ? { refetchIntervalInBackground: true } : {}),
    queryKey: [...keyOf(route, args, locale), token === '' ? 'guest' : 'member'],
    queryFn: ({ signal }) => ask(route, args, signal) as Promise<OutputOf<R>>,
    meta: { announced: quiet !== true },
    ...(passed.enabled === false ? {} : { initialData: () => comeAlready(route, args) }),
    ...(keepPrevious ? { placeholderData: (previous: OutputOf<R> | undefined) => previous } : {}),
    ...(placeholder === undefined ? {} : { placeholderData: () => placeholder }),
  } as Parameters<typeof useQuery>[0]) as UseQueryResult<OutputOf<R>, ErrorOf<R>>
}

/** First reads that were under way when there was something to tell. */
const outdated = new WeakSet<object>()

/**
 * Reads again what is on screen of this route (of these arguments, if given); the rest when it is shown next.
 */
export function refresh<const R extends AnyRoute>(route: R, args?: ArgsOf<R>): void {
  const queryKey = args === undefined ? [route.name] : [route.name, args]
  // The library takes the answer to a first read that is under way for news, though it may be of before them
  // (an order is filled while its page opens): when it has come, it is asked again.
  for (const query of queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined || outdated.has(query)) continue
    outdated.add(query)
    void query
      .fetch()
      .catch(() => {})
      .then(() => {
        outdated.delete(query)
        return queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
      })
  }
  void queryClient.invalidateQueries({ queryKey })
}

/** Reads again everything that is on screen; the rest when it is shown next. */
export const refreshAll = (): void => void queryClient.invalidateQueries()
