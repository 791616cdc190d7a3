import { useSyncExternalStore } from 'react'
import { store } from '#client/store.ts'
import { useT } from '#client/texts.ts'

/** What the badge adds to "simulated": the demo setting, the date that is replayed. */
type Setting = { demo: boolean; replayed: string | null }
const setting = store<Setting>({ demo: false, replayed: null })
export const setSetting = setting.set

/** Whatever is simulated says so on screen, always; so does the demo setting (product decisions, 0). */
export function SimulatedBadge() {
  const t = useT()
  const { demo, replayed } = useSyncExternalStore(setting.subscribe, setting.get)
  const word = demo ? t('ui.simulatedDemo') : t('ui.simulated')
  return (
    <span className="inline-flex min-h-5 shrink-0 items-center rounded-1 bg-warn-wash px-2 text-1 font-strong whitespace-nowrap text-warn" title={demo ? t('ui.simulatedDemoHint') : t('ui.simulatedHint')}>
      {replayed === null ? word : `${word} ${replayed}`}
    </span>
  )
}
