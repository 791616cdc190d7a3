import { useT } from '#client/texts.ts'
import { NumberField } from '#ui/NumberField.tsx'

type Props = {
  label: string
  rule: string
  error?: string | undefined
  value: number | null
  onChange: (value: number | null) => void
  big?: boolean
}

/** Whole yen. */
export function AmountField(props: Props) {
  const t = useT()
  return (
    <NumberField {...props} end={<span className="shrink-0 pr-3 text-2 text-grey-1">{t('ui.yen')}</span>} />
  )
}
