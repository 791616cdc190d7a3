import { useState } from 'react'
import { useDraft } from '#client/drafts.ts'
import { navigate } from '#client/navigation.ts'
import { useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { getSecurity, setEmail, verifyEmail, type SecurityView } from '#modules/identity/contract.ts'
import { Button } from '#ui/Button.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Field } from '#ui/Field.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { CodeField } from '#ui/NumberField.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { Tag } from '#ui/Tag.tsx'
import { toast } from '#ui/toast.tsx'
import { DeveloperInbox } from './DeveloperInbox.tsx'
import { useStepUp, StepUpFields } from './StepUpFields.tsx'

/** The mail address for notices; it counts once its code has come back. */
export default function EmailPage(_: ScreenProps<'email'>) {
  const t = useT()
  const security = useRead(getSecurity, {})
  return (
    <Page nav={<NavigationBar title={t('identity.email.title')} />}>
      <Loaded read={security} skeleton="lines">
        {(data) => <Form email={data.email} />}
      </Loaded>
    </Page>
  )
}

function Form({ email: known }: { email: SecurityView['email'] }) {
  const t = useT()
  const [email, setAddress, drop] = useDraft('address', () => '')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const stepUp = useStepUp('email.change')
  const write = useWrite(setEmail, { refreshes: [getSecurity] })

  async function send() {
    const proof = await stepUp.prove({ email })
    if (proof === null) return
    const answer = await write.run({ input: { email, ...proof } })
    if (!answer.ok) return
    drop()
    setSentTo(email)
    toast(t('identity.email.codeSent'), { kind: 'ok' })
  }

  return (
    <Section>
      {known !== null && (
        <DefinitionList>
          <DefinitionRow label={t('identity.email.now')} strong>
            <span className="flex flex-wrap items-center justify-end gap-2">
              {known.address}
              <Tag tone={known.verified ? 'ok' : 'warn'}>
                {t(known.verified ? 'identity.email.verified' : 'identity.email.waiting')}
              </Tag>
            </span>
          </DefinitionRow>
        </DefinitionList>
      )}
      <p className="text-grey-1 text-2 py-2">{t('identity.email.lead')}</p>
      {sentTo === null ? (
        <form
          noValidate
          className="flex flex-col gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <Field
            plain
            label={t(known === null ? 'identity.email.address' : 'identity.email.new')}
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            value={email}
            onChange={setAddress}
            error={write.error?.msg}
          />
          <StepUpFields stepUp={stepUp} />
          <div className="flex pt-2">
            <Button type="submit" state={write.state} disabled={email.trim() === ''}>
              {t('identity.register.sendCode')}
            </Button>
          </div>
          {known !== null && !known.verified && (
            <button type="button" className="text-brand text-2 min-h-touch" onClick={() => setSentTo('')}>
              {t('identity.email.haveCode')}
            </button>
          )}
        </form>
      ) : (
        <Verify address={sentTo} onAgain={() => setSentTo(null)} />
      )}
    </Section>
  )
}

/** `address` '': the code of an earlier visit. */
function Verify({ address, onAgain }: { address: string; onAgain: () => void }) {
  const t = useT()
  const [verificationCode, setCode] = useState('')
  const write = useWrite(verifyEmail, { refreshes: [getSecurity] })
  async function verify() {
    const answer = await write.run({ input: { verificationCode } })
    if (!answer.ok) return
    toast(t('identity.email.done'), { kind: 'ok' })
    navigate.back()
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void verify()
      }}
    >
      <CodeField
        label={t('identity.register.code')}
        rule={t('identity.email.codeRule')}
        autoComplete="one-time-code"
        value={verificationCode}
        onChange={setCode}
        error={write.error?.msg}
      />
      {address !== '' && (
        <div className="flex">
          <DeveloperInbox email={address} onUse={setCode} />
        </div>
      )}
      <div className="flex pt-2">
        <Button type="submit" state={write.state} disabled={verificationCode.length < 6}>
          {t('identity.email.submit')}
        </Button>
      </div>
      <button type="button" className="text-brand text-2 min-h-touch" onClick={onAgain}>
        {t('identity.email.again')}
      </button>
    </form>
  )
}
