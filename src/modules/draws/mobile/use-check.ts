import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#client/call.ts'
import { elapsed, randomBytes } from '#client/clock.ts'
import { getDrawFile, type DrawFile } from '../contract.ts'
import { checkDraw, type Checked, type Mine } from '../model/check.ts'
import type { Allotment } from '../model/draw.ts'

/** The progress of a check. `error`: the file could not be had. */
export type Progress = {
  steps: readonly Checked[]
  state: 'running' | 'right' | 'wrong' | 'error'
  file: DrawFile | null
  anew: readonly Allotment[]
  seconds: number
}
const BEGUN: Progress = { steps: [], state: 'running', file: null, anew: [], seconds: 0 }

/** Recomputes a draw on this device, once it is asked to; asked again, from the beginning. */
export function useCheck(
  id: string,
  mine: Mine | null,
  isReady: boolean,
): { progress: Progress; again: () => void } {
  const [progress, setProgress] = useState(BEGUN)
  const [round, setRound] = useState(0)
  const about = useRef(mine)
  useEffect(() => {
    about.current = mine
  })
  useEffect(() => {
    if (!isReady) return
    let isOver = false
    const tell = (patch: Partial<Progress>) => {
      if (!isOver) setProgress((before) => ({ ...before, ...patch }))
    }
    async function run() {
      setProgress(BEGUN)
      const began = elapsed()
      const file = await call(getDrawFile, { params: { id } })
      tell({ file })
      const { nextLink } = await import('./next-link.ts')
      const checks = checkDraw(file, about.current, { nextLink, random: randomBytes })
      const steps: Checked[] = []
      for (;;) {
        const { done, value } = await checks.next()
        if (isOver) return
        if (done)
          return tell({
            anew: value,
            seconds: (elapsed() - began) / 1_000,
            state: steps.every(({ isRight }) => isRight) ? 'right' : 'wrong',
          })
        steps.push(value)
        tell({ steps: [...steps] })
      }
    }
    run().catch(() => tell({ state: 'error' }))
    return () => {
      isOver = true
    }
  }, [id, isReady, round])
  return { progress, again: useCallback(() => setRound((before) => before + 1), []) }
}
