import { useState } from 'react'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { health } from '#wire/system.ts'
import { devInbox } from '#modules/identity/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Sheet } from '#ui/Modal.tsx'

type Props = { onUse: (code: string) => void } & (
  | { mobile: string; email?: never }
  | { email: string; mobile?: never }
)

/** Demo setting: what would have been sent to this number or address. Not there at all otherwise. */
export function DeveloperInbox({ mobile, email, onUse }: Props) {
  const t = useT()
  const f = useFormat()
  const [open, setOpen] = useState(false)
  const context = useRead(health, {})
  const to = mobile ?? email
  const inbox = useRead(
    devInbox,
    { query: mobile === undefined ? { email } : { mobile } },
    { enabled: open && to !== '', poll: 'developerInbox', quiet: true },
  )
  if (context.data?.demo !== true) return null
  const use = (code: string) => {
    onUse(code)
    setOpen(false)
  }
  return (
    <>
      <Button kind="neutral" size="s" disabled={to === ''} onPress={() => setOpen(true)}>
        {t('identity.register.inbox')}
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('identity.register.inboxTitle')}>
        <p className="text-grey-1 text-1 px-gutter pb-2">{t('identity.register.inboxNote')}</p>
        <Loaded read={inbox} skeleton={<Skeleton kind="lines" rows={6} />}>
          {(messages) =>
            messages.length === 0 ? (
              <Empty title={t('identity.register.inboxEmpty')} />
            ) : (
              <ul className="flex flex-col gap-4 px-gutter pb-6">
                {messages.map((message) => (
                  <li key={message.at} className="flex flex-col gap-2">
                    {message.title !== '' && <p className="text-2 font-strong">{message.title}</p>}
                    <p className="text-2 whitespace-pre-line">{message.text}</p>
                    <p className="text-grey-1 text-1">{f.time(message.at)}</p>
                    {message.code !== null && <UseCode code={message.code} onUse={use} />}
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Sheet>
    </>
  )
}

function UseCode({ code, onUse }: { code: string; onUse: (code: string) => void }) {
  const t = useT()
  return (
    <div className="flex">
      <Button size="s" onPress={() => onUse(code)}>
        {t('identity.register.inboxUse', { code })}
      </Button>
    </div>
  )
}
