import { useFormat, useT } from '#client/texts.ts'
import { PaneSection } from '#console/kit/Pane.tsx'

/** Acts about a case, with their times; nothing if there were none. */
export function Acts({ acts }: { acts: readonly { id: string; at: string; what: string }[] }) {
  const t = useT()
  const f = useFormat()
  if (acts.length === 0) return null
  return (
    <PaneSection title={t('funding.console.acts')}>
      <ul className="flex flex-col gap-1 text-1">
        {acts.map((act) => (
          <li key={act.id}>
            {f.dateTime(act.at)} {act.what}
          </li>
        ))}
      </ul>
    </PaneSection>
  )
}
