import { lastMinute } from '#client/last-minute.ts'
import { useState } from 'react'
import { useDraft } from '#client/drafts.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { Button } from '#ui/Button.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { toast } from '#ui/toast.tsx'
import { appealIdentity, getIdentity, type IdentityView } from '../contract.ts'
import { partsOfCase } from '../model/verification.ts'
import { useSideLabel } from './sides.ts'

const LONGEST = 500
const sideOf = (subject: string) => partsOfCase(subject)?.side ?? null

/** The acts of those who looked and decided, with the appeal against a rejection. */
export function IdentityActs({ identity }: { identity: IdentityView }) {
  const t = useT()
  const f = useFormat()
  const label = useSideLabel(identity.documentType, identity.chip !== null)
  const [appealing, setAppealing] = useState(false)
  const { acts, appeal, mayAppeal } = identity
  if (acts.length === 0 && identity.status === 'none') return null
  return (
    <Section>
      <SectionHead title={t('members.acts.title')} />
      <ol className="flex flex-col gap-2 pb-1">
        {acts.map((act) => (
          <li key={act.id} className="text-2">
            <span className="block">
              {sideOf(act.subject) === null
                ? act.what
                : t('members.acts.side', { side: label(sideOf(act.subject)!), what: act.what })}
            </span>
            <span className="block text-1 text-grey-1">
              {t('members.identity.by', {
                who: `${t(act.demoDesk ? 'members.identity.desk' : 'members.identity.reviewer')} ${act.approvals.map(({ number }) => number).join(', ')}`,
                at: f.dateTime(act.at),
              })}
            </span>
            {act.reason?.text && <span className="block text-1">{act.reason.text}</span>}
          </li>
        ))}
      </ol>
      {!acts.some(({ power }) => power === 'identity.view') && (
        <p className="text-1 text-grey-1">{t('members.acts.noView')}</p>
      )}
      {appeal && (
        <div className="pt-2">
          <p role="status" className="text-2 font-strong">
            {t(`members.appeal.status.${appeal.status}`)}
          </p>
          <DefinitionList>
            <DefinitionRow label={t('members.appeal.yours')}>{appeal.text}</DefinitionRow>
            {appeal.status === 'open' && (
              <DefinitionRow label={t('members.appeal.answerBy')}>
                {f.dateTime(lastMinute(appeal.answerBy))}
              </DefinitionRow>
            )}
          </DefinitionList>
        </div>
      )}
      {mayAppeal && (
        <div className="flex pt-3">
          <Button kind="secondary" size="s" onPress={() => setAppealing(true)}>
            {t('members.appeal.button')}
          </Button>
        </div>
      )}
      <AppealSheet open={appealing} onClose={() => setAppealing(false)} />
    </Section>
  )
}

function AppealSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT()
  const [text, setText, drop] = useDraft('appeal', () => '')
  const write = useWrite(appealIdentity, { refreshes: [getIdentity], quiet: true })
  async function send() {
    const answer = await write.run({ input: { text } })
    if (!answer.ok) return
    drop('')
    toast(t('members.appeal.sent'), { kind: 'ok' })
    onClose()
  }
  return (
    <Sheet open={open} onClose={onClose} title={t('members.appeal.title')}>
      <div className="flex flex-col gap-2 px-gutter">
        <p className="text-2 text-grey-1">{t('members.appeal.note')}</p>
        <TextArea
          label={t('members.appeal.label')}
          rule={t('members.appeal.rule')}
          value={text}
          onChange={setText}
          maxLength={LONGEST}
          error={write.error?.msg}
        />
        <div className="flex py-2">
          <Button state={write.state} onPress={() => void send()}>
            {t('members.appeal.send')}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
