import { useRef, useState } from 'react'
import { tenthsOf, yenOf, type PriceYen } from '#kernel/price.ts'
import { useDraft } from '#client/drafts.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { getStock } from '#modules/market/contract.ts'
import { useLiveQuote } from '#modules/market/mobile/public.ts'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { focusFirstError } from '#ui/Field.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Segment } from '#ui/Segment.tsx'
import { toast } from '#ui/toast.tsx'
import { createAlert, listAlerts } from '../contract.ts'
import { alertRange, REPEATS, WATCHES, type Repeats, type Watches } from '../model/alert.ts'

const isPrice = (watches: Watches) => watches === 'above' || watches === 'below'

type Props = {
  code: string
  /** First choice and price of the form, where whoever sent here has named them. */
  watches?: Watches | undefined
  price?: PriceYen | undefined
}

/** A new alert for one issue: what to wait for, and whether once or every day. */
export function AlertForm({ code, ...named }: Props) {
  const t = useT()
  const f = useFormat()
  const form = useRef<HTMLFormElement>(null)
  const stock = useRead(getStock, { params: { code } }, { quiet: true })
  const [watches, setWatches] = useDraft<Watches>('watches', () => named.watches ?? 'above')
  const [value, setValue] = useDraft<number | null>('value', () => named.price ?? null)
  const [repeats, setRepeats] = useDraft<Repeats>('repeats', () => 'once')
  const [missing, setMissing] = useState(false)
  // The figure that was refused: another one is not refused yet.
  const [refused, setRefused] = useState('')
  const typed = `${watches} ${value}`
  const { run, state, error } = useWrite(createAlert, { quiet: true, refreshes: [listAlerts] })
  const quote = useLiveQuote(code, stock.data?.quote)
  const price = isPrice(watches)
  const last = quote?.last ?? null
  const range = price && last !== null ? alertRange(tenthsOf(last)) : null
  const outside =
    range !== null &&
    value !== null &&
    (tenthsOf(value) < range.lowTenths || tenthsOf(value) > range.highTenths)
      ? t('ui.range', { min: yenOf(range.lowTenths), max: yenOf(range.highTenths) })
      : null

  const add = async () => {
    setMissing(value === null)
    if (value === null || outside !== null) return focusFirstError(form.current)
    const asked = price ? { price: value } : { changeBp: Math.round(value * 100) }
    const answer = await run({ input: { code, watches, repeats, ...asked } })
    if (!answer.ok) {
      setRefused(typed)
      return focusFirstError(form.current)
    }
    setValue(null)
    toast(t('alerts.added'), { kind: 'ok' })
  }
  return (
    <Section first>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
        className="flex flex-col gap-3"
      >
        <SectionHead
          title={t('alerts.forStock', { name: stock.data?.name ?? code })}
          note={
            quote &&
            (price
              ? t('alerts.now', { price: f.price(quote.last ?? quote.previousClose) })
              : t('alerts.nowChange', { change: f.signedPercent(quote.changeBp) }))
          }
        />
        <div className="flex flex-col gap-1">
          <span className="text-2 font-strong">{t('alerts.kind')}</span>
          <div role="group" aria-label={t('alerts.kind')} className="grid grid-cols-2 gap-2">
            {WATCHES.map((one) => (
              <Chip
                key={one}
                tall
                selected={one === watches}
                onPress={() => {
                  setWatches(one)
                  setValue(null)
                }}
              >
                {t(`alerts.watches.${one}`)}
              </Chip>
            ))}
          </div>
        </div>
        <NumberField
          key={watches}
          label={t(price ? 'alerts.price' : 'alerts.change')}
          value={value}
          onChange={setValue}
          decimals={price ? 1 : 2}
          unit={price ? 'yen' : 'percent'}
          problem={outside}
          error={
            missing && value === null ? t('alerts.valueRequired') : refused === typed ? error?.msg : undefined
          }
        />
        <div className="flex flex-col gap-1">
          <span className="text-2 font-strong">{t('alerts.repeats')}</span>
          <Segment
            label={t('alerts.repeats')}
            options={REPEATS.map((value) => ({ value, label: t(`alerts.repeats.${value}`) }))}
            value={repeats}
            onChange={setRepeats}
          />
        </div>
        <Button type="submit" state={state}>
          {t('alerts.add')}
        </Button>
        <p className="text-1 text-grey-1">{t('alerts.note')}</p>
      </form>
    </Section>
  )
}
