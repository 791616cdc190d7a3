import { useFormat, useT } from '#client/texts.ts'
import type { OperatorActView } from '#modules/staff/contract.ts'
import type { Stage } from '#modules/staff/model/approval.ts'
import { Mark, type Tone } from './Control.tsx'
import { PersonName } from './Pane.tsx'

const TONES: Readonly<Record<Stage, Tone>> = {
  asked: 'warn',
  signed: 'warn',
  'carried-out': 'ok',
  refused: 'danger',
  lapsed: 'grey',
  withdrawn: 'grey',
}

/** The stage of an act: asked for, signed, carried out, refused, or never completed. */
export function StageMark({ stage }: { stage: Stage }) {
  const t = useT()
  return <Mark tone={TONES[stage]}>{t(`console.stage.${stage}`)}</Mark>
}

/** Acts about a case with their stages, the people and the reasons. */
export function ActList({ acts }: { acts: readonly OperatorActView[] }) {
  const f = useFormat()
  return (
    <ol className="flex flex-col gap-2 text-1">
      {acts.map(({ id, status, at, what, reason, approvals }) => (
        <li key={id}>
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="font-strong">{what}</span>
            <StageMark stage={status === 'open' ? 'asked' : status} />
          </span>
          {reason !== null && (
            <span className="block">
              {reason.words}
              {reason.text !== null && `: ${reason.text}`}
            </span>
          )}
          <span className="flex flex-wrap gap-x-2 text-grey-1">
            <time dateTime={at}>{f.moment(at)}</time>
            {approvals.map((person) => (
              <span key={`${person.role} ${person.number}`}>
                <PersonName person={person} at={person.at} />
              </span>
            ))}
          </span>
        </li>
      ))}
    </ol>
  )
}
