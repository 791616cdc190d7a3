import { IconCalendarPlus, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
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
import { listOfferings } from '#modules/ipo/contract.ts'
import { listActions, listResults, type ActionView, type ResultsView } from '../contract.ts'
import { ipoDates, type IpoDate } from './ipo-dates.ts'
import { daysOf, monthOf } from './months.ts'
import { kindTone, kindWord, whatItIs, whatResultsSay, whichQuarter } from './labels.ts'

const SHOWN = ['all', 'dates', 'results', 'ipo'] as const
const LEADS = {
  all: 'corporate-actions.lead',
  dates: 'corporate-actions.lead',
  results: 'corporate-actions.resultsLead',
  ipo: 'corporate-actions.ipoLead',
} as const
type Shown = (typeof SHOWN)[number]

/** The market's ex-dates, days of results and dates of IPOs, a month at a time. */
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
  const offerings = useRead(listOfferings, {})
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
      <p className="px-gutter pb-2 text-1 text-grey-1">{t(LEADS[shown])}</p>
      <p className="px-gutter">
        <a
          className="inline-flex min-h-touch items-center gap-1 text-2 text-brand"
          href={paths.calendarFeed()}
        >
          <IconCalendarPlus {...ICON_S} />
          {t('corporate-actions.subscribe')}
        </a>
      </p>
      <ClosedDays {...daysOf(month)} />
      <TradingHours {...daysOf(month)} />
      <Loaded read={actions} skeleton={<Skeleton kind="stock" />}>
        {(dates) => (
          <Loaded read={results} skeleton={<Skeleton kind="stock" />}>
            {(published) => (
              <Loaded read={offerings} skeleton={<Skeleton kind="stock" />}>
                {(ipos) => (
                  <Days
                    actions={shown === 'all' || shown === 'dates' ? dates.actions : []}
                    results={shown === 'all' || shown === 'results' ? published.results : []}
                    ipos={shown === 'all' || shown === 'ipo' ? ipoDates(ipos, daysOf(month)) : []}
                    known={dates.known || published.known}
                    hasNote={shown !== 'ipo'}
                  />
                )}
              </Loaded>
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}

/** Day by day; on each the IPOs before the results before the ex-dates. */
function Days({
  actions,
  results,
  ipos,
  known,
  hasNote,
}: {
  ipos: readonly IpoDate[]
  hasNote: boolean
  actions: readonly ActionView[]
  results: readonly ResultsView[]
  known: boolean
}) {
  const t = useT()
  const days = [
    ...new Set([
      ...actions.map(({ exDate }) => exDate),
      ...results.map(({ announcedOn }) => announcedOn),
      ...ipos.map(({ date }) => date),
    ]),
  ].toSorted()
  if (days.length === 0)
    return (
      <Empty
        title={t(known || !hasNote ? 'corporate-actions.noneInMonth' : 'corporate-actions.unknown')}
        note={known && hasNote && t('corporate-actions.noneNote')}
      />
    )
  return days.map((date) => (
    <Day
      key={date}
      date={date}
      actions={actions.filter(({ exDate }) => exDate === date)}
      results={results.filter(({ announcedOn }) => announcedOn === date)}
      ipos={ipos.filter((one) => one.date === date)}
    />
  ))
}

function Day({
  date,
  actions,
  results,
  ipos,
}: {
  date: DateJst
  ipos: readonly IpoDate[]
  actions: readonly ActionView[]
  results: readonly ResultsView[]
}) {
  const t = useT()
  const f = useFormat()
  const [first] = actions
  return (
    <>
      {ipos.length > 0 && (
        <h3 className="bg-page px-gutter py-1.5 text-1 text-grey-1">
          {t('corporate-actions.ipoOn', { date: f.date(date), n: ipos.length })}
        </h3>
      )}
      {ipos.map(({ step, offering: { id, code, name, status, closesAt, payTo } }) => (
        <Entry
          key={`${id} ${step}`}
          href={paths.ipo({ id })}
          code={code}
          name={name}
          what={
            step === 'closes'
              ? t('corporate-actions.ipo.closes', { at: Date.parse(closesAt) })
              : step === 'payment'
                ? t('corporate-actions.ipo.payment', { to: Date.parse(payTo) - 1 })
                : t(`corporate-actions.ipo.${step}`)
          }
          tag={t(status === 'void' ? 'corporate-actions.ipo.void' : 'corporate-actions.ipo.tag')}
          tone={status === 'void' ? 'grey' : 'brand'}
        />
      ))}
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
  href,
  code,
  name,
  what,
  more,
  tag,
  tone,
}: {
  /** Left out: the stock's page. */
  href?: string
  code: string
  name: string
  what: string
  more?: string | undefined
  tag: string
  tone: TagTone
}) {
  return (
    <Row href={href ?? paths.stock({ code })}>
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
