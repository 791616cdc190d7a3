import { loadKeepDevice } from '#modules/inbox/mobile/public.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useUpdate } from '#client/app-update.ts'
import { onSessionExpired } from '#client/call.ts'
import { useHasOpenWrites } from '#client/open-writes.ts'
import { onFailure } from '#client/failures.ts'
import { lazily } from '#client/lazily.ts'
import { ServerSetting } from '#client/server-info.ts'
import { useLoginPrompt } from '#client/member.ts'
import { navigate, useNavigation } from '#client/navigation.ts'
import { whenOnline } from '#client/online.ts'
import { paths, placeOf } from '#client/paths.ts'
import { ENTRANCE } from '#modules/identity/model/pages.ts'
import { askAgain, askWhenBack, queryClient } from '#client/reads.ts'
import { session, useSession, useWaiting, waiting } from '#client/session.ts'
import { textsUpTo, useLang, useT } from '#client/texts.ts'
import { onLineBack } from '#client/topics.ts'
import { unlocking, useUnlocking } from '#client/trading-lock.ts'
import { UnlockSheet } from '#modules/identity/mobile/public.ts'
import { Confirmation, dismissQuestion } from '#ui/confirm.tsx'
import { pageNotice } from '#ui/page-notice.ts'
import { toast, Toaster } from '#ui/toast.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Pages } from './Pages.tsx'
import { preload } from './screens.ts'

onSessionExpired(() => navigate.to(paths.login()))
onFailure((msg) => toast(msg, { kind: 'fail' }))
// The finger is down some 100 ms before it is a tap: the page's code is asked for meanwhile.
addEventListener(
  'pointerdown',
  (event) => {
    const url = event.target instanceof Element ? event.target.closest('a')?.getAttribute('href') : null
    const place = url?.startsWith('#/') ? placeOf(url) : null
    if (place) void preload(place.name)
  },
  { passive: true },
)
// "Click the screen to try again": a click or a tap anywhere, or the keys that click. What the page does with
// it comes first.
addEventListener('click', askAgain)
addEventListener('keydown', ({ key }) => (key === 'Enter' || key === ' ') && askAgain())
// Reads that failed while there was no line are asked again when the device or the server is back.
addEventListener('online', askWhenBack)
onLineBack(askWhenBack)
/**
 * Another tab of the browser logs in or out: this one follows. A page belongs to the member who opened it:
 * another's are closed, with what they were asking.
 */
function follow(): void {
  if (!session.reload()) return
  dismissQuestion()
  unlocking.get()?.(false)
  navigate.relaunch(paths.home())
}
addEventListener('storage', (event) => (event.key === 'token' || event.key === 'userId') && follow())
// A tab that was asleep, or comes back out of the browser's memory, has heard nothing.
addEventListener('pageshow', (event) => event.persisted && follow())

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary>
        <ServerSetting />
        <Head />
        <Pages />
        <Unanswered />
        <Guest />
        <Expired />
        <Confirmation />
        <Unlocking />
        <Toaster />
        <Update />
        <Watch />
      </ErrorBoundary>
    </QueryClientProvider>
  )
}

/** The first page comes first. */
const WATCH_AFTER_MS = 4_000

/**
 * For a member, the server is watched: does its journal go on, are its promises kept (trust module), does
 * the member's standing change. Anew for each member who comes. Shows nothing: what is found stands on every
 * page.
 */
function Watch() {
  const { userId, isLogin } = useSession()
  const [since, setSince] = useState('')
  useEffect(() => {
    if (!isLogin) return
    let stop: (() => void) | null = null
    let left = false
    const begin = async () => {
      const [{ watch }, { keepDevice }] = await Promise.all([
        import('#modules/trust/mobile/public.ts'),
        loadKeepDevice(),
      ])
      if (left) return
      setSince(userId)
      const ends = [watch(), keepDevice(userId)]
      stop = () => ends.forEach((end) => end())
    }
    const timer = setTimeout(() => void begin().catch(() => {}), WATCH_AFTER_MS)
    return () => {
      left = true
      clearTimeout(timer)
      stop?.()
    }
  }, [userId, isLogin])
  return isLogin && since === userId ? (
    <Suspense>
      <StandingWatch />
    </Suspense>
  ) : null
}

/**
 * After a reload, orders whose answer was lost: what says so comes by itself, with the line where that is
 * lost.
 */
function Unanswered() {
  const isOpen = useHasOpenWrites()
  useEffect(() => {
    if (!isOpen || pageNotice.get() !== null) return
    let stop = () => {}
    const load = () => {
      Promise.all([import('#modules/orders/mobile/public.ts'), textsUpTo('trading')]).then(
        ([{ showOpenOrders }]) => showOpenOrders(),
        () => (stop = whenOnline(load)),
      )
    }
    load()
    return () => stop()
  }, [isOpen])
  return null
}

const StandingWatch = lazily(async () => ({
  default: (await import('#modules/members/mobile/public.ts')).StandingWatch,
}))
const UpdateNotice = lazily(() => import('./UpdateNotice.tsx'))

function Update() {
  return useUpdate() ? (
    <Suspense>
      <UpdateNotice />
    </Suspense>
  ) : null
}

const LoginPrompt = lazily(() => import('./LoginPrompt.tsx'))

function Guest() {
  const { act, close, proceed } = useLoginPrompt()
  return act === null ? null : (
    <Suspense>
      <LoginPrompt act={act} close={close} proceed={proceed} />
    </Suspense>
  )
}

/**
 * A session that ended by itself: who leaves the login without it goes on as a guest, and what waited for the
 * member is let go.
 */
function Expired() {
  const isWaiting = useWaiting()
  const { stack } = useNavigation()
  const wasAsked = useRef(false)
  const isAsked = stack.some(({ url }) => ENTRANCE.some((name) => name === placeOf(url)?.name))
  useEffect(() => {
    if (isWaiting && wasAsked.current && !isAsked) waiting.set(false)
    wasAsked.current = isWaiting && isAsked
  }, [isWaiting, isAsked])
  return null
}

/**
 * A write was refused because trading is locked: whatever the page, the member opens it here and the write
 * goes on.
 */
function Unlocking() {
  const answer = useUnlocking()
  return answer === null ? null : (
    <Suspense>
      <UnlockSheet onAnswer={answer} />
    </Suspense>
  )
}

/**
 * A browser asks for the manifest and its icons beside the first page's own files: nobody installs what is
 * not there yet.
 */
const MANIFEST_AFTER_MS = 3_000

/**
 * The window's title and the manifest speak the member's language: an app that is installed bears its name in
 * it.
 */
function Head() {
  const t = useT()
  const lang = useLang()
  const { tabbarHeight, navigaterHeight } = useSession()
  // The heights of the store (specification, chapter 3): of every bar, and of what floats above the tab bar.
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--tabbar-height', tabbarHeight)
    style.setProperty('--nav-h', navigaterHeight)
  }, [tabbarHeight, navigaterHeight])
  const [isInstallable, setInstallable] = useState(false)
  useEffect(() => void (document.title = t('mobile.name')), [t])
  useEffect(() => {
    const timer = setTimeout(() => setInstallable(true), MANIFEST_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isInstallable ? <link rel="manifest" href={`/app.${lang}.webmanifest`} /> : null
}
