import { useServerInfo } from '#client/server-info.ts'
import { useT } from '#client/texts.ts'

/** Whatever is simulated says so on screen, always; so does the demo setting (product decisions, 0). */
export function SimulatedBadge() {
  const t = useT()
  const { demo, replayed, simulated } = useServerInfo()
  if (!simulated) return null
  const setting = demo ? 'Demo' : ''
  return (
    <span
      className="inline-flex min-h-5 shrink-0 flex-col justify-center rounded-1 bg-warn-wash px-2 text-1 font-strong whitespace-nowrap text-warn"
      title={t(`ui.simulated${setting}Hint`)}
    >
      <span>{t(`ui.simulated${setting}`)}</span>
      {/* Below it: beside it there would be no room for the page's title. */}
      {replayed !== null && <span className="leading-tight">{replayed}</span>}
    </span>
  )
}
