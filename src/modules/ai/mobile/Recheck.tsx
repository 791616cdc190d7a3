import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '#client/call.ts'
import { useT } from '#client/texts.ts'
import { hexOf } from '#kernel/hex.ts'
import { addDays, dateJst } from '#kernel/time.ts'
import { listResults } from '#modules/corporate-actions/contract.ts'
import { getBars } from '#modules/market/contract.ts'
import { Button } from '#ui/Button.tsx'
import { ICON_S } from '#ui/icon.ts'
import { Section, SectionHead } from '#ui/Section.tsx'
import { getAiDay, type PickDayView, type PickView } from '../contract.ts'
import { recheck } from '../model/recheck.ts'

type Found = { hash: boolean; rank: boolean; bars: boolean }
const LINES = ['hash', 'rank', 'bars'] as const
/** Enough days for the features, however many have passed since. */
const BARS = '200'
const RESULTS_AHEAD_DAYS = 40

/** Everything from the public routes alone, and reckoned here. */
async function look(day: PickDayView, { code, place, score }: PickView): Promise<Found> {
  const [inputs, bars, results] = await Promise.all([
    call(getAiDay, { params: { id: day.id } }),
    call(getBars, { params: { code }, query: { interval: '1d', limit: BARS } }),
    call(listResults, {
      query: { code, from: addDays(day.day, -1), to: addDays(day.day, RESULTS_AHEAD_DAYS) },
    }),
  ])
  const digest = new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`KABU-PICKS-v1\0${inputs.canonical}`)),
  )
  const hash = hexOf(digest)
  const read = {
    bars: bars.map((bar) => ({
      date: dateJst(Date.parse(bar.at)),
      high: bar.high,
      close: bar.close,
      volume: bar.volume,
    })),
    announced: results.results.map(({ announcedOn }) => announcedOn).toSorted(),
  }
  return {
    hash: hash === day.hash && inputs.hash === hash,
    ...recheck({ code, place, score }, day.day, inputs, read),
  }
}

/** "Check this yourself": the phone reckons the pick again and says, line by line, whether it is the same. */
export function Recheck({ day, pick }: { day: PickDayView; pick: PickView }) {
  const t = useT()
  const [state, setState] = useState<'idle' | 'pending' | 'failed' | Found>('idle')
  async function run(): Promise<void> {
    setState('pending')
    try {
      setState(await look(day, pick))
    } catch {
      setState('failed')
    }
  }
  return (
    <Section>
      <SectionHead title={t('ai.check.title')} note={t('ai.check.note')} />
      <div aria-live="polite">
        {state === 'failed' && <p className="pb-2 text-2 text-danger">{t('ai.check.failed')}</p>}
        {typeof state === 'object' &&
          LINES.map((line) => (
            <p key={line} className="flex items-start gap-2 py-1 text-2">
              {state[line] ? (
                <IconCircleCheck {...ICON_S} className="shrink-0 text-ok" aria-label={t('ai.check.same')} />
              ) : (
                <IconCircleX
                  {...ICON_S}
                  className="shrink-0 text-danger"
                  aria-label={t('ai.check.differs')}
                />
              )}
              <span className="min-w-0">
                {t(`ai.check.${line}`)}
                {line === 'bars' && !state.bars ? ` ${t('ai.check.split')}` : ''}
              </span>
            </p>
          ))}
      </div>
      <div className="flex pt-2">
        <Button kind="secondary" state={state === 'pending' ? 'pending' : 'idle'} onPress={() => void run()}>
          {t('ai.check.run')}
        </Button>
      </div>
      <p className="pt-2 text-1 break-all text-grey-1">SHA-256 {day.hash}</p>
    </Section>
  )
}
