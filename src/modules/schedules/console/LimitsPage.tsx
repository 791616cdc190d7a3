import { useFormat, useT } from '#client/texts.ts'
import { limitsId, limitsProblem, type FirmLimits } from '../model/limits.ts'
import { NewSchedule } from './NewSchedule.tsx'
import { ScheduleTable } from './ScheduleTable.tsx'

/** The limits that hold for everybody; those of a level stay the level's. */
export default function LimitsPage() {
  const t = useT()
  const f = useFormat()
  const heads: Record<keyof FirmLimits, string> = {
    byRuleYen: t('schedules.console.limits.byRuleYen'),
    orderYen: t('schedules.console.limits.orderYen'),
    openOrders: t('schedules.console.limits.openOrders'),
  }
  const names = Object.keys(heads) as (keyof FirmLimits)[]
  return (
    <ScheduleTable<FirmLimits>
      name="limits"
      title={t('schedules.console.limits.title')}
      power="limits.set"
      note={t('schedules.console.limits.note')}
      published={({ limitHistory }) => limitHistory.map(({ limits, ...row }) => ({ ...row, own: limits }))}
      figures={names.map((id) => ({
        id,
        head: heads[id],
        cell: (limits) => f.quantity(limits[id]),
        value: (limits) => limits[id],
      }))}
      form={({ today, next, limits, limitHistory }) => (
        <NewSchedule
          title={t('schedules.console.limits.new')}
          power="limits.set"
          fields={[
            { name: 'from', label: t('schedules.console.from'), type: 'date', first: next },
            ...names.map((name) => ({
              name,
              label: heads[name],
              type: 'number' as const,
              first: String(limits[name]),
            })),
          ]}
          idOf={({ from }) => limitsId(String(from))}
          problem={(id, body) =>
            limitsProblem(
              id,
              body,
              { today, isOpen: true },
              limitHistory.some((one) => one.id === id),
            )
          }
          question={(body) =>
            t('schedules.console.limits.confirm', {
              from: f.date(String(body.from)),
              byRule: f.money(Number(body.byRuleYen)),
              order: f.money(Number(body.orderYen)),
              orders: Number(body.openOrders),
            })
          }
        />
      )}
    />
  )
}
