import { Component, Suspense, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { CallError } from '#client/call-error.ts'
import { call, onSessionExpired } from '#client/call.ts'
import { lazily } from '#client/lazily.ts'
import { serverNow, wallNow } from '#client/clock.ts'
import { useOnline } from '#client/online.ts'
import { useRead } from '#client/reads.ts'
import { session } from '#client/session.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { useMe } from '#console/kit/act.ts'
import { go, hrefOf, useAddress } from '#console/kit/address.ts'
import { isAttended } from '#console/kit/attended.ts'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import { useKeys } from '#console/kit/keys.ts'
import { GROUPS, isFor, type ConsolePage } from '#console/kit/pages.ts'
import { useIsNarrow } from '#console/kit/narrow.ts'
import { PersonName } from '#console/kit/Pane.tsx'
import { waitingForMe, type QueueView } from '#console/kit/waiting.ts'
import { countdown, MINUTE, SECOND } from '#kernel/time.ts'
import { lastCheck } from '#modules/audit/operator-contract.ts'
import { consoleLogout, consoleMe, consoleRenew, listQueues } from '#modules/staff/operator-contract.ts'
import { ErrorState } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Logo } from '#ui/Logo.tsx'
import { PastNotice } from '#ui/PastNotice.tsx'
import { SimulatedBadge } from '#ui/SimulatedBadge.tsx'
import { componentOf, PAGES } from './page-registry.ts'
import { Warnings } from './Warnings.tsx'

/** A token is worth something for so long; whoever works on has another by then. */
const RENEWS_EVERY = 30 * MINUTE

// A session that is over leads to the way in by itself: the frame is shown to nobody without one.
onSessionExpired(() => {})

/** Bar, list of pages, and the page that is open. */
export function Frame() {
  const t = useT()
  const { page: name, rest } = useAddress()
  const me = useMe()
  const page = PAGES[name]
  const [isOpen, setOpen] = useState(false)
  const isNarrow = useIsNarrow()
  // A page that was chosen stands where the menu was.
  const here = [name, ...rest].join('/')
  const [menuAt, setMenuAt] = useState<string | null>(null)
  const isOver = isNarrow && menuAt === here
  const queues = useWaiting()
  useRenewal()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      if (document.querySelector('dialog[open]') === null) setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <div className="desk">
      {isNarrow ? (
        <NarrowBar
          waiting={waitingForMe(queues)}
          isOpen={isOver}
          onPress={() => setMenuAt(isOver ? null : here)}
        />
      ) : (
        <Bar />
      )}
      {!isNarrow && <Side current={name} queues={queues} isNarrow={false} />}
      {isOpen && me !== undefined && (
        <Suspense>
          <Palette roles={me.roles} onClose={() => setOpen(false)} />
        </Suspense>
      )}
      <main className="flex min-h-0 min-w-0 flex-col">
        {isOver && <h1 className="sr-only">{t('console.menu')}</h1>}
        {isOver && <Side current={name} queues={queues} isNarrow onGo={() => setMenuAt(null)} />}
        <Unreached />
        <Warnings />
        <PastNotice />
        {isNarrow && !isOver && page?.phone === undefined && (
          <p className="border-b border-grey-3 bg-surface px-4 py-2 text-1 text-grey-1">
            {t('console.forWider')}
          </p>
        )}
        <div className="min-h-0 min-w-0 flex-1" hidden={isOver}>
          {me === undefined ? (
            <WhoIsHere />
          ) : page === undefined || !isFor(page, me.roles) ? (
            <NotHere />
          ) : (
            <Shown key={name} page={page} rest={rest} />
          )}
        </div>
      </main>
    </div>
  )
}

/** A standing line while the server does not answer, or the device has no network. */
function Unreached() {
  const t = useT()
  const isOnline = useOnline()
  const { error } = useRead(listQueues, {}, { quiet: true })
  const isLost =
    !isOnline || (error instanceof CallError && (error.kind === 'network' || error.kind === 'timeout'))
  if (!isLost) return null
  return (
    <p role="status" className="border-b border-grey-3 bg-warn-wash px-4 py-2 text-1">
      <b className="text-warn">{t(isOnline ? 'ui.connectionLost' : 'ui.offline')}</b> {t('console.lost')}
    </p>
  )
}

/** While nobody knows yet who sits here: bones, or what went wrong and another try. */
function WhoIsHere() {
  const read = useRead(consoleMe, {}, { quiet: true })
  return (
    <Loaded read={read} skeleton="lines">
      {() => null}
    </Loaded>
  )
}

const Palette = lazily(() => import('./Palette.tsx'))

function Shown({ page, rest }: { page: ConsolePage; rest: readonly string[] }) {
  const [Page] = useState(() => componentOf(page))
  return (
    <Fallen>
      <Suspense
        fallback={
          <div className="p-4">
            <div className="bone late h-6 w-56" />
          </div>
        }
      >
        <Page rest={rest} />
      </Suspense>
    </Fallen>
  )
}

/** A page that fell over says so, and the rest of the console goes on. */
class Fallen extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    return this.state.failed ? <ErrorState onRetry={() => location.reload()} /> : this.props.children
  }
}

function NotHere() {
  const t = useT()
  return (
    <div className="grid h-full place-content-center gap-2 bg-surface text-center">
      <h1 className="text-3 font-strong">{t('console.notHere')}</h1>
      <a className="desk-link" href={hrefOf('')}>
        {t('console.toOverview')}
      </a>
    </div>
  )
}

function Bar() {
  const t = useT()
  const f = useFormat()
  const me = useMe()
  const now = useSeconds()
  // A session ends by the machine's time; everything else here has happened by the demo clock.
  const shown = now + wallNow() - serverNow()
  return (
    <header className="desk-bar flex items-center border-b whitespace-nowrap border-grey-3 bg-surface">
      <a href={hrefOf('')} className="flex items-center gap-2 font-strong">
        <Logo size="s" />
        {t('console.title')}
      </a>
      <SimulatedBadge />
      <Search />
      <div className="ml-auto" />
      <RecordMark />
      <span className="text-1 text-grey-1">
        {f.day(shown)} {f.time(shown)} JST
      </span>
      {me !== undefined && (
        <span className="font-strong">
          <PersonName person={me} />
        </span>
      )}
      <SessionLeft />
      <DeskButton look="plain" onPress={() => void leave()}>
        {t('console.session.leave')}
      </DeskButton>
    </header>
  )
}

/** The bar of a phone: the way to the pages with what waits, the page's name, and the time left. */
function NarrowBar({ waiting, isOpen, onPress }: { waiting: number; isOpen: boolean; onPress: () => void }) {
  const t = useT()
  const f = useFormat()
  return (
    <header className="desk-bar flex items-center border-b whitespace-nowrap border-grey-3 bg-surface">
      <div className="shrink-0">
        <DeskButton pressed={isOpen} onPress={onPress}>
          {t('console.menu')}
          {waiting > 0 && <span>{f.quantity(waiting)}</span>}
        </DeskButton>
      </div>
      <a
        href={hrefOf('')}
        aria-label={t('staff.console.overview.title')}
        className="grid size-touch shrink-0 place-items-center"
      >
        <Logo size="s" />
      </a>
      <SimulatedBadge />
      <div className="ml-auto" />
      <SessionLeft />
    </header>
  )
}

/** The time that the session still lives. */
function SessionLeft() {
  const t = useT()
  const me = useMe()
  const now = useSeconds()
  const left = Math.max(0, Math.min(me === undefined ? 0 : Date.parse(me.endsAt) - now, useIdleLeft(me)))
  useLock(me !== undefined && left === 0)
  return me === undefined ? null : (
    <span className={`text-1 ${left < 2 * MINUTE ? 'font-strong text-warn' : 'text-grey-1'}`}>
      {t('console.session.left', { left: countdown(left, MINUTE) })}
    </span>
  )
}

/** One field for everything that has a number; key S leads here. */
function Search() {
  const t = useT()
  const field = useRef<HTMLInputElement>(null)
  const { page, query } = useAddress()
  const shown = page === 'search' ? (query.find ?? '') : ''
  useKeys({ s: () => field.current?.focus() })
  function look(): void {
    const text = field.current!.value.trim()
    if (text !== '') go(hrefOf('search', [], { find: text }))
  }
  return (
    <form
      role="search"
      aria-label={t('console.search')}
      className="ml-2 min-w-32 max-w-80 flex-1"
      onSubmit={(event) => {
        event.preventDefault()
        look()
      }}
    >
      <input
        key={shown}
        ref={field}
        type="search"
        className="desk-input w-full"
        defaultValue={shown}
        maxLength={60}
        placeholder={t('console.search')}
        aria-label={t('console.search')}
        aria-keyshortcuts="S"
        onKeyDown={(event) => {
          if (event.key === 'Escape') field.current?.blur()
        }}
      />
    </form>
  )
}

const RECORD_TONES = { intact: 'ok', broken: 'danger', failed: 'warn' } as const

/** The result of the last check of the whole journal, and when it was: everybody at the console sees it. */
function RecordMark() {
  const t = useT()
  const f = useFormat()
  const me = useMe()
  const check = useRead(lastCheck, {}, { quiet: true, poll: 'deskFrame' }).data?.check
  if (check === undefined || me === undefined) return null
  const mark =
    check === null ? (
      <Mark tone="grey">{t('console.record.none')}</Mark>
    ) : (
      <Mark tone={RECORD_TONES[check.status]}>
        {t('console.record', { status: check.status })} <time dateTime={check.at}>{f.time(check.at)}</time>
      </Mark>
    )
  return isFor(PAGES.journal!, me.roles) ? <a href={hrefOf('journal')}>{mark}</a> : mark
}

async function leave(): Promise<void> {
  await call(consoleLogout, {}, { quiet: true }).catch(() => {})
  session.clear()
}

/**
 * The time is over: the server says whether it is for every tab, and takes the cookie. Where nobody answers,
 * nothing of the console stays on the screen.
 */
function useLock(isOver: boolean): void {
  const { refetch } = useRead(consoleMe, {}, { quiet: true })
  useEffect(() => {
    if (isOver) void refetch().then(({ isError }) => isError && session.expire())
  }, [isOver, refetch])
}

function useSeconds(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), SECOND)
    return () => clearInterval(timer)
  }, [])
  return now
}

const IDLE_MS = 15 * MINUTE

/**
 * The time that the session still lives if nothing is done: reckoned here from the last touch, and taken from
 * the server when it says less.
 */
function useIdleLeft(me: { idleAt: string } | undefined): number {
  const now = useSeconds()
  const [touched, setTouched] = useState(serverNow)
  if (isAttended() && now - touched > 30 * SECOND) setTouched(now)
  return me === undefined ? 0 : Math.max(Date.parse(me.idleAt) - now, touched + IDLE_MS - now)
}

/**
 * Another token now and then, so that one that got out is soon worth nothing; and the end of the session is
 * shown as the server sees it.
 */
function useRenewal(): void {
  useRead(consoleMe, {}, { quiet: true, poll: 'deskRoles' })
  useEffect(() => {
    const timer = setInterval(() => {
      if (isAttended()) void call(consoleRenew, {}, { quiet: true }).catch(() => {})
    }, RENEWS_EVERY)
    return () => clearInterval(timer)
  }, [])
}

/** Cases that wait, also while nobody looks at the tab, whose title counts them. */
function useWaiting(): readonly QueueView[] {
  const t = useT()
  const isHidden = useSyncExternalStore(onVisibility, () => document.hidden)
  const { data: queues = [] } = useRead(
    listQueues,
    {},
    { quiet: true, poll: isHidden ? 'deskHidden' : 'deskQueue', whileHidden: true },
  )
  const count = waitingForMe(queues)
  const name = t('console.title')
  useEffect(() => {
    document.title = count === 0 ? name : `(${count}) ${name}`
    return () => {
      document.title = name
    }
  }, [count, name])
  return queues
}
function onVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

type SideProps = {
  current: string
  queues: readonly QueueView[]
  isNarrow: boolean
  /** A page was chosen, perhaps the one that is open. */
  onGo?: () => void
}

/**
 * The pages that the role has, in their groups, each with what waits there. Key G leads here. In a narrow
 * window what the bar has no place for stands with them.
 */
function Side({ current, queues, isNarrow, onGo }: SideProps) {
  const t = useT()
  const text = useText()
  const me = useMe()
  const waiting = (page: ConsolePage): number =>
    queues.filter(({ name }) => page.queues?.includes(name)).reduce((sum, { count }) => sum + count, 0)
  const entries = Object.entries(PAGES).filter(
    ([, page]) => !page.hidden && me !== undefined && isFor(page, me.roles),
  )
  const isKnown = me !== undefined
  // A page far down the list that was opened by its address is seen there too.
  useEffect(() => {
    document.querySelector('nav a[aria-current="page"]')?.scrollIntoView({ block: 'nearest' })
  }, [current, isKnown])
  useKeys({
    g: () => document.querySelector<HTMLElement>('nav a[aria-current="page"], nav a')?.focus(),
    o: () => go(hrefOf('')),
  })
  return (
    <nav
      aria-label={t('console.pages')}
      className="desk-scroll flex flex-col border-r border-grey-3 bg-surface py-3"
    >
      {isNarrow && <MenuHead />}
      {GROUPS.map((group) => {
        const pages = entries.filter(([, page]) => page.group === group)
        return pages.length === 0 ? null : (
          <div key={group} className="pb-3">
            {group !== 'start' && (
              <h2 className="px-4 py-1 text-1 text-grey-1">{t(`console.group.${group}`)}</h2>
            )}
            {pages.map(([name, page]) => {
              const count = waiting(page)
              const isCurrent = name === current
              return (
                <a
                  key={name}
                  href={hrefOf(name)}
                  onClick={onGo}
                  aria-current={isCurrent ? 'page' : undefined}
                  className={`mx-2 flex ${isNarrow ? 'min-h-touch' : 'min-h-8'} items-center justify-between gap-2 rounded-1 px-2 ${isCurrent ? 'bg-brand-wash font-strong text-brand' : ''}`}
                >
                  <span>{text(page.title)}</span>
                  {count > 0 && <span className="text-1">{count}</span>}
                </a>
              )
            })}
          </div>
        )
      })}
    </nav>
  )
}

/** The operator, the last check, the field that finds, and the way out. */
function MenuHead() {
  const t = useT()
  const me = useMe()
  return (
    <div className="flex flex-col gap-2 px-4 pb-3">
      <div className="flex items-center justify-between gap-2">
        {me !== undefined && (
          <span className="font-strong">
            <PersonName person={me} />
          </span>
        )}
        <DeskButton look="plain" onPress={() => void leave()}>
          {t('console.session.leave')}
        </DeskButton>
      </div>
      <Search />
      <RecordMark />
    </div>
  )
}
