import type { ReactNode } from 'react'
import { useRead } from '#client/reads.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { hrefOf, setQuery, useAddress } from '#console/kit/address.ts'
import { useMe } from '#console/kit/act.ts'
import { DeskButton } from '#console/kit/Control.tsx'
import { isFor } from '#console/kit/pages.ts'
import { Pane, PaneSection } from '#console/kit/Pane.tsx'
import { pageOf } from '#console/kit/registry.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { LinesChart } from '#ui/LinesChart.tsx'
import type { DateJst } from '#kernel/time.ts'
import { behindFigure } from '../model/behind.ts'
import { figureOf, type FigureKey } from '../model/figures.ts'
import { CHART_DAYS, showFigure } from '../operator-contract.ts'
import { useFigure } from './figure-words.ts'

/** True if the role of whoever sits here has that page. */
const isOpenTo = (page: string, roles: readonly string[] | undefined): boolean => {
  const found = pageOf(page)
  return roles !== undefined && found !== undefined && isFor(found, roles)
}

/** A figure with its definition, its chart over closed days, each day's value, and the list behind it. */
export function FigurePane({ figure: key }: { figure: FigureKey }) {
  const t = useT()
  const text = useText()
  const { query } = useAddress()
  const days = CHART_DAYS.find((each) => each === query.days) ?? CHART_DAYS[0]
  const read = useRead(showFigure, { params: { figure: key }, query: { days } }, { keepPrevious: true })
  const name = t(`closings.console.figure.${key}`)
  const [page, filters] = figureOf(key).list
  const me = useMe()
  return (
    <Pane
      label={name}
      head={
        <>
          <p className="text-1 text-grey-1">{t(`closings.console.group.${figureOf(key).group}`)}</p>
          <h2 className="text-3 font-strong">{name}</h2>
        </>
      }
    >
      <PaneSection title={t('closings.console.definition')}>
        <p>{t(`closings.console.means.${key}`)}</p>
        <p className="flex flex-wrap gap-4 pt-2">
          {behindFigure(key) === null ? (
            <span className="text-1 text-grey-1">{t('closings.console.behind.notKept')}</span>
          ) : (
            <>
              <RowsLink figure={key} day={read.data?.days.at(-1)?.day}>
                {t('closings.console.list')}
              </RowsLink>
              <RowsLink figure={key} day={undefined}>
                {t('closings.console.behind.now')}
              </RowsLink>
            </>
          )}
          {isOpenTo(page, me?.roles) && (
            <a className="desk-link" href={hrefOf(page, [], filters)}>
              {text(pageOf(page)!.title)}
            </a>
          )}
        </p>
      </PaneSection>
      <PaneSection title={t('closings.console.chart')}>
        <div className="flex gap-1 pb-3" role="group" aria-label={t('closings.console.chart')}>
          {CHART_DAYS.map((each) => (
            <DeskButton key={each} pressed={each === days} onPress={() => setQuery({ days: each })}>
              {t('closings.console.lastDays', { n: Number(each) })}
            </DeskButton>
          ))}
        </div>
        <Loaded read={read} skeleton="lines">
          {(found) => <Days figure={key} name={name} days={found.days} />}
        </Loaded>
      </PaneSection>
    </Pane>
  )
}

type RowsLinkProps = { figure: FigureKey; day: DateJst | undefined; children: ReactNode }
/** The way to the rows behind a figure of a day, or of the one that goes on. */
const RowsLink = ({ figure, day, children }: RowsLinkProps) => (
  <a className="desk-link" href={hrefOf('figure-rows', [figure], { day })}>
    {children}
  </a>
)

type Day = { day: DateJst; value: number | null }
/** Each value leads to the rows behind it. */
type DaysProps = { figure: FigureKey; name: string; days: readonly Day[] }
function Days({ figure: key, name, days }: DaysProps) {
  const t = useT()
  const f = useFormat()
  const figure = useFigure()
  const values = days.map(({ value }) => value)
  const first = values.find((value) => value !== null)
  if (first === undefined || first === null)
    return <p className="text-grey-1">{t('closings.console.noValue')}</p>
  return (
    <>
      <LinesChart
        label={name}
        lines={[{ kind: 'own', values }]}
        base={figureOf(key).of === 'day' ? 0 : first}
        worded={(value) => (figureOf(key).unit === 'yen' ? f.large(value) : figure(key, value))}
        from={f.day(days[0]!.day)}
        to={f.day(days.at(-1)!.day)}
      />
      <table className="desk-table mt-3" aria-label={name}>
        <thead>
          <tr>
            <th scope="col">{t('closings.console.day')}</th>
            <th scope="col" className="at-end">
              {t('closings.console.value')}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, value }) => (
            <tr key={day}>
              <td>
                <a className="desk-link" href={hrefOf('closings', [], { at: day })}>
                  {f.day(day)}
                </a>
              </td>
              <td className="at-end">
                {behindFigure(key) === null ? (
                  figure(key, value)
                ) : (
                  <RowsLink figure={key} day={day}>
                    {figure(key, value)}
                  </RowsLink>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
