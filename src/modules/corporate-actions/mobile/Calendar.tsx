import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { paths } from '#client/paths.ts'
import { addMonths, type DateJst, type Month, timeJst } from '#kernel/time.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { ClosedDays, TradingHours } from '#modules/schedules/mobile/public.ts'
import { Chip, Chips } from '#ui/Chip.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ICON_S } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Row } from '#ui/Row.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag, type TagTone } from '#ui/Tag.tsx'
import { listActions, listResults, type ActionView, type ResultsView } from '../contract.ts'
import { daysOf, monthOf } from './months.ts'
import { kindTone, kindWord, whatItIs, whatResultsSay, whichQuarter } from './labels.ts'

const SHOWN = ['all', 'dates', 'results'] as const
type Shown = (typeof SHOWN)[number]

/** The market's ex-dates and days of results, a month at a time. */
export function Calendar() {
  const now = useRead(listActions, { query: {} })
  return (
    <Section flush>
      <Loaded read={now} skeleton="stock">
        {({ today }) => <Months today={monthOf(today)} />}
      </Loaded>
    </Section>
  )
}

function Months({ today }: { today: Month }) {
  const t = useT()
  const [month, setMonth] = useState(today)
  const [shown, setShown] = useState<Shown>('all')
  const actions = useRead(listActions, { query: daysOf(month) })
  const results = useRead(listResults, { query: daysOf(month) })
  const turn = (count: number, label: string, icon: ReactNode) => (
    <button
      type="button"
      aria-label={label}
      className="pressable grid min-h-touch min-w-12 place-items-center text-brand"
      onClick={() => setMonth(addMonths(month, count))}
    >
      {icon}
    </button>
  )
  return (
    <>
      <div className="flex items-center justify-between px-1">
        {turn(-1, t('corporate-actions.earlier'), <IconChevronLeft {...ICON_S} />)}
        <h2 className="text-3 font-strong" aria-live="polite">
          {t('corporate-actions.month', { at: timeJst(`${month}-01`, 0) })}
        </h2>
        {turn(1, t('corporate-actions.later'), <IconChevronRight {...ICON_S} />)}
      </div>
      <div className="px-gutter">
        <Chips label={t('corporate-actions.shown')}>
          {SHOWN.map((one) => (
            <Chip key={one} selected={one === shown} onPress={() => setShown(one)}>
              {t(`corporate-actions.shown.${one}`)}
            </Chip>
          ))}
        </Chips>
      </div>
      <p className="px-gutter pb-2 text-1 text-grey-1">
        {t(shown === 'results' ? 'corporate-actions.resultsLead' : 'corporate-actions.lead')}
      </p>
      <ClosedDays {...daysOf(month)} />
      <TradingHours {...daysOf(month)} />
      <Loaded read={actions} skeleton={<Skeleton kind="stock" />}>
        {(dates) => (
          <Loaded read={results} skeleton={<Skeleton kind="stock" />}>
            {(published) => (
              <Days
                actions={shown === 'results' ? [] : dates.actions}
                results={shown === 'dates' ? [] : published.results}
                known={dates.known || published.known}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}

/** Day by day; on each the results before the ex-dates. */
function Days({
  actions,
  results,
  known,
}: {
  actions: readonly ActionView[]
  results: readonly ResultsView[]
  known: boolean
}) {
  const t = useT()
  const days = [
    ...new Set([...actions.map(({ exDate }) => exDate), ...results.map(({ announcedOn }) => announcedOn)]),
  ].toSorted()
  if (days.length === 0)
    return (
      <Empty
        title={t(known ? 'corporate-actions.noneInMonth' : 'corporate-actions.unknown')}
        note={known && t('corporate-actions.noneNote')}
      />
    )
  return days.map((date) => (
    <Day
      key={date}
      date={date}
      actions={actions.filter(({ exDate }) => exDate === date)}
      results={results.filter(({ announcedOn }) => announcedOn === date)}
    />
  ))
}

function Day({
  date,
  actions,
  results,
}: {
  date: DateJst
  actions: readonly ActionView[]
  results: readonly ResultsView[]
}) {
  const t = useT()
  const f = useFormat()
  const [first] = actions
  return (
    <>
      {results.length > 0 && (
        <h3 className="bg-page px-gutter py-1.5 text-1 text-grey-1">
          {t('corporate-actions.resultsOn', { date: f.date(date), n: results.length })}
        </h3>
      )}
      {results.map((one) => (
        <Entry
          key={one.id}
          code={one.code}
          name={one.name}
          what={whichQuarter(t, f, one)}
          more={whatResultsSay(t, f, one)}
          tag={t(`corporate-actions.results.${one.status}`)}
          tone={one.status === 'published' ? 'grey' : 'warn'}
        />
      ))}
      {first !== undefined && (
        <h3 className="bg-page px-gutter py-1.5 text-1 text-grey-1">
          {t('corporate-actions.exDate', {
            date: f.date(first.exDate),
            cum: f.date(first.lastCumDate),
            n: actions.length,
          })}
        </h3>
      )}
      {actions.map((action) => (
        <Entry
          key={action.id}
          code={action.code}
          name={action.name}
          what={whatItIs(t, f, action)}
          tag={kindWord(t, action)}
          tone={kindTone(action)}
        />
      ))}
    </>
  )
}

function Entry({
  code,
  name,
  what,
  more,
  tag,
  tone,
}: {
  code: string
  name: string
  what: string
  more?: string | undefined
  tag: string
  tone: TagTone
}) {
  return (
    <Row href={paths.stock({ code })}>
      <span className="flex w-full items-center justify-between gap-3 py-2">
        <span className="min-w-0">
          <span className="text-2 font-strong block">{name}</span>
          <span className="text-1 text-grey-1 block">
            {code}　{what}
          </span>
          {more !== undefined && <span className="block text-1">{more}</span>}
        </span>
        <Tag tone={tone}>{tag}</Tag>
      </span>
    </Row>
  )
}
