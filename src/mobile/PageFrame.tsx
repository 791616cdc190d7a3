import { Suspense, useEffect, useRef, useState } from 'react'
import { lazily } from '#client/lazily.ts'
import { firstPageReady, PageContext, type PagePlace } from '#client/navigation.ts'
import { placeOf } from '#client/paths.ts'
import { pages, titleKey, type PageName } from '#registry/pages.ts'
import { useSession, useWaiting } from '#client/session.ts'
import { useT } from '#client/texts.ts'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Frozen } from './Frozen.tsx'
import { preload, screenOf } from './screens.ts'
import { StartupPage } from './StartupPage.tsx'

const DeadEnd = lazily(() => import('./DeadEnd.tsx'))
const LoginFirst = lazily(() => import('./LoginFirst.tsx'))

/**
 * One page of the app: its screen with parsed parameters, its own error boundary, the focus kept while it is
 * covered. Several in sight are one main page and regions beside it.
 */
export function PageFrame({ url, depth, beside, side, id }: { url: string } & PagePlace) {
  const t = useT()
  const frame = useRef<HTMLDivElement>(null)
  const focused = useRef<HTMLElement | null>(null)
  // It runs again when the page is no longer covered: the focus goes back to where it was.
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    if (!element.contains(document.activeElement)) {
      if (focused.current?.isConnected) focused.current.focus({ preventScroll: true })
      else if (depth > 0) element.focus({ preventScroll: true })
    }
  }, [depth])
  return (
    <PageContext value={{ depth, beside, side, id }}>
      <div
        ref={frame}
        tabIndex={-1}
        className="h-full outline-none"
        role={beside ? 'region' : undefined}
        aria-label={beside ? t(titleKey(placeOf(url)?.name ?? 'home')) : undefined}
        onFocus={(event) => {
          if (event.target !== frame.current) focused.current = event.target
        }}
      >
        <ErrorBoundary>
          <Suspense fallback={<Waiting name={placeOf(url)?.name ?? 'startup'} />}>
            <Screen url={url} />
          </Suspense>
        </ErrorBoundary>
      </div>
    </PageContext>
  )
}

function Screen({ url }: { url: string }) {
  useEffect(firstPageReady, [])
  const place = placeOf(url)
  const { isLogin } = useSession()
  const isWaiting = useWaiting()
  if (place?.name === 'startup') return <StartupPage prepare={prepareHome} />
  if (place === null) return <Built name={null} params={{}} />
  const { name, params } = place
  const { own } = pages[name]
  if (own && !isLogin && !isWaiting) return <LoginFirst name={name} />
  return (
    <Frozen
      when={isWaiting && (own || FORMS.includes(name))}
      fallback={<Waiting name={name} />}
      otherwise={
        // Its code may not come; what was typed on the page stays all the same.
        <ErrorBoundary>
          <Suspense fallback={<Waiting name={name} />}>
            <LoginFirst name={name} />
          </Suspense>
        </ErrorBoundary>
      }
    >
      <Built name={name} params={params} />
    </Frozen>
  )
}

/** Guests may look at them, and a member fills something in. */
const FORMS: readonly PageName[] = [
  'orderTicket',
  'ipo',
  'blockTrade',
  'dayTrade',
  'ai',
  'copy',
  'financing',
  'screener',
]

function Built({ name, params }: { name: PageName | null; params: Readonly<Record<string, unknown>> }) {
  // Chosen once: the same screen by another way would be another component, and forget its state.
  const [Found] = useState(() => (name === null ? undefined : screenOf(name)))
  return Found ? <Found params={params} /> : <DeadEnd />
}

const prepareHome = () => preload('home')

/** Placeholder while a screen's code is on its way; it shows after 200 ms only (specification, chapter 9). */
function Waiting({ name }: { name: PageName }) {
  const t = useT()
  return (
    <Page nav={<NavigationBar title={t(titleKey(name))} />}>
      <div className="late grid h-full place-items-center" role="status" aria-label={t('ui.loading')}>
        <span className="ring size-6 text-brand" />
      </div>
    </Page>
  )
}
