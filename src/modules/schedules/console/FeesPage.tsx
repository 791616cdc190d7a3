import { PPM_OF_PERCENT, type PartsPerMillion, type Yen } from '#kernel/money.ts'
import { useFormat, useT } from '#client/texts.ts'
import { feesId, feesProblem } from '../model/fees.ts'
import { NewSchedule } from './NewSchedule.tsx'
import { ScheduleTable } from './ScheduleTable.tsx'

type Fees = { ratePpm: PartsPerMillion; minYen: Yen; maxYen: Yen }

/** The commission, before consumption tax. */
export default function FeesPage() {
  const t = useT()
  const f = useFormat()
  const heads = {
    ratePpm: t('schedules.console.rate'),
    minYen: t('schedules.console.min'),
    maxYen: t('schedules.console.max'),
  }
  return (
    <ScheduleTable<Fees>
      name="fees"
      title={t('schedules.console.title')}
      power="fees.set"
      note={t('schedules.console.note')}
      published={({ history }) => history.map(({ fees, ...row }) => ({ ...row, own: fees }))}
      figures={(Object.keys(heads) as (keyof Fees)[]).map((id) => ({
        id,
        head: heads[id],
        cell: (fees) =>
          id === 'ratePpm' ? f.ruleFigure(fees.ratePpm / PPM_OF_PERCENT) : f.quantity(fees[id]),
        value: (fees) => fees[id],
      }))}
      form={({ today, next, fees, history }) => (
        <NewSchedule
          title={t('schedules.console.new')}
          power="fees.set"
          fields={[
            { name: 'from', label: t('schedules.console.from'), type: 'date', first: next },
            ...(Object.keys(heads) as (keyof Fees)[]).map((name) => ({
              name,
              label: heads[name],
              type: name === 'ratePpm' ? ('percent' as const) : ('number' as const),
              first: String(fees[name]),
            })),
          ]}
          idOf={({ from }) => feesId(String(from))}
          problem={(id, body) =>
            feesProblem(
              id,
              body,
              { today, isOpen: true },
              history.some((one) => one.id === id),
            )
          }
          question={(body) =>
            t('schedules.console.confirm', {
              from: f.date(String(body.from)),
              rate: f.ruleFigure(Number(body.ratePpm) / PPM_OF_PERCENT),
              min: Number(body.minYen),
              max: Number(body.maxYen),
            })
          }
        />
      )}
    />
  )
}
