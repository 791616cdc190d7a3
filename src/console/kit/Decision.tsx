import { useId, useRef, useState } from 'react'
import { useRead } from '#client/reads.ts'
import { useT, useText } from '#client/texts.ts'
import { TEXT_LONGEST, TEXT_SHORTEST } from '#modules/staff/model/free-text.ts'
import { powerKey, POWERS, powerOf } from '#registry/powers.ts'
import type { Power } from '#modules/staff/model/power.ts'
import { listApprovals } from '#modules/staff/operator-contract.ts'
import { confirm } from '#ui/confirm.tsx'
import { toast } from '#ui/toast.tsx'
import { useAct, useMe, type Acted } from './act.ts'
import { ApprovalState } from './ApprovalState.tsx'
import { DeskButton } from './Control.tsx'
import { useKeys } from './keys.ts'
import { PaneSection } from './Pane.tsx'
import { usePeople } from './people.ts'
import { offerOf, type Choice, type Offer } from './offer.ts'
import { SignButton } from './SignButton.tsx'
import { useDeskDraft } from './draft.ts'

export type { Choice } from './offer.ts'

type Props = {
  subject: string
  choices: readonly Choice[]
  onDone?: (choice: Choice | null, acted: Acted) => void
  /** Reading of the case anew: after a refusal, since something has changed. */
  onRefused?: () => void
  /** The account of whom it is about stands frozen: every question says so first. */
  frozen?: boolean
  /** Placed among other things, and not at their foot. */
  inline?: true
}

/**
 * The decisions open for one case: requests that are open, with who is missing; the listed reasons and the
 * text where a choice wants them; a button for each choice. Choices that the operator's role has no part in
 * are left out.
 */
export function Decision({ subject, choices, onDone, onRefused, frozen = false, inline }: Props) {
  const t = useT()
  const { wordsOf } = usePeople()
  const text = useText()
  const me = useMe()
  const act = useAct()
  const read = useRead(listApprovals, { query: { subject } }, { poll: 'deskQueue' })
  const [reason, setReason] = useState<string | null>(null)
  const [words, setWords, dropWords] = useDeskDraft(`reason ${subject}`, '')
  const [problem, setProblem] = useState<string | null>(null)
  const reasons = useRef<HTMLFieldSetElement>(null)
  const id = useId()

  const all = read.data ?? []
  const open = all.filter(({ status }) => status === 'open')
  const past = all.filter(({ status }) => status !== 'open')
  /** A power that one role prepares is asked for by that role; the other signs what was asked. */
  const begins = ({ prepared, signers }: Power) =>
    prepared !== true || signers[0]!.some((role) => me?.roles.includes(role))
  const mine = choices.filter(({ power }) => me?.powers.includes(power) && begins(powerOf(power)))
  const offered =
    read.data === undefined || me === undefined
      ? []
      : mine.flatMap((choice) => offerOf(choice, open, me.operatorId) ?? [])
  const reasoned = offered.filter(
    ({ power, reason: fixed }) =>
      powerOf(power).reason === 'listed+text' || (fixed === undefined && powerOf(power).reason !== 'none'),
  )
  const asking = reasoned.find((choice) => choice.reason === undefined) ?? reasoned[0]
  const row = asking === undefined ? null : powerOf(asking.power)
  const length = [...words.trim()].length
  const listed = asking === undefined || asking.reason !== undefined ? [] : (row?.reasons ?? [])
  useKeys(Object.fromEntries(listed.slice(0, 9).map((code, index) => [index + 1, () => setReason(code)])))

  function done(choice: Choice | null, acted: Acted | null): void {
    if (acted === null) {
      void read.refetch()
      return onRefused?.()
    }
    toast(t(acted.status === 'open' ? 'console.decision.asked' : 'console.decision.done'), { kind: 'ok' })
    setReason(null)
    dropWords()
    void read.refetch()
    onDone?.(choice, acted)
  }
  async function choose(choice: Offer): Promise<void> {
    const wants = powerOf(choice.power)
    const code = choice.reason ?? reason
    setProblem(null)
    if (wants.reason !== 'none' && (code === null || !wants.reasons?.includes(code)))
      return fail(t('console.decision.reasonFirst'))
    if (wants.reason === 'listed+text' && (length < TEXT_SHORTEST || length > TEXT_LONGEST))
      return fail(t('console.decision.textFirst', { shortest: TEXT_SHORTEST, longest: TEXT_LONGEST }))
    const question = [
      ...(frozen ? [`${t('console.freeze.standing')}.`] : []),
      ...(choice.instead === undefined
        ? []
        : [t('console.decision.insteadConfirm', { act: choice.instead })]),
      ...questionOf(t, choice),
    ].join(' ')
    if (
      question !== '' &&
      !(await confirm({ title: choice.label, body: question, danger: choice.tone === 'danger' }))
    )
      return
    const because =
      wants.reason === 'none'
        ? null
        : { code: code!, ...(wants.reason === 'listed+text' ? { text: words.trim() } : {}) }
    done(
      choice,
      await act.ask({
        power: choice.power,
        subject,
        ...(choice.body === undefined ? {} : { body: choice.body }),
        reason: because,
      }),
    )
  }
  function fail(why: string): void {
    setProblem(why)
    reasons.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }
  const signed = (acted: Acted | null) => {
    setReason(null)
    dropWords()
    void read.refetch()
    if (acted !== null) onDone?.(null, acted)
  }
  return (
    <>
      {open.length > 0 && (
        <PaneSection title={t('console.approval.title')} note={t('console.approval.different')}>
          <ul className="flex flex-col gap-3">
            {open.map((approval) => (
              <li key={approval.id}>
                <ApprovalState approval={approval} />
                {approval.hindrance !== null && !approval.mayWithdraw && (
                  <p className="pt-2 text-1 text-grey-1">{approval.hindrance}</p>
                )}
                {mine.length > offered.length && offered.length === 0 && choices.length > 1 && (
                  <p className="pt-2 text-1 text-grey-1">
                    {t('console.decision.against', {
                      act: approval.what,
                      who: wordsOf(approval.signatures[0]!, approval.signatures[0]!.at),
                    })}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </PaneSection>
      )}
      {past.length > 0 && (
        <PaneSection title={t('console.approval.history')}>
          <ul className="flex flex-col gap-3">
            {past.map((approval) => (
              <li key={approval.id}>
                <ApprovalState approval={approval} />
              </li>
            ))}
          </ul>
        </PaneSection>
      )}
      {row !== null && (
        <PaneSection
          title={t('console.decision.reason', { act: text(powerKey(asking!.power)) })}
          {...(powerOf(asking!.power).seen === 'sealed' ? {} : { note: t('console.decision.seen') })}
        >
          <fieldset ref={reasons} aria-describedby={problem === null ? undefined : `${id}-problem`}>
            <legend className="sr-only">
              {t('console.decision.reason', { act: text(powerKey(asking!.power)) })}
            </legend>
            <div className="flex flex-wrap gap-2">
              {listed.map((code, index) => (
                <label
                  key={code}
                  className={`desk-button text-1 ${reason === code ? 'bg-brand text-on-brand' : 'bg-sunk text-ink'}`}
                >
                  <input
                    type="radio"
                    className="sr-only"
                    name={id}
                    aria-keyshortcuts={index < 9 ? String(index + 1) : undefined}
                    checked={reason === code}
                    onChange={() => setReason(code)}
                  />
                  <span>{text(`staff.reason.${code}`)}</span>
                  {index < 9 && (
                    <span className="desk-key" aria-hidden>
                      {index + 1}
                    </span>
                  )}
                </label>
              ))}
            </div>
            {row.reason === 'listed+text' && (
              <div className="mt-3">
                <span className="flex justify-between pb-1 text-1 text-grey-1">
                  <span>
                    {t('console.decision.text', { shortest: TEXT_SHORTEST, longest: TEXT_LONGEST })}
                  </span>
                  <span>{length}</span>
                </span>
                <textarea
                  aria-label={t('console.decision.text', { shortest: TEXT_SHORTEST, longest: TEXT_LONGEST })}
                  className="desk-input w-full py-2"
                  rows={3}
                  value={words}
                  onChange={(event) => setWords(event.target.value)}
                  maxLength={2_000}
                />
              </div>
            )}
          </fieldset>
        </PaneSection>
      )}
      {(offered.length > 0 || open.length > 0) && (
        <div
          className={`flex flex-wrap gap-2 border-grey-3 bg-surface px-4 py-3 ${inline ? 'border-b' : 'sticky bottom-0 border-t'}`}
        >
          {problem !== null && (
            <p id={`${id}-problem`} role="alert" className="basis-full text-1 text-danger">
              {problem}
            </p>
          )}
          {open.map((approval) => (
            <SignButton
              key={approval.id}
              approval={approval}
              onDone={signed}
              {...(onRefused === undefined ? {} : { onRefused })}
            />
          ))}
          {offered.map((choice) => (
            <DeskButton
              key={`${choice.power} ${choice.label} ${JSON.stringify(choice.body)}`}
              tall
              look={choice.tone ?? 'primary'}
              busy={act.busy}
              disabled={!!choice.hindrance}
              onPress={() => void choose(choice)}
              {...(choice.hotkey === undefined ? {} : { hotkey: choice.hotkey })}
            >
              {choice.instead === undefined
                ? choice.label
                : t('console.decision.instead', { act: choice.instead, label: choice.label })}
              {choice.hindrance ? ` — ${choice.hindrance}` : ''}
            </DeskButton>
          ))}
        </div>
      )}
      {mine.length === 0 && choices.length > 0 && me !== undefined && (
        <p className="px-4 py-3 text-1 text-grey-1">
          {t('console.decision.notYours', {
            roles: rolesOf(choices)
              .map((role) => t(`staff.role.${role}`))
              .join(' / '),
          })}
        </p>
      )}
    </>
  )
}

/** The question of a choice: its own, or, where this one signature takes effect, that it does. */
const questionOf = (t: ReturnType<typeof useT>, { power, confirm: own }: Choice): string[] =>
  own !== undefined ? [own] : powerOf(power).signers.length === 1 ? [t('console.approval.last')] : []

const rolesOf = (choices: readonly Choice[]) => [
  ...new Set(choices.flatMap(({ power }) => POWERS[power].signers.flat())),
]
