import { IconCircle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat, useT } from '#client/texts.ts'
import { ICON } from '#ui/icon.ts'
import type { ApplicationView, DrawView } from '../contract.ts'
import type { Check, Checked } from '../model/check.ts'

type StepProps = {
  check: Check
  done: Checked | undefined
  isRunning: boolean
  draw: DrawView
  mine: ApplicationView | null
  seconds: number
}

/** One step of the check: what it is, what came out, and the hashes that it is about. */
export function CheckStep({ check, done, isRunning, draw, mine, seconds }: StepProps) {
  const t = useT()
  const f = useFormat()
  const notes: Readonly<Record<Check, ReactNode>> = {
    list: t('draws.check.list.note', { n: draw.tickets ?? 0 }),
    mine: mine && t('draws.check.mine.note', { ticket: mine.ticket, n: done?.count ?? 0 }),
    seeds: t('draws.check.seeds.note'),
    chain:
      done === undefined
        ? t('draws.check.chain.coming', { n: draw.links })
        : t('draws.check.chain.note', { n: draw.links, checked: done.count }),
    order: t('draws.check.order.note', { n: draw.tickets ?? 0, units: draw.units }),
  }
  return (
    <li className="flex gap-3 border-b border-grey-3 px-gutter py-3 last:border-b-0">
      <span
        className={`shrink-0 ${done === undefined ? 'text-grey-2' : done.isRight ? 'text-ok' : 'text-danger'}`}
      >
        {done === undefined ? (
          isRunning ? (
            <span className="ring block size-6" aria-hidden />
          ) : (
            <IconCircle {...ICON} />
          )
        ) : done.isRight ? (
          <IconCircleCheck {...ICON} />
        ) : (
          <IconCircleX {...ICON} />
        )}
      </span>
      <span className="min-w-0 grow">
        <span className="block text-2 font-strong">
          {t(`draws.check.${check}`)}
          {done && <span className="sr-only"> {t(done.isRight ? 'draws.check.ok' : 'draws.check.bad')}</span>}
        </span>
        <span className="block text-2 text-grey-1">
          {done?.isRight === false ? t(`draws.check.${check}.wrong`) : notes[check]}
        </span>
        {done?.hashes.map((hash) => (
          <code key={hash} className="block text-1 break-words text-grey-1">
            {shortened(hash)}
          </code>
        ))}
        {check === 'order' && done && seconds > 0 && (
          <span className="block text-1 text-grey-1">
            {t('draws.check.took', { seconds: f.number(seconds, 1) })}
          </span>
        )}
      </span>
    </li>
  )
}

/** The two ends of a hash, in groups of four. */
export const shortened = (hash: string): string =>
  hash.length <= 32 ? grouped(hash) : `${grouped(hash.slice(0, 12))} … ${grouped(hash.slice(-8))}`
const grouped = (text: string): string => text.replaceAll(/(.{4})(?=.)/g, '$1 ')
