import { useT } from '#client/texts.ts'
import { LOG_STATUSES, type LogStatus } from '#modules/funding/model/states.ts'
import { Chip, Chips } from '#ui/Chip.tsx'
import { Section } from '#ui/Section.tsx'

type Props = {
  value: LogStatus | undefined
  onChange: (value: LogStatus | undefined) => void
  nameOf: (status: LogStatus) => string
}

/** All, or one of the log's three states. */
export function StatusPick({ value, onChange, nameOf }: Props) {
  const t = useT()
  return (
    <Section>
      <Chips label={t('records.log.status')}>
        <Chip selected={value === undefined} onPress={() => onChange(undefined)}>
          {t('records.log.all')}
        </Chip>
        {LOG_STATUSES.map((status) => (
          <Chip key={status} selected={value === status} onPress={() => onChange(status)}>
            {nameOf(status)}
          </Chip>
        ))}
      </Chips>
    </Section>
  )
}

export const toneOf = (status: LogStatus): 'brand' | 'warn' | 'grey' =>
  status === 'pending' ? 'warn' : status === 'approved' ? 'brand' : 'grey'
