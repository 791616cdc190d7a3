import { IconWifiOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { elapsed, isServerHeard, wallNow } from '#client/clock.ts'
import { useOnline } from '#client/online.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useServerInfo } from '#client/server-info.ts'
import { reconnect, useConnection } from '#client/topics.ts'
import { ICON_S } from './icon.ts'

/** A blink of the line is nobody's business; after this the prices are old enough to say so. */
const PATIENCE_MS = 3_000
/** A server that lives through its past is busy, and says so itself (`PastNotice`). */
const PATIENCE_IN_PAST_MS = 60_000

/**
 * Under the bar of every page while the line is lost, or the device has no network: prices, where there are
 * any, are old, and of when. Part of `Page`.
 */
export function ConnectionNotice() {
  const t = useT()
  const f = useFormat()
  const { state, since } = useConnection()
  const isOnline = useOnline()
  const isPast = useServerInfo().past !== null
  const [lost, setLost] = useState<{ pricesOf: number | null } | null>(null)
  useEffect(() => {
    // `since` 0: nobody has asked for the line yet.
    if (state === 'open' || since === 0) return
    const timer = setTimeout(
      () => setLost({ pricesOf: isServerHeard() ? wallNow() - (elapsed() - since) : null }),
      (isPast ? PATIENCE_IN_PAST_MS : PATIENCE_MS) - (elapsed() - since),
    )
    return () => {
      clearTimeout(timer)
      setLost(null)
    }
  }, [state, since, isPast])
  if (isOnline && (state === 'open' || lost === null)) return null
  const pricesOf = lost?.pricesOf ?? null
  const note = isOnline
    ? pricesOf !== null && t('ui.pricesOf', { time: f.time(pricesOf) })
    : t('ui.offlineNote')
  return (
    <div role="status" className="flex shrink-0 items-center gap-3 bg-warn-wash py-2 pr-2 pl-4">
      <IconWifiOff {...ICON_S} className="size-5 shrink-0 text-warn" />
      <span className="min-w-0 grow">
        <span className="block text-2 font-strong">
          {t(isOnline ? (state === 'elsewhere' ? 'ui.liveElsewhere' : 'ui.connectionLost') : 'ui.offline')}
        </span>
        {note && <span className="block text-1 text-grey-1">{note}</span>}
      </span>
      {isOnline && (
        <button
          type="button"
          className="min-h-touch shrink-0 rounded-1 px-2 text-2 font-strong text-brand"
          onClick={reconnect}
        >
          {t('ui.reconnect')}
        </button>
      )}
    </div>
  )
}
