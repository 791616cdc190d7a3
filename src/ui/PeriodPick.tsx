import { useT } from '#client/texts.ts'
import { Chip, Chips } from './Chip.tsx'
import { Field } from './Field.tsx'
import { PERIODS, type PeriodChoice, type PeriodName } from './period.ts'

type Props = {
  value: PeriodChoice
  onChange: (value: PeriodChoice) => void
  /** Without all time, where a period is needed. */ bounded?: boolean
}

/** A period: chips for the usual ones, two dates for any other. */
export function PeriodPick({ value, onChange, bounded }: Props) {
  const t = useT()
  const names = PERIODS.filter((name) => !bounded || name !== 'all')
  return (
    <>
      <Chips label={t('ui.period.label')}>
        {names.map((name: PeriodName) => (
          <Chip key={name} selected={value.name === name} onPress={() => onChange({ ...value, name })}>
            {t(`ui.period.${name}`)}
          </Chip>
        ))}
      </Chips>
      {value.name === 'custom' && (
        <div className="grid grid-cols-2 gap-3">
          <Field
            label={t('ui.period.from')}
            type="date"
            value={value.from ?? ''}
            onChange={(from) => onChange({ ...value, from })}
          />
          <Field
            label={t('ui.period.to')}
            type="date"
            value={value.to ?? ''}
            onChange={(to) => onChange({ ...value, to })}
          />
        </div>
      )}
    </>
  )
}
