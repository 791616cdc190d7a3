import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { useMe } from '#console/kit/act.ts'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import { PaneSection } from '#console/kit/Pane.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { toast } from '#ui/toast.tsx'
import type { OutputOf } from '#wire/route.ts'
import { POWERS } from '../model/powers.ts'
import { getUndelivered, resendMessage } from '../operator-contract.ts'

type Row = OutputOf<typeof getUndelivered>['messages'][number]

/** Messages to members and operators that no channel has taken, and what may be tried again. */
export function Undelivered() {
  const t = useT()
  const read = useRead(getUndelivered, {}, { poll: 'deskCase' })
  return (
    <PaneSection title={t('duty.console.outbox')}>
      <p className="pb-2 text-1 text-grey-1">{t('duty.console.outbox.note')}</p>
      <Loaded read={read} skeleton="lines">
        {({ messages, total }) =>
          total === 0 ? (
            <p className="text-grey-1">{t('duty.console.outbox.empty')}</p>
          ) : (
            <>
              <p className="pb-2 font-strong">{t('duty.console.outbox.total', { n: total })}</p>
              <Messages messages={messages} />
            </>
          )
        }
      </Loaded>
    </PaneSection>
  )
}

function Messages({ messages }: { messages: readonly Row[] }) {
  const t = useT()
  const label = t('duty.console.outbox')
  return (
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={label}>
      <table className="desk-table" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('duty.console.outbox.channel')}</th>
            <th scope="col">{t('duty.console.outbox.kind')}</th>
            <th scope="col">{t('duty.console.outbox.since')}</th>
            <th scope="col">{t('duty.console.outbox.tries')}</th>
            <th scope="col">{t('duty.console.outbox.problem')}</th>
            <th scope="col">{t('duty.console.state')}</th>
          </tr>
        </thead>
        <tbody>
          {messages.map((message) => (
            <MessageRow key={message.id} message={message} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function MessageRow({ message: { id, channel, kind, state, at, tries, nextAt, problem } }: { message: Row }) {
  const t = useT()
  const f = useFormat()
  const me = useMe()
  const resend = useWrite(resendMessage, { refreshes: [getUndelivered] })
  const mayResend =
    me !== undefined && POWERS['message.resend'].signers[0].some((role) => me.roles.includes(role))
  const again = async () => {
    if ((await resend.run({ input: { id } })).ok) toast(t('duty.console.outbox.resent'), { kind: 'ok' })
  }
  return (
    <tr>
      <td>{t(`duty.console.outbox.channel.${channel}`)}</td>
      <td>
        <code>{kind}</code>
      </td>
      <td>{f.dateTime(at)}</td>
      <td className="text-right">{f.number(tries)}</td>
      <td className="wraps">{problem}</td>
      <td>
        <span className="inline-flex flex-wrap items-center gap-2">
          {state === 'dead' ? (
            <Mark tone="danger">{t('duty.console.outbox.dead')}</Mark>
          ) : (
            <Mark tone="warn">{t('duty.console.outbox.again', { at: f.dateTime(nextAt) })}</Mark>
          )}
          {mayResend && (
            <DeskButton busy={resend.state !== 'idle'} onPress={() => void again()}>
              {t('duty.console.outbox.resend')}
            </DeskButton>
          )}
        </span>
      </td>
    </tr>
  )
}
