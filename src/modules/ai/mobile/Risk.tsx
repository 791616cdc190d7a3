import { IconAlertTriangle } from '@tabler/icons-react'
import { useT } from '#client/texts.ts'
import { ICON_S } from '#ui/icon.ts'
import { Notice } from '#ui/Notice.tsx'

/** The possible loss and the costs, before any button. */
export function Risk() {
  const t = useT()
  return (
    <Notice
      tone="warn"
      icon={<IconAlertTriangle {...ICON_S} />}
      title={t('ai.risk.title')}
      note={t('ai.risk.note')}
    />
  )
}
