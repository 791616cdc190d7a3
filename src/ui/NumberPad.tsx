import { IconBackspace, IconMinus, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat, useT } from '#client/texts.ts'
import { press, type PadKey } from './figure-input.ts'
import { ICON_S } from './icon.ts'

type Props = {
  label: string
  /** The rule, at the pad's top left: "100株単位". */
  hint?: ReactNode
  /** The text typed so far; the first key begins anew. */
  text: string
  onType: (text: string) => void
  onStep: (direction: 1 | -1) => void
  /** 最大, of a quantity. The highest price is nobody's wish: a take-profit at ten times, a stop at once. */
  onMax: () => void
  onDone: () => void
  /** 1 for prices: a point stands in the place of 000. */
  decimals: 0 | 1
}

const ROWS = [
  ['1', '2', '3'],
  ['4', '5', '6'],
  ['7', '8', '9'],
] as const

/** The app's own keys at the foot of a page, which stays readable above them. Part of `Stepper`. */
export function NumberPad({ label, hint, text, onType, onStep, onMax, onDone, decimals }: Props) {
  const t = useT()
  const { point } = useFormat()
  const digit = (key: PadKey) => (
    <Key
      key={key}
      label={key === '.' ? point : key}
      onPress={() => onType(press(text, key, decimals, point))}
    >
      {key === '.' ? point : key}
    </Key>
  )
  const beside = [
    <Key key="up" label={t('ui.increase', { label })} onPress={() => onStep(1)}>
      <IconPlus {...ICON_S} className="size-5 text-brand" />
    </Key>,
    <Key key="down" label={t('ui.decrease', { label })} onPress={() => onStep(-1)}>
      <IconMinus {...ICON_S} className="size-5 text-brand" />
    </Key>,
    <Key
      key="delete"
      label={t('ui.deleteDigit')}
      onPress={() => onType(press(text, 'delete', decimals, point))}
    >
      <IconBackspace {...ICON_S} />
    </Key>,
  ]
  return (
    // The focus stays in the field, so that a keyboard can be used as well.
    <div
      role="group"
      aria-label={label}
      className="border-t border-grey-3 bg-sunk pb-safe-b shadow-float"
      onPointerDown={(event) => event.preventDefault()}
    >
      <div className="flex min-h-touch items-center justify-between px-gutter">
        <span className="text-1 text-grey-1">{hint}</span>
        <button
          type="button"
          className="-mr-2 min-h-touch rounded-1 px-2 text-2 font-strong text-brand"
          onClick={onDone}
        >
          {t('ui.done')}
        </button>
      </div>
      <div className="pad-keys grid grid-cols-4 gap-1.5 px-2 pb-2">
        {ROWS.flatMap((row, index) => [...row.map(digit), beside[index]])}
        {digit('00')}
        {digit('0')}
        {digit(decimals ? '.' : '000')}
        {decimals === 0 && (
          <Key label={t('ui.max')} onPress={onMax}>
            <span className="text-2 text-brand">{t('ui.max')}</span>
          </Key>
        )}
      </div>
    </div>
  )
}

function Key({ label, onPress, children }: { label: string; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      onClick={onPress}
      className="grid h-key place-items-center rounded-1 bg-surface text-3 font-strong select-none active:bg-grey-3"
    >
      {children}
    </button>
  )
}
