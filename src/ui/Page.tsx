import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type UIEvent,
} from 'react'
import { usePage } from '#client/navigation.ts'
import { useT } from '#client/texts.ts'
import { ProofFailureBanner } from './ProofFailureBanner.tsx'
import { ClockNotice } from './ClockNotice.tsx'
import { ConnectionNotice } from './ConnectionNotice.tsx'
import { FreezeNotice } from './FreezeNotice.tsx'
import { PadSlot } from './pad-slot.ts'
import { pageNotice } from './page-notice.ts'
import { PastNotice } from './PastNotice.tsx'
import { PullToRefresh } from './PullToRefresh.tsx'

type Props = {
  /** A `NavigationBar`. */
  nav?: ReactNode
  /** Stays at the bottom: an `ActionBar`. A number pad takes its place while a figure is typed. */
  footer?: ReactNode
  /** Stays under the bar while the rest scrolls: tabs, a price header. */
  head?: ReactNode
  /** The acts of this page are at the foot of the one beside it. */
  actsBeside?: boolean
  onRefresh?: (() => Promise<unknown>) | undefined
  children: ReactNode
}

/** Notices that concern every page: said once in a window with several. */
function Notices() {
  const own = useSyncExternalStore(pageNotice.subscribe, pageNotice.get)
  return (
    <>
      <ConnectionNotice />
      {own}
      <ClockNotice />
      <PastNotice />
      <FreezeNotice />
      <ProofFailureBanner />
    </>
  )
}

/**
 * One screen. The body scrolls by itself, in a low window the whole of it under its bar (`panes.css`); it is
 * found where it was left.
 */
export function Page({ nav, head, footer, actsBeside = false, onRefresh, children }: Props) {
  const t = useT()
  const foot = useId()
  const whole = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const { beside } = usePage()
  const left = useRef(0)
  const [pad, setPad] = useState<HTMLElement | null>(null)
  // A hidden page has no box, and some browsers forget its position: the effect runs again when it is shown.
  // At the top there is nothing to forget, and asking would lay the page out at once.
  useLayoutEffect(() => {
    for (const element of [whole.current, scroller.current]) {
      if (element !== null && left.current > 0 && element.scrollTop !== left.current)
        element.scrollTop = left.current
    }
  }, [])
  const onScroll = (event: UIEvent) => {
    left.current = event.currentTarget.scrollTop
  }
  return (
    <div ref={whole} className="page scroller flex h-full flex-col bg-page" onScroll={onScroll}>
      <header role={beside ? 'none' : undefined} className="contents">
        {(footer || actsBeside) && (
          <a
            href={`#${foot}`}
            className="skip sr-only"
            onClick={(event) => {
              event.preventDefault()
              const own = actsBeside
                ? document.querySelector('.at-side .foot')
                : document.getElementById(foot)
              if (own instanceof HTMLElement) own.focus()
            }}
          >
            {t('ui.toActs')}
          </a>
        )}
        {nav}
      </header>
      {!beside && <Notices />}
      {head}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- reachable where nothing inside can be: its arrows scroll (axe: scrollable-region-focusable) */}
      <div
        ref={scroller}
        role={beside ? undefined : 'main'}
        tabIndex={0}
        className="page-body scroller relative -outline-offset-2 min-h-0 grow overflow-x-hidden overflow-y-auto"
        onScroll={onScroll}
      >
        {onRefresh && <PullToRefresh scroller={scroller} onRefresh={onRefresh} />}
        <PadSlot value={pad}>{children}</PadSlot>
      </div>
      <div ref={setPad} className="pad relative z-(--z-bar) shrink-0" />
      {footer && (
        <footer
          id={foot}
          tabIndex={-1}
          role={beside ? 'none' : undefined}
          className="foot relative z-(--z-bar) shrink-0"
        >
          {footer}
        </footer>
      )}
    </div>
  )
}
