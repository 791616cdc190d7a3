import { useState } from 'react'
import { refresh, useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { useMe } from '#console/kit/act.ts'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import { useDeskDraft } from '#console/kit/draft.ts'
import { Facts, MemberLink, Pane, PaneSection, PersonName } from '#console/kit/Pane.tsx'
import { RaiseCase } from '#console/kit/RaiseCase.tsx'
import { confirm } from '#ui/confirm.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { CASE_NOTE_LONGEST } from '../model/case.ts'
import { CLOSE_REASONS } from '../model/powers.ts'
import {
  closeCase,
  listCases,
  showCase,
  takeCase,
  writeCaseNote,
  type CaseView,
} from '../operator-contract.ts'
import { CaseEvidence } from './CaseEvidence.tsx'
import { CaseSeal, SealMark } from './CaseSeal.tsx'
import { History } from './History.tsx'
import { noteDraftName } from './note-draft.ts'

const TONES = { open: 'warn', closed: 'grey' } as const
const refreshCase = () => {
  refresh(showCase)
  refresh(listCases)
}

/** A case: who works on it, its evidence once somebody looks, notes, and its end. */
export function CasePane({ id }: { id: string }) {
  const t = useT()
  const read = useRead(showCase, { params: { id } }, { poll: 'deskCase' })
  const isSecret = read.data?.seal === 'sealed' || read.data?.seal === 'withheld'
  return (
    <Loaded read={read} skeleton="lines">
      {(found) => (
        <Pane
          label={t('signals.console.title')}
          head={
            <div className="flex flex-wrap items-center gap-2">
              <h2 className="pr-2 text-3 font-strong">
                <MemberLink memberId={found.memberId}>#{found.memberNumber}</MemberLink>
              </h2>
              <Mark tone={TONES[found.state]}>{t(`signals.console.state.${found.state}`)}</Mark>
              <SealMark state={found.seal} />
              <Assignment found={found} />
            </div>
          }
        >
          <Head found={found} />
          <CaseSeal found={found} onDone={refreshCase} />
          {found.waitsForSeal ? (
            <PaneSection>
              <p role="status" className="rounded-2 bg-surface p-3">
                {t('signals.console.sealFirst')}
              </p>
            </PaneSection>
          ) : (
            <CaseEvidence id={id} isSecret={isSecret} seal={found.seal} />
          )}
          {found.state === 'open' && !found.waitsForSeal && (
            <PaneSection>
              <RaiseCase memberId={found.memberId} joins />
            </PaneSection>
          )}
          <PaneSection title={t('signals.console.history')}>
            <History entries={found.entries} />
          </PaneSection>
          {found.state === 'open' && !found.waitsForSeal && <Note id={id} isSealed={isSecret} />}
          {found.state === 'open' && !found.waitsForSeal && <Close id={id} seal={found.seal} />}
        </Pane>
      )}
    </Loaded>
  )
}

function Head({ found }: { found: CaseView }) {
  const t = useT()
  const f = useFormat()
  return (
    <PaneSection>
      <Facts
        rows={[
          ...(found.ground === null
            ? []
            : [[t('signals.console.ground'), t(`staff.reason.${found.ground}`)] as const]),
          ...(found.rules.length === 0
            ? []
            : [
                [
                  t('signals.console.rules'),
                  found.rules.map((each) => t(`signals.rule.${each}`)).join(' / '),
                ] as const,
                [t('signals.console.signals'), f.quantity(found.signals)] as const,
              ]),
          [t('signals.console.opened'), f.moment(found.openedAt)],
          [t('signals.console.last'), f.moment(found.lastAt)],
          [
            t('signals.console.assigned'),
            found.assigned === null ? (
              t('signals.console.nobody')
            ) : (
              <PersonName key="assigned" person={found.assigned} />
            ),
          ],
          ...(found.reason === null
            ? []
            : [[t('signals.console.closeReason'), t(`staff.reason.${found.reason}`)] as const]),
        ]}
      />
    </PaneSection>
  )
}

function Assignment({ found: { id, assigned, state, waitsForSeal } }: { found: CaseView }) {
  const t = useT()
  const me = useMe()
  const write = useWrite(takeCase)
  if (state === 'closed' || waitsForSeal || me === undefined) return null
  const isMine = assigned?.operatorId === me.operatorId
  const take = async () => {
    if ((await write.run({ params: { id }, input: { takes: !isMine } })).ok) refreshCase()
  }
  return (
    <DeskButton busy={write.state !== 'idle'} onPress={() => void take()}>
      {t(isMine ? 'signals.console.giveBack' : 'signals.console.take')}
    </DeskButton>
  )
}

function Note({ id, isSealed }: { id: string; isSealed: boolean }) {
  const t = useT()
  const [words, setWords, drop] = useDeskDraft(noteDraftName(id), '')
  const write = useWrite(writeCaseNote)
  const send = async () => {
    if (!(await write.run({ params: { id }, input: { words } })).ok) return
    drop()
    refreshCase()
  }
  return (
    <PaneSection
      title={t('signals.console.write')}
      note={t(isSealed ? 'signals.console.sealed' : 'signals.console.writeNote')}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <textarea
          className="desk-input w-full py-2"
          rows={3}
          aria-label={t('signals.console.write')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <div className="flex items-center justify-between pt-2">
          <span className="text-1 text-grey-1">
            {[...words].length} / {CASE_NOTE_LONGEST}
          </span>
          <DeskButton
            type="submit"
            busy={write.state !== 'idle'}
            disabled={words.trim() === '' || [...words].length > CASE_NOTE_LONGEST}
          >
            {t('signals.console.save')}
          </DeskButton>
        </div>
      </form>
    </PaneSection>
  )
}

/** A report to the authority ends a case under a seal only; any other reason once the seal has ended. */
function Close({ id, seal }: { id: string; seal: CaseView['seal'] }) {
  const t = useT()
  const me = useMe()
  const [reason, setReason] = useState<(typeof CLOSE_REASONS)[number] | null>(null)
  const write = useWrite(closeCase)
  if (!me?.powers.includes('case.close')) return null
  const mayBe = (each: (typeof CLOSE_REASONS)[number]): boolean =>
    each === 'reported' ? seal === 'sealed' || seal === 'withheld' : seal !== 'sealed'
  const close = async () => {
    if (reason === null) return
    const title = t('signals.console.close')
    const body = t(
      reason === 'reported' ? 'signals.console.closeConfirmSealed' : 'signals.console.closeConfirm',
    )
    if (!(await confirm({ title, body }))) return
    if ((await write.run({ params: { id }, input: { reason } })).ok) refreshCase()
  }
  return (
    <PaneSection title={t('signals.console.close')} note={t('signals.console.closeNote')}>
      <fieldset className="flex flex-col">
        <legend className="sr-only">{t('signals.console.closeReason')}</legend>
        {CLOSE_REASONS.map((each) => (
          <label key={each} className="flex min-h-touch items-center gap-2">
            <input
              type="radio"
              name={`close ${id}`}
              checked={reason === each}
              disabled={!mayBe(each)}
              onChange={() => setReason(each)}
            />
            {t(`staff.reason.${each}`)}
          </label>
        ))}
      </fieldset>
      <DeskButton
        look="primary"
        busy={write.state !== 'idle'}
        disabled={reason === null || !mayBe(reason)}
        onPress={() => void close()}
      >
        {t('signals.console.close')}
      </DeskButton>
    </PaneSection>
  )
}
