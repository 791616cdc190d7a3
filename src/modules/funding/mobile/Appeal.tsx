import { lastMinute } from '#client/last-minute.ts'
import { useState } from 'react'
import { useDraft } from '#client/drafts.ts'
import { useFormat, useT } from '#client/texts.ts'
import type { WriteState } from '#client/use-write.ts'
import { APPEAL_TEXT, isAppealText } from '#modules/staff/model/appeal.ts'
import { Button } from '#ui/Button.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Tag } from '#ui/Tag.tsx'
import { TextArea } from '#ui/TextArea.tsx'

const TONES = { open: 'warn', granted: 'ok', overturned: 'ok', upheld: 'danger', withdrawn: 'grey' } as const

type Shown = {
  state: keyof typeof TONES
  text: string
  answer: string | null
  answerBy: string
  decidedAt: string | null
}

/** Status of an appeal: the member's words, the time by which it is answered, or the answer. */
export function AppealStatus({ appeal }: { appeal: Shown }) {
  const t = useT()
  const f = useFormat()
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-2 font-strong">{t('funding.appeal.title')}</h3>
        <Tag tone={TONES[appeal.state]}>{t(`funding.appeal.state.${appeal.state}`)}</Tag>
      </div>
      <p className="py-2 text-2 whitespace-pre-wrap">{appeal.text}</p>
      {appeal.answer === null ? (
        <DefinitionList>
          <DefinitionRow label={t('funding.appeal.answerBy')}>
            {f.dateTime(lastMinute(appeal.answerBy))}
          </DefinitionRow>
        </DefinitionList>
      ) : (
        <div className="rounded-2 bg-sunk p-3">
          <p className="text-1 text-grey-1">
            {t('funding.appeal.answer')}
            {f.dot}
            {f.dateTime(appeal.decidedAt)}
          </p>
          <p className="text-2 whitespace-pre-wrap">{appeal.answer}</p>
        </div>
      )}
    </>
  )
}

/**
 * The member's words, 20 to 500 characters; `onSend` hands them over and answers whether they were taken.
 * `about`: the id of what is appealed against.
 */
export function AppealText({
  about,
  note,
  state,
  onSend,
}: {
  about: string
  note: string
  state: WriteState
  onSend: (text: string) => Promise<boolean>
}) {
  const t = useT()
  const [text, setText, drop] = useDraft(`appeal ${about}`, () => '')
  const [tried, setTried] = useState(false)
  const problem = isAppealText(text) ? undefined : t('funding.rejection.APPEAL_TEXT', APPEAL_TEXT)
  async function send() {
    setTried(true)
    if (problem === undefined && (await onSend(text))) drop('')
  }
  return (
    <>
      <p className="pb-1 text-1 text-grey-1">{note}</p>
      <TextArea
        label={t('funding.appeal.text')}
        rule={t('funding.appeal.textRule', APPEAL_TEXT)}
        maxLength={APPEAL_TEXT.most}
        value={text}
        onChange={setText}
        error={tried ? problem : undefined}
      />
      <div className="flex pt-2">
        <Button size="s" state={state} onPress={() => void send()}>
          {t('funding.appeal.submit')}
        </Button>
      </div>
    </>
  )
}
