import { useState } from 'react'
import { loadUpdate, useUpdate } from '#client/app-update.ts'
import { useT } from '#client/texts.ts'

/**
 * Above the tab bar while the server has a newer app than the one that runs: nothing is loaded until the
 * member says so.
 */
export default function UpdateNotice() {
  const t = useT()
  const isNewer = useUpdate()
  const [put, setPut] = useState(false)
  if (!isNewer || put) return null
  return (
    <div
      role="status"
      className="toast z-(--z-toast) flex items-center gap-2 rounded-2 bg-ink py-1 pr-2 pl-4 text-2 text-surface shadow-float"
    >
      <span className="min-w-0 grow">{t('mobile.update.title')}</span>
      <button type="button" className="min-h-touch shrink-0 rounded-1 px-2" onClick={() => setPut(true)}>
        {t('mobile.update.later')}
      </button>
      <button
        type="button"
        className="min-h-touch shrink-0 rounded-1 px-2 font-strong underline"
        onClick={loadUpdate}
      >
        {t('mobile.update.load')}
      </button>
    </div>
  )
}
