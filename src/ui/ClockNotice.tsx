import { IconClockExclamation } from '@tabler/icons-react'
import { useServerNotice } from '#client/server-clock.ts'
import { useT } from '#client/texts.ts'
import { ICON_S } from './icon.ts'

/**
 * Under the bar of every page while the clock of the server is in doubt (orders wait, and prices may be of
 * its last known time), or the venue cannot be reached. Part of `Page`.
 */
export function ClockNotice() {
  const t = useT()
  const notice = useServerNotice()
  if (notice === null) return null
  const isUnsure = notice === 'unsure'
  return (
    <div role="status" className="flex shrink-0 items-center gap-3 bg-warn-wash px-4 py-2">
      <IconClockExclamation {...ICON_S} className="size-5 shrink-0 text-warn" />
      <span className="min-w-0 grow">
        <span className="block text-2 font-strong">{t(isUnsure ? 'ui.clockUnsure' : 'ui.venueAway')}</span>
        {isUnsure && <span className="block text-1 text-grey-1">{t('ui.clockUnsureNote')}</span>}
      </span>
    </div>
  )
}
