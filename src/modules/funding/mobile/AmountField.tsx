import { useT } from '#client/texts.ts'
import { NumberField } from '#ui/NumberField.tsx'

type Props = {
  label: string
  rule: string
  /** The problem of the amount: said once the field is left, or at once where sending was tried. */
  problem: string | undefined
  tried: boolean
  value: number | null
  onChange: (value: number | null) => void
  big?: boolean
}

/** Whole yen. */
export function AmountField({ tried, ...props }: Props) {
  const t = useT()
  return (
    <NumberField
      {...props}
      error={tried ? props.problem : undefined}
      end={<span className="shrink-0 pr-3 text-2 text-grey-1">{t('ui.yen')}</span>}
    />
  )
}
