import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { paths } from '#client/paths.ts'
import { timeJst } from '#kernel/time.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { Empty } from '#ui/Empty.tsx'
import { ICON_S } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Row } from '#ui/Row.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { listActions, type ActionView } from '../contract.ts'
import { daysOf, monthAfter, monthOf, type Month } from './months.ts'
import { kindTone, kindWord, whatItIs } from './words.ts'

/** The market's ex-dates, a month at a time. */
export function Calendar() {
  const now = useRead(listActions, { query: {} })
  return (
    <Section flush>
      <Loaded read={now} skeleton="stock">{({ today }) => <Months today={monthOf(today)} />}</Loaded>
    </Section>
  )
}

function Months({ today }: { today: Month }) {
  const t = useT()
  const [month, setMonth] = useState(today)
  const read = useRead(listActions, { query: daysOf(month) })
  const turn = (count: number, label: string, icon: ReactNode) => (
    <button type="button" aria-label={label} className="pressable grid min-h-touch min-w-12 place-items-center text-brand" onClick={() => setMonth(monthAfter(month, count))}>{icon}</button>
  )
  return (
    <>
      <div className="flex items-center justify-between px-1">
        {turn(-1, t('actions.earlier'), <IconChevronLeft {...ICON_S} />)}
        <h2 className="text-3 font-strong" aria-live="polite">{t('actions.month', { at: timeJst(`${month}-01`, 0) })}</h2>
        {turn(1, t('actions.later'), <IconChevronRight {...ICON_S} />)}
      </div>
      <p className="px-gutter pb-2 text-1 text-grey-1">{t('actions.lead')}</p>
      <Loaded read={read} skeleton={<Skeleton kind="stock" />}>
        {({ known, actions }) => actions.length === 0
          ? <Empty title={t(known ? 'actions.noneInMonth' : 'actions.unknown')} note={known && t('actions.noneNote')} />
          : [...Map.groupBy(actions, ({ exDate }) => exDate)].map(([exDate, ofDay]) => <Day key={exDate} actions={ofDay} />)}
      </Loaded>
    </>
  )
}

function Day({ actions }: { actions: readonly ActionView[] }) {
  const t = useT()
  const f = useFormat()
  const [first] = actions
  if (first === undefined) return null
  return (
    <>
      <h3 className="bg-page px-gutter py-1.5 text-1 text-grey-1">
        {t('actions.exDate', { date: f.date(first.exDate), cum: f.date(first.lastCumDate), n: actions.length })}
      </h3>
      {actions.map((action) => (
        <Row key={action.id} href={paths.stock({ code: action.code })}>
          <span className="flex w-full items-center justify-between gap-3 py-2">
            <span className="min-w-0">
              <span className="text-2 font-strong block">{action.name}</span>
              <span className="text-1 text-grey-1 block">{action.code}　{whatItIs(t, f, action)}</span>
            </span>
            <Tag tone={kindTone(action)}>{kindWord(t, action)}</Tag>
          </span>
        </Row>
      ))}
    </>
  )
}
