import { useFormat, useT } from '#client/texts.ts'
import { Field } from '#ui/Field.tsx'
import { parseFigure } from '#ui/figure-input.ts'

type Props = { label: string; rule: string; error?: string | undefined; value: number | null; onChange: (value: number | null) => void; big?: boolean }

/** Whole yen, grouped while they are typed. */
export function AmountField({ label, rule, error, value, onChange, big = false }: Props) {
  const t = useT()
  const f = useFormat()
  return (
    <Field
      label={label} rule={rule} error={error} inputMode="numeric" autoComplete="off" enterKeyHint="done" maxLength={20} big={big}
      value={value === null ? '' : f.yen(value)}
      onChange={(text) => {
        const figure = text.trim() === '' ? null : parseFigure(text.replace(/[^\d０-９]/g, ''))
        if (figure !== null || text.trim() === '') onChange(figure === null ? null : Math.floor(figure))
      }}
      end={<span className="shrink-0 pr-3 text-2 text-grey-1">{t('ui.yen')}</span>}
    />
  )
}
