import { useState } from 'react'
import { useDraft } from '#client/drafts.ts'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { refresh, useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import {
  changePhone,
  getSecurity,
  getUserInfo,
  listSessions,
  smsCode,
  type SecurityView,
} from '#modules/identity/contract.ts'
import { Button } from '#ui/Button.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Field } from '#ui/Field.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { CodeField } from '#ui/NumberField.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { toast } from '#ui/toast.tsx'
import { DeveloperInbox } from './DeveloperInbox.tsx'
import { useStepUp, StepUpFields } from './StepUpFields.tsx'

/** Another mobile number: it proves itself by a code, the member by what protects the account. */
export default function PhonePage(_: ScreenProps<'phone'>) {
  const t = useT()
  const security = useRead(getSecurity, {})
  return (
    <Page nav={<NavigationBar title={t('identity.phone.title')} />}>
      <Loaded read={security} skeleton="lines">
        {(data) => <Form known={data.mobile} />}
      </Loaded>
    </Page>
  )
}

function Form({ known }: { known: SecurityView['mobile'] }) {
  const t = useT()
  const [mobile, setMobile] = useDraft('mobile', () => '')
  const [verificationCode, setCode] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const stepUp = useStepUp('phone.change')
  const code = useWrite(smsCode)
  const write = useWrite(changePhone, { refreshes: [getSecurity, getUserInfo, listSessions] })

  async function send() {
    const answer = await code.run({ input: { mobile: mobile.trim() } })
    if (!answer.ok) return
    setSentTo(mobile.trim())
    toast(t('identity.register.codeSent'), { kind: 'ok' })
  }
  async function submit() {
    const proof = await stepUp.prove({ mobile: sentTo ?? '' })
    if (proof === null || sentTo === null) return
    const answer = await write.run({ input: { mobile: sentTo, verificationCode, ...proof } })
    if (!answer.ok) return stepUp.heard(answer.error)
    toast(t('identity.phone.done'), { kind: 'ok' })
    refresh(getSecurity)
    navigate.back()
  }

  return (
    <Section>
      <DefinitionList>
        <DefinitionRow label={t('identity.phone.now')} strong>
          {known}
        </DefinitionRow>
      </DefinitionList>
      <form
        noValidate
        className="flex flex-col gap-2 pt-2"
        onSubmit={(event) => {
          event.preventDefault()
          void (sentTo === null ? send() : submit())
        }}
      >
        <Field
          plain
          label={t('identity.phone.new')}
          rule={t('identity.register.mobileRule')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          disabled={sentTo !== null}
          value={mobile}
          onChange={setMobile}
          error={code.error?.msg}
        />
        {sentTo !== null && (
          <>
            <CodeField
              label={t('identity.register.code')}
              rule={t('identity.register.codeRule')}
              autoComplete="one-time-code"
              value={verificationCode}
              onChange={setCode}
              error={write.error?.rejection === 'VERIFICATION_INVALID' ? write.error.msg : undefined}
            />
            <div className="flex">
              <DeveloperInbox mobile={sentTo} onUse={setCode} />
            </div>
            <StepUpFields stepUp={stepUp} />
          </>
        )}
        <p className="text-grey-1 text-1">{t('identity.phone.note')}</p>
        <div className="flex pt-2">
          {sentTo === null ? (
            <Button type="submit" state={code.state} disabled={mobile.trim() === ''}>
              {t('identity.register.sendCode')}
            </Button>
          ) : (
            <Button type="submit" state={write.state} disabled={verificationCode.length < 6}>
              {t('identity.phone.submit')}
            </Button>
          )}
        </div>
        <a
          className="text-brand text-2 inline-flex min-h-touch items-center justify-center"
          href={paths.recovery({ what: 'phone' })}
        >
          {t('identity.phone.lost')}
        </a>
      </form>
    </Section>
  )
}
