import { IconCheck, IconExclamationCircle } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { pause } from '#client/clock.ts'
import { navigate } from '#client/navigation.ts'
import { isOnline, whenOnline } from '#client/online.ts'
import { paths } from '#client/paths.ts'
import { useServerInfo } from '#client/server-info.ts'
import { useFormat, useT } from '#client/texts.ts'
import { APP_VERSION, APP_VERSION_CODE } from '#kernel/specification.ts'
import { Button } from '#ui/Button.tsx'
import { ICON_S } from '#ui/icon.ts'
import { PastNotice } from '#ui/PastNotice.tsx'
import { Logo } from '#ui/Logo.tsx'
import { SimulatedBadge } from '#ui/SimulatedBadge.tsx'
import { runStartup, STEPS, type Done, type Progress } from './startup.ts'

const toHome = () => navigate.tab(paths.home())

/** Time for which the finished list stands: a page that flashes by tells nobody anything. */
const READABLE_MS = 300

/** Pause before a server that lives through its past (decision 0138), and is busy, is asked again. */
const AGAIN_IN_PAST_MS = 1_000

/**
 * The first page: what is really being done, each step with the time that it really took; then home, whose
 * code `prepare` fetches meanwhile.
 */
export function StartupPage({ prepare }: { prepare: () => Promise<void> }) {
  const t = useT()
  const [progress, setProgress] = useState<Progress>({ done: [], failed: null })
  const latest = useRef<readonly Done[]>([])
  const { past } = useServerInfo()
  const isBusy = progress.failed !== null && past !== null
  const begin = async (before: readonly Done[], signal: AbortSignal) => {
    const ready = await runStartup(before, (now) => {
      if (signal.aborted) return
      latest.current = now.done
      setProgress(now)
    })
    const wasOffline = !isOnline()
    await Promise.all([prepare(), pause(READABLE_MS)])
    if (signal.aborted) return
    if (ready) toHome()
    else if (wasOffline) {
      const again = () => void begin(latest.current, signal)
      // It may have come back meanwhile.
      if (isOnline()) again()
      else signal.addEventListener('abort', whenOnline(again), { once: true })
    }
  }
  const shown = useRef<AbortController>(null)
  const beginFirst = useEffectEvent((signal: AbortSignal) => void begin([], signal))
  useEffect(() => {
    const now = new AbortController()
    shown.current = now
    beginFirst(now.signal)
    return () => now.abort()
  }, [])
  const goOn = useEffectEvent(() => {
    if (shown.current) void begin(latest.current, shown.current.signal)
  })
  useEffect(() => {
    if (!isBusy) return
    const left = new AbortController()
    pause(AGAIN_IN_PAST_MS, left.signal).then(goOn, () => {})
    return () => left.abort()
  }, [isBusy])
  return (
    <main className="flex h-full flex-col items-center overflow-y-auto bg-surface px-gutter pt-safe-t pb-safe-b">
      <div className="flex grow flex-col items-center justify-center py-6">
        <Logo size="l" />
        <h1 className="pt-4 text-4 font-strong">{t('mobile.name')}</h1>
        <p className="pb-10 text-2 text-grey-1">{t('mobile.claim')}</p>
        <Steps progress={isBusy ? { ...progress, failed: null } : progress} />
        <div className="w-72 max-w-full pt-4 empty:hidden">
          <PastNotice />
        </div>
        {progress.failed !== null && !isBusy && (
          <div role="alert" className="flex w-72 max-w-full flex-col gap-2 pt-4">
            <p className="text-center text-1 text-danger">{progress.failed}</p>
            <div className="flex gap-2">
              <Button size="s" kind="neutral" onPress={toHome}>
                {t('mobile.startup.goOn')}
              </Button>
              <Button
                size="s"
                onPress={() => shown.current && void begin(progress.done, shown.current.signal)}
              >
                {t('ui.retry')}
              </Button>
            </div>
          </div>
        )}
      </div>
      <div className="flex flex-col items-center gap-1 pb-8 text-center text-1 text-grey-1">
        <SimulatedBadge />
        <p className="pt-1">{t('mobile.startup.simulated')}</p>
        <p>{t('mobile.startup.version', { version: APP_VERSION, build: String(APP_VERSION_CODE) })}</p>
      </div>
    </main>
  )
}

function Steps({ progress }: { progress: Progress }) {
  const t = useT()
  const f = useFormat()
  return (
    <ol className="flex w-60 max-w-full flex-col gap-3" aria-live="polite">
      {STEPS.map((step, index) => {
        const done = progress.done[index]
        const running = index === progress.done.length
        return (
          <li
            key={step}
            className={`flex items-center gap-3 text-2 ${running ? 'font-strong text-ink' : 'text-grey-1'}`}
          >
            <span className="grid size-5 shrink-0 place-items-center">
              {done ? (
                <IconCheck {...ICON_S} className="size-5 text-ok" />
              ) : !running ? (
                <span className="size-1.5 rounded-round bg-grey-2" />
              ) : progress.failed === null ? (
                <span className="ring size-4 text-brand" />
              ) : (
                <IconExclamationCircle {...ICON_S} className="size-5 text-danger" />
              )}
            </span>
            <span className="grow">{t(`mobile.startup.${step}`)}</span>
            {done && (
              <span className="text-1 whitespace-nowrap">
                {t('mobile.startup.seconds', { seconds: f.number(done.ms / 1_000, 2) })}
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
