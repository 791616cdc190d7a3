import { useRef, useState } from 'react'
import { useFormat, useLang, useT, useText } from '#client/texts.ts'
import { SECTOR_IDS } from '#modules/instruments/model/sectors.ts'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { describedBy, FieldError, focusFirstError } from '#ui/Field.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { Segment } from '#ui/Segment.tsx'
import { BOUNDS, type Bound } from '../model/screen.ts'
import { askedBound, FIGURES, shownBound, type ScreenText } from './screen-form.ts'

const KINDS = ['all', 'stock', 'etf'] as const
type Typed = Partial<Record<Bound, string>>

/** All bounds of a screen; nothing is looked for before they are applied. */
export function ScreenFilters({
  screen,
  onClose,
  onApply,
}: {
  screen: ScreenText
  onClose: () => void
  onApply: (screen: ScreenText) => void
}) {
  const t = useT()
  const text = useText()
  const lang = useLang()
  const f = useFormat()
  const form = useRef<HTMLFormElement>(null)
  const [kind, setKind] = useState<(typeof KINDS)[number]>(screen.kind ?? 'all')
  const [sectors, setSectors] = useState<readonly string[]>(screen.sectors?.split(',') ?? [])
  const [typed, setTyped] = useState<Typed>(() =>
    Object.fromEntries(
      BOUNDS.flatMap((bound) =>
        screen[bound] ? [[bound, shownBound(lang, bound, screen[bound]).replace('.', f.point)]] : [],
      ),
    ),
  )
  /** Field in which the member is typing a figure: it is judged when it is left. */
  const [typing, setTyping] = useState<Bound | null>(null)
  const read = (bound: Bound) => f.read(typed[bound]!, { decimals: 2, signed: true })
  const isWrong = (bound: Bound) => (typed[bound] ?? '') !== '' && read(bound) === null && bound !== typing

  function submit() {
    setTyping(null)
    const bounds = BOUNDS.filter((bound) => (typed[bound] ?? '') !== '').map((bound) => {
      const shown = read(bound)
      return [bound, shown === null ? null : askedBound(lang, bound, String(shown))] as const
    })
    if (bounds.some(([, value]) => value === null)) return focusFirstError(form.current)
    onApply({
      ...(kind === 'all' ? {} : { kind }),
      ...(sectors.length > 0 ? { sectors: sectors.join() } : {}),
      ...(Object.fromEntries(bounds) as Typed),
      ...(screen.sort ? { sort: screen.sort } : {}),
    })
    onClose()
  }
  const clear = () => {
    setKind('all')
    setSectors([])
    setTyped({})
  }
  return (
    <Sheet open onClose={onClose} title={t('market.screen.change')}>
      <form
        ref={form}
        className="flex flex-col gap-4 px-gutter pb-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Segment
          label={t('market.company.kind')}
          value={kind}
          onChange={setKind}
          options={KINDS.map((value) => ({
            value,
            label: t(value === 'all' ? 'market.screen.everyKind' : `market.company.kind.${value}`),
          }))}
        />
        <fieldset>
          <legend className="pb-2 text-2 font-strong">{t('market.company.sector')}</legend>
          <div className="flex flex-wrap gap-x-2 gap-y-3">
            {SECTOR_IDS.map((id) => (
              <Chip
                key={id}
                selected={sectors.includes(id)}
                onPress={() =>
                  setSectors(sectors.includes(id) ? sectors.filter((one) => one !== id) : [...sectors, id])
                }
              >
                {text(`market.sector.${id}`)}
              </Chip>
            ))}
          </div>
        </fieldset>
        {FIGURES.map(([figure, from, to]) => {
          const label = t(`market.screen.figure.${figure}`)
          const wrong = [from, to].some((bound) => bound !== null && isWrong(bound))
          return (
            <fieldset key={figure}>
              <legend className="pb-1 text-2 font-strong">{label}</legend>
              <div className="grid grid-cols-2 gap-3">
                {(
                  [
                    ['from', from],
                    ['to', to],
                  ] as const
                ).map(([end, bound]) =>
                  bound === null ? (
                    <span key={end} />
                  ) : (
                    <label
                      key={bound}
                      className="flex h-control items-center rounded-1 border border-grey-2 bg-surface px-3 text-2 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-brand"
                    >
                      <input
                        className="h-full min-w-0 grow bg-transparent text-right text-3 outline-none"
                        inputMode={figure === 'change' ? 'text' : 'decimal'}
                        maxLength={30}
                        aria-label={`${label} ${t(`market.screen.${end}`)}`}
                        {...describedBy(figure, {
                          error: isWrong(bound) ? t('market.screen.notNumber') : null,
                        })}
                        value={typed[bound] ?? ''}
                        onChange={(event) => {
                          setTyped({ ...typed, [bound]: event.target.value })
                          setTyping(bound)
                        }}
                        onBlur={() => setTyping(null)}
                      />
                      <span className="shrink-0 pl-2 text-grey-1">{t(`market.screen.${end}`)}</span>
                    </label>
                  ),
                )}
              </div>
              <FieldError id={`${figure}-error`} error={wrong ? t('market.screen.notNumber') : null} />
            </fieldset>
          )
        })}
        <div className="sticky bottom-0 z-1 -mx-4 flex gap-3 bg-surface px-gutter py-3">
          <Button kind="neutral" onPress={clear}>
            {t('market.screen.clear')}
          </Button>
          <Button type="submit">{t('market.screen.apply')}</Button>
        </div>
      </form>
    </Sheet>
  )
}
