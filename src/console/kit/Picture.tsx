import { IconRotateClockwise, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { call } from '#client/call.ts'
import { CallError } from '#client/call-error.ts'
import { useT } from '#client/texts.ts'
import type { PowerName } from '#registry/powers.ts'
import { openPicture } from '#modules/staff/operator-contract.ts'
import { ICON_XS } from '#ui/icon.ts'
import type { Act } from './act.ts'

/**
 * A picture that was opened; gone when its minute is over. `until`: by the browser's own count of
 * milliseconds.
 */
type Shown = { src: string; until: number }
export type Look = { src: string | null; leftSeconds: number; look: () => Promise<boolean> }

/**
 * A look at a picture of a member: the act that the member reads, and the picture that this act opens, once.
 * It is shown for a minute and kept nowhere. Another `name` is another picture. Answers whether it is shown.
 */
export function useLook(
  act: Act,
  name: string,
  asked: { power: PowerName; subject: string; body?: Record<string, unknown> },
): Look {
  const [pictures, setPictures] = useState<Readonly<Record<string, Shown>>>({})
  const [now, setNow] = useState(() => performance.now())
  const shown = pictures[name]
  const isShown = shown !== undefined && shown.until > now
  useEffect(() => {
    if (!isShown) return undefined
    const timer = setInterval(() => setNow(performance.now()), 500)
    return () => clearInterval(timer)
  }, [isShown])
  async function look(): Promise<boolean> {
    const acted = await act.ask(asked)
    if (acted === null) return false
    try {
      const { jpeg, leftMs } = await call(openPicture, { params: { id: acted.approvalId } })
      setNow(performance.now())
      setPictures({ [name]: { src: `data:image/jpeg;base64,${jpeg}`, until: performance.now() + leftMs } })
      return true
    } catch (failure) {
      if (failure instanceof CallError) return false
      throw failure
    }
  }
  return {
    src: isShown ? shown.src : null,
    leftSeconds: isShown ? Math.ceil((shown.until - now) / 1_000) : 0,
    look,
  }
}

/** The turn of a picture (quarters), and whether it is enlarged. */
export type Angle = { zoomed: boolean; turns: number }
export const UPRIGHT: Angle = { zoomed: false, turns: 0 }

/**
 * The picture on a dark ground with its two buttons; enlarged, it scrolls. `children` stand where there is no
 * picture.
 */
export function Picture({
  src,
  label,
  angle,
  onAngle,
  children,
}: {
  src: string | null
  label: string
  angle: Angle
  onAngle: (angle: Angle) => void
  children?: React.ReactNode
}) {
  const t = useT()
  const frame = useRef<HTMLDivElement>(null)
  // Enlarged, it is its middle that is seen first.
  useEffect(() => {
    frame.current?.scrollTo({
      left: (frame.current.scrollWidth - frame.current.clientWidth) / 2,
      top: (frame.current.scrollHeight - frame.current.clientHeight) / 2,
    })
  }, [angle.zoomed, angle.turns])
  const Zoom = angle.zoomed ? IconZoomOut : IconZoomIn
  return (
    <div className="relative">
      <div
        ref={frame}
        className={`desk-picture ${angle.zoomed ? 'zoomed' : ''} ${angle.turns % 2 === 1 ? 'sideways' : ''}`}
        role="group"
        aria-label={label}
        tabIndex={0}
      >
        {src === null ? (
          <div className="grid h-full place-content-center gap-2 p-4 text-center">{children}</div>
        ) : (
          <div className="frame">
            <img
              src={src}
              alt={label}
              style={{ transform: `translate(-50%, -50%) rotate(${angle.turns * 90}deg)` }}
            />
          </div>
        )}
      </div>
      {src !== null && (
        <div className="absolute top-2 right-2 flex gap-1">
          <button
            type="button"
            className="desk-button bg-surface px-2"
            aria-pressed={angle.zoomed}
            aria-label={t('staff.console.picture.zoom', { picture: label })}
            onClick={() => onAngle({ ...angle, zoomed: !angle.zoomed })}
          >
            <Zoom {...ICON_XS} />
          </button>
          <button
            type="button"
            className="desk-button bg-surface px-2"
            aria-label={t('staff.console.picture.rotate', { picture: label })}
            onClick={() => onAngle({ ...angle, turns: (angle.turns + 1) % 4 })}
          >
            <IconRotateClockwise {...ICON_XS} />
          </button>
        </div>
      )}
    </div>
  )
}
