import { useEffect, useState } from 'react'
import { serverNow } from '#client/clock.ts'
import { useDraft } from '#client/drafts.ts'
import { SECOND } from '#kernel/time.ts'

const RESEND_SECONDS = 60

/** Seconds until another code may be asked for, 0 when it may; a reload of the page does not shorten it. */
export function useResendWait(): [left: number, start: () => void] {
  const [{ until }, setWait] = useDraft('resend', () => ({ until: 0 }))
  const [now, setNow] = useState(serverNow)
  const left = Math.min(Math.max(Math.ceil((until - now) / SECOND), 0), RESEND_SECONDS)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setNow(serverNow()), SECOND)
    return () => clearTimeout(timer)
  }, [left, now])
  const start = () => {
    setNow(serverNow())
    setWait({ until: serverNow() + RESEND_SECONDS * SECOND })
  }
  return [left, start]
}
