import { useState } from 'react'
import { refresh, useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { useAct } from '#console/kit/act.ts'
import { go, hrefOf } from '#console/kit/address.ts'
import { DeskButton } from '#console/kit/Control.tsx'
import { useDeskDraft } from '#console/kit/draft.ts'
import { MemberLink, Pane, PaneSection } from '#console/kit/Pane.tsx'
import { confirm } from '#ui/confirm.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { toast } from '#ui/toast.tsx'
import { CASE_NOTE_LONGEST, GROUNDS, MOST_LINKS, type Ground } from '../model/case.ts'
import { SEAL_REASONS } from '../model/seal.ts'
import { listCases, memberForCase, openCase, showCase, type CaseHead } from '../operator-contract.ts'
import { noteDraft } from './note-draft.ts'

const CHAT = 'chat'
type SealReason = (typeof SEAL_REASONS)[number]

/** A case by hand: whom it is about, the open case that it goes into, and the form. */
export function NewCase({ memberId, evidence }: { memberId: string; evidence: string | undefined }) {
  const t = useT()
  const read = useRead(memberForCase, { params: { memberId } })
  return (
    <Loaded read={read} skeleton="lines">
      {({ number, open }) => (
        <Pane
          label={t('signals.console.raise')}
          head={
            <h1 className="text-3 font-strong">
              {t('signals.console.raise')} <MemberLink memberId={memberId}>#{number}</MemberLink>
            </h1>
          }
        >
          {open !== null && (
            <PaneSection>
              <p role="status" className="rounded-2 bg-surface p-3">
                {t('signals.console.raise.joins')}{' '}
                <a className="desk-link" href={hrefOf('cases', [], { at: open.id })}>
                  {t('signals.console.raise.joinsLink')}
                </a>
              </p>
            </PaneSection>
          )}
          <Form memberId={memberId} number={number} open={open} evidence={evidence} />
        </Pane>
      )}
    </Loaded>
  )
}

type Props = { memberId: string; number: number; open: CaseHead | null; evidence: string | undefined }

function Form({ memberId, number, open, evidence = '' }: Props) {
  const t = useT()
  const act = useAct()
  const write = useWrite(openCase, { refreshes: [listCases] })
  const [words, setWords, drop] = useDeskDraft(`case about ${memberId}`, '')
  const [ground, setGround] = useState<Ground | null>(null)
  const [numbers, setNumbers] = useState(evidence === CHAT ? '' : evidence)
  const [chat, setChat] = useState(evidence === CHAT)
  const [sealFor, setSealFor] = useState<SealReason | null>(null)
  // A case that is sealed takes everything under its seal, and one that was disclosed is sealed no more.
  const maySeal = open === null || open.seal === null
  const seal = maySeal && sealFor !== null
  const named = [...numbers.split(/[\s,、，]+/).filter((each) => each !== ''), ...(chat ? [CHAT] : [])]
  const length = [...words].length
  const isReady =
    ground !== null && words.trim() !== '' && length <= CASE_NOTE_LONGEST && named.length <= MOST_LINKS

  async function send(): Promise<void> {
    if (ground === null) return
    const body = t('signals.console.raise.confirm', { number: String(number) })
    const isSeen = !seal && (maySeal || open.seal === 'disclosed')
    if (isSeen && !(await confirm({ title: t('signals.console.raise'), body }))) return
    const answer = await write.run({ input: { memberId, ground, words, evidence: named, seal } })
    if (!answer.ok) return
    const { id, joined, written } = answer.data
    refresh(showCase)
    if (!written && id !== null) {
      // The note waits with its author until the seal is signed.
      await noteDraft(id, [words.trim(), named.filter((each) => each !== CHAT).join(' ')].join('\n').trim())
      await act.ask({ power: 'case.seal', subject: id, reason: { code: sealFor! } })
    } else
      toast(
        t(
          id === null
            ? 'signals.console.raise.handed'
            : `signals.console.raise.${joined ? 'joined' : 'done'}`,
        ),
        { kind: 'ok' },
      )
    drop()
    go(hrefOf('cases', [], id === null ? {} : { at: id }), { replace: true })
  }

  return (
    <form
      className="max-w-[56rem]"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <PaneSection title={t('signals.console.ground')}>
        <Radios
          name="ground"
          label={t('signals.console.ground')}
          options={GROUNDS.map((id) => ({ id, label: t(`staff.reason.${id}`) }))}
          value={ground}
          onChange={setGround}
        />
      </PaneSection>
      <PaneSection title={t('signals.console.evidence')}>
        <label className="flex flex-col gap-1">
          <span className="text-1 text-grey-1">{t('signals.console.raise.number')}</span>
          <input
            className="desk-input w-full"
            value={numbers}
            onChange={(event) => setNumbers(event.target.value)}
          />
        </label>
        <label className="flex min-h-touch items-center gap-2">
          <input type="checkbox" checked={chat} onChange={(event) => setChat(event.target.checked)} />
          {t('signals.console.raise.chat')}
        </label>
      </PaneSection>
      <PaneSection title={t('signals.console.raise.note')}>
        <textarea
          className="desk-input w-full py-2"
          rows={4}
          aria-label={t('signals.console.raise.note')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <p className="text-1 text-grey-1">
          {length} / {CASE_NOTE_LONGEST}
        </p>
      </PaneSection>
      {maySeal && (
        <PaneSection
          title={t('signals.console.raise.mode')}
          note={t(seal ? 'signals.console.raise.sealNote' : 'signals.console.raise.openNote')}
        >
          <Radios
            name="seal"
            label={t('signals.console.raise.mode')}
            options={[
              { id: 'open', label: t('signals.console.raise.mode.open') },
              ...SEAL_REASONS.map((id) => ({
                id,
                label: `${t('signals.console.raise.mode.seal')}: ${t(`staff.reason.${id}`)}`,
              })),
            ]}
            value={sealFor ?? 'open'}
            onChange={(id) => setSealFor(id === 'open' ? null : id)}
          />
        </PaneSection>
      )}
      <div className="px-4 py-3">
        <DeskButton type="submit" look="primary" busy={write.state !== 'idle'} disabled={!isReady}>
          {t(seal ? 'signals.console.raise.seal' : 'signals.console.raise.open')}
        </DeskButton>
      </div>
    </form>
  )
}

type Option<Id extends string> = { id: Id; label: string }

function Radios<Id extends string>({
  name,
  label,
  options,
  value,
  onChange,
}: {
  name: string
  label: string
  options: readonly Option<Id>[]
  value: Id | null
  onChange: (id: Id) => void
}) {
  return (
    <fieldset className="flex flex-wrap gap-x-6">
      <legend className="sr-only">{label}</legend>
      {options.map((each) => (
        <label key={each.id} className="flex min-h-touch items-center gap-2">
          <input type="radio" name={name} checked={value === each.id} onChange={() => onChange(each.id)} />
          {each.label}
        </label>
      ))}
    </fieldset>
  )
}
