import { refresh } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { assignCase, listQueues, type Person } from '#modules/staff/operator-contract.ts'
import { useMe } from './act.ts'
import { DeskButton } from './Control.tsx'
import { useKeys } from './keys.ts'
import { PersonName } from './Pane.tsx'

/** The person who works on a case of a queue, and taking it or letting go of it (key T). */
export function Assigned({
  queue,
  subject,
  assigned,
  onDone,
}: {
  queue: string
  subject: string
  assigned: Person | null
  onDone?: () => void
}) {
  const t = useT()
  const me = useMe()
  const write = useWrite(assignCase, { refreshes: [listQueues] })
  const isMine = assigned !== null && assigned.operatorId === me?.operatorId
  const take = async () => {
    if (me === undefined) return
    const answer = await write.run({ input: { queue, subject, operatorId: isMine ? null : me.operatorId } })
    if (answer.ok) onDone?.()
    else refresh(listQueues)
  }
  useKeys({ t: () => void take() })
  return (
    <div className="flex items-center justify-between gap-2">
      <span className="text-grey-1">{t('console.assigned.label')}</span>
      <span className="flex-1 text-end">
        {assigned === null ? t('console.assigned.nobody') : <PersonName person={assigned} />}
      </span>
      <DeskButton hotkey="t" busy={write.state !== 'idle'} onPress={() => void take()}>
        {t(isMine ? 'console.assigned.letGo' : 'console.assigned.take')}
      </DeskButton>
    </div>
  )
}

/** The person who works on it, in a column. */
export function AssignedTo({ person }: { person: Person | null | undefined }) {
  return person ? <PersonName person={person} /> : <span className="text-grey-1">—</span>
}
