import { useFormat, useT } from '#client/texts.ts'
import { Section, SectionHead } from '#ui/Section.tsx'
import type { PickView } from '../contract.ts'
import { percentBelow, valueWord, yenOfMillion, yenOfParts } from './labels.ts'

/**
 * Reasons of a pick: each feature with its value, its rank among all issues, and what it adds to the score,
 * as a bar to either side.
 */
export function Parts({ pick }: { pick: PickView }) {
  const t = useT()
  const f = useFormat()
  const yen = yenOfParts(pick.parts.map(({ part }) => part))
  const most = Math.max(...pick.parts.map(({ part }) => Math.abs(part)), 1)
  return (
    <Section>
      <SectionHead title={t('ai.pick.why')} note={t('ai.pick.whyNote')} />
      <ul>
        {pick.parts
          .map((part, n) => ({ ...part, yen: yen[n]! }))
          .toSorted((a, b) => Math.abs(b.part) - Math.abs(a.part))
          .map((part) => (
            <li key={part.feature} className="border-t border-grey-3 py-2 first:border-t-0">
              <span className="flex items-baseline gap-2">
                <span className="min-w-0 grow text-2">{t(`ai.feature.${part.feature}`)}</span>
                <span className="shrink-0 text-2 font-strong tabular-nums">{f.signedMoney(part.yen)}</span>
              </span>
              <span className="flex items-baseline gap-2 text-1 text-grey-1">
                <span className="min-w-0 grow">
                  {valueWord(t, f, part)} · {t('ai.pick.higher', { percent: percentBelow(part) })}
                </span>
              </span>
              <span className="mt-1 grid h-1 grid-cols-2" aria-hidden>
                <span className="flex justify-end bg-sunk">
                  <span
                    className="bg-down"
                    style={{ width: `${part.part < 0 ? (-part.part * 100) / most : 0}%` }}
                  />
                </span>
                <span className="flex bg-sunk">
                  <span
                    className="bg-up"
                    style={{ width: `${part.part > 0 ? (part.part * 100) / most : 0}%` }}
                  />
                </span>
              </span>
            </li>
          ))}
      </ul>
      <p className="flex items-baseline border-t border-grey-3 pt-2 text-2 font-strong">
        <span className="grow">{t('ai.pick.sum')}</span>
        <span className="tabular-nums">{f.signedMoney(yenOfMillion(pick.score))}</span>
      </p>
      <p className="pt-2 text-1 text-grey-1">{t('ai.picks.scoreNote')}</p>
    </Section>
  )
}
