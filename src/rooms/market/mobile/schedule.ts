import { useMemo } from 'react'
import { useRead } from '#client/reads.ts'
import { changeableSchedule, type Schedule } from '#rooms/instruments/model/schedule.ts'
import { health } from '#wire/system.ts'

/** The hours of every trading day, as the house says them; null until they are known. */
export function useSchedule(): Schedule | null {
  const { data } = useRead(health, {}, { quiet: true, staleTime: 60_000 })
  const said = data === undefined ? null : JSON.stringify([data.schedule, data.hours])
  return useMemo(() => {
    if (said === null) return null
    const [id, hours] = JSON.parse(said) as [NonNullable<typeof data>['schedule'], NonNullable<typeof data>['hours']]
    const schedule = changeableSchedule(id)
    schedule.change(hours)
    return schedule
  }, [said])
}
