import { IconLockOpen } from '@tabler/icons-react'
import { Fragment } from 'react'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useFormat, useT } from '#client/texts.ts'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Page } from '#ui/Page.tsx'
import { Row } from '#ui/Row.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { listMarketDays, type MarketDayView, type OffSpan } from '../contract.ts'
import { isOffDay } from '../model/off-days.ts'
import { stateOf, TONES } from './day-state.ts'
import { OneDay } from './OneDay.tsx'
import { useOffDays } from './use-off-days.ts'

/** Days of the simulated market: what was sealed before each, and what was revealed after it. */
export default function MarketDaysPage({ params: { date, part } }: ScreenProps<'marketDays'>) {
  const t = useT()
  const read = useRead(listMarketDays, {}, { staleTime: 0 })
  const off = useOffDays()
  return (
    <Page
      nav={<NavigationBar title={t('venue.days.title')} />}
      onRefresh={async () => void (await read.refetch())}
    >
      <Loaded
        read={read}
        skeleton={
          <Section flush>
            <Skeleton kind="lines" rows={6} />
          </Section>
        }
      >
        {({ days, publicKey }) => {
          const day =
            date === undefined
              ? undefined
              : days.find((one) => one.tradeDate === date && (part === undefined || one.part === part))
          if (day) return <OneDay key={`${day.tradeDate} ${day.part}`} day={day} publicKey={publicKey} />
          return (
            <>
              <Section>
                <p className="text-2 text-grey-1">{t('venue.days.about')}</p>
              </Section>
              {date !== undefined && isOffDay(off, date) && <OffDay date={date} />}
              {days.length === 0 ? (
                <Section>
                  <Empty
                    icon={<IconLockOpen className="size-8" aria-hidden />}
                    title={t('venue.days.none')}
                    note={t('venue.days.noneNote')}
                    action={{ label: t('trust.title'), href: paths.trust() }}
                  />
                </Section>
              ) : (
                <Section flush>
                  {days.map((one, at) => (
                    <Fragment key={`${one.tradeDate} ${one.part}`}>
                      <DayRow day={one} />
                      {off
                        .filter(({ to }) => to < one.tradeDate && to > (days[at + 1]?.tradeDate ?? to))
                        .map((span) => (
                          <OffRow key={span.from} span={span} />
                        ))}
                    </Fragment>
                  ))}
                </Section>
              )}
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

/** A day that was asked for, on which the exchange did not run. */
function OffDay({ date }: { date: string }) {
  const t = useT()
  const f = useFormat()
  return <Notice tone="info" title={f.date(date)} note={t('venue.off.day')} />
}

/** Trade dates between the days of the exchange, as one row that leads nowhere. */
function OffRow({ span: { from, to, days } }: { span: OffSpan }) {
  const t = useT()
  const f = useFormat()
  return (
    <Row>
      <span className="block min-w-0 py-2">
        <span className="block text-2 text-grey-1">
          {from === to ? f.date(from) : t('venue.off.span', { from: f.date(from), to: f.date(to), days })}
        </span>
        <span className="block text-1 text-grey-1">{t('venue.off.days')}</span>
      </span>
    </Row>
  )
}

function DayRow({ day }: { day: MarketDayView }) {
  const t = useT()
  const f = useFormat()
  const state = stateOf(day)
  return (
    <Row href={paths.marketDays({ date: day.tradeDate, part: day.part })}>
      <span className="flex w-full items-center justify-between gap-3 py-2">
        <span className="min-w-0">
          <span className="block text-2 font-strong">
            {f.date(day.tradeDate)}
            {day.part > 1 && (
              <span className="font-regular">
                {' '}
                {t(day.joins ? 'venue.days.joins' : 'venue.days.part', { part: day.part })}
              </span>
            )}
          </span>
          <span className="block text-1 text-grey-1">
            {t(day.late ? 'venue.days.sealedLateAt' : 'venue.days.sealedAt', {
              at: f.dateTime(day.committedAt),
            })}
          </span>
          <span className="block truncate font-code text-1 text-grey-1">{day.commitment.slice(0, 24)}…</span>
        </span>
        <Tag tone={TONES[state]}>{t(`venue.days.state.${state}`)}</Tag>
      </span>
    </Row>
  )
}
