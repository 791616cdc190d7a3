import type { BasisPoints } from '#kernel/money.ts'
import { useId, useState } from 'react'
import { useFormat, useT } from '#client/texts.ts'
import { CALL_BP, LOSS_CUT_BP, NEW_LOTS_BP } from '#modules/margin/model/rates.ts'
import { ratioBp } from '#modules/margin/model/ratio.ts'
import type { Account } from '#modules/margin/model/threshold-price.ts'
import { moveThatBreaks, stateAfterMove } from '#modules/margin/model/what-if.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Gauge } from '#ui/Gauge.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'

const FURTHEST_PERCENT = 40
const THRESHOLDS = [
  ['newLots', NEW_LOTS_BP],
  ['call', CALL_BP],
  ['cut', LOSS_CUT_BP],
] as const

/**
 * The effect of a move of the whole market: any that the member chooses, and the ones at which a rule begins.
 */
export function WhatIf({ account }: { account: Account }) {
  const t = useT()
  const f = useFormat()
  const id = useId()
  const [percent, setPercent] = useState(-10)
  const state = stateAfterMove(account, percent * 100)
  const ratio = ratioBp(state)
  const worst = (bp: BasisPoints) => {
    const down = moveThatBreaks(account, bp, 'down')
    const up = moveThatBreaks(account, bp, 'up')
    return [down === null ? null : -down, up].filter((move) => move !== null)
  }
  return (
    <Section label={t('margin-calls.whatIf.title')}>
      <SectionHead title={t('margin-calls.whatIf.title')} />
      <label htmlFor={id} className="flex items-baseline justify-between text-2">
        <span className="text-grey-1">{t('margin-calls.whatIf.move')}</span>
        <span className="text-3 font-strong">{f.signedPercent(percent * 100, 0)}</span>
      </label>
      <input
        id={id}
        type="range"
        className="block min-h-touch w-full accent-brand"
        min={-FURTHEST_PERCENT}
        max={FURTHEST_PERCENT}
        step={1}
        value={percent}
        aria-valuetext={f.signedPercent(percent * 100, 0)}
        onChange={(event) => setPercent(Number(event.target.value))}
      />
      {ratio !== null && (
        <Gauge
          ratioBp={ratio}
          label={t('margin-calls.whatIf.ratio')}
          room={t('margin-calls.whatIf.held', { held: f.money(state.heldYen) })}
        />
      )}
      <DefinitionList>
        {THRESHOLDS.map(([name, bp]) => {
          const moves = worst(bp)
          return (
            <DefinitionRow key={name} label={t(`margin-calls.threshold.${name}`, { percent: bp / 100 })}>
              {moves.length === 0
                ? t('margin-calls.whatIf.never')
                : moves.includes(0)
                  ? t('margin-calls.whatIf.now')
                  : moves.map((move) => f.signedPercent(move)).join(' / ')}
            </DefinitionRow>
          )
        })}
      </DefinitionList>
      <p className="text-grey-1 text-1 pt-1">{t('margin-calls.whatIf.note')}</p>
    </Section>
  )
}
