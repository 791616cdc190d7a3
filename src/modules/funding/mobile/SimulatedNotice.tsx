import { IconInfoCircle } from '@tabler/icons-react'
import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { ICON_S } from '#ui/icon.ts'
import { Notice } from '#ui/Notice.tsx'
import { health } from '#wire/system.ts'

/** No real money here; in the demo setting, who pays. */
export function SimulatedNotice() {
  const t = useT()
  const context = useRead(health, {}, { quiet: true, staleTime: 60_000 })
  return (
    <Notice
      tone="warn"
      icon={<IconInfoCircle {...ICON_S} />}
      title={t(context.data?.demo ? 'funding.deposit.demo' : 'funding.deposit.simulated')}
    />
  )
}
