import { IconFlask } from '@tabler/icons-react'
import { useT } from '#client/texts.ts'
import { ICON_S } from '#ui/icon.ts'
import { Notice } from '#ui/Notice.tsx'

/** Security-and-trust 8: what this check is, and what it is not. */
export function SimulatedNotice({ samples }: { samples: boolean }) {
  const t = useT()
  return (
    <Notice
      tone="warn"
      icon={<IconFlask {...ICON_S} />}
      title={t('members.identity.simulated')}
      note={samples ? t('members.identity.simulatedNote') : t('members.identity.pictureCheck')}
    />
  )
}
