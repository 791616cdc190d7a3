import { useMemo } from 'react'
import { useRead } from '#client/reads.ts'
import { changeableSchedule, type Schedule } from '#modules/instruments/model/schedule.ts'
import { health } from '#wire/system.ts'

/** The hours of every trading day, as the server says them; null until they are known. */
export function useSchedule(): Schedule | null {
  // Equal parts of the next answer stay the same object: the schedule changes with its hours alone.
  const { schedule: id, hours } = useRead(health, {}, { quiet: true, staleTime: 60_000 }).data ?? {}
  return useMemo(() => {
    if (id === undefined || hours === undefined) return null
    const schedule = changeableSchedule(id)
    schedule.change(hours)
    return schedule
  }, [id, hours])
}
