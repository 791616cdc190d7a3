import { IconSettings } from '@tabler/icons-react'
import { paths } from '#client/paths.ts'
import { useT } from '#client/texts.ts'
import { titleKey } from '#registry/pages.ts'
import { ICON } from '#ui/icon.ts'

/** The settings, at the foot of the rail. Its code comes to wide windows alone. */
export default function RailFoot() {
  const t = useT()
  return (
    <a
      href={paths.settings()}
      aria-label={t(titleKey('settings'))}
      className="rail-only mt-auto h-row place-items-center text-tab-idle"
    >
      <IconSettings {...ICON} />
    </a>
  )
}
