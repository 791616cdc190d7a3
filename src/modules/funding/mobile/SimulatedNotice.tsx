import { IconInfoCircle } from '@tabler/icons-react'
import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { ICON_S } from '#ui/icon.ts'
import { Notice } from '#ui/Notice.tsx'
import { health } from '#wire/system.ts'

/** No real money here; in the demo setting, who says what the bank has booked. */
export function SimulatedNotice() {
  const t = useT()
  const { data } = useRead(health, {}, { quiet: true, staleTime: 60_000 })
  return (
    <Notice
      tone="warn"
      icon={<IconInfoCircle {...ICON_S} />}
      title={t(
        data?.demoDesk
          ? 'funding.deposit.demo'
          : data?.demo
            ? 'funding.deposit.byHand'
            : 'funding.deposit.simulated',
      )}
    />
  )
}
