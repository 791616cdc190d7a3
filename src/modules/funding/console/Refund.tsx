import { useState } from 'react'
import { readDigits } from '#kernel/typed.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { useMe } from '#console/kit/act.ts'
import { AuditTrail } from '#console/kit/AuditTrail.tsx'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import { Decision, type Choice } from '#console/kit/Decision.tsx'
import { Facts, MemberLink, PaneSection } from '#console/kit/Pane.tsx'
import type { OutputOf } from '#wire/route.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { ACCOUNT_TYPES } from '../model/bank-account.ts'
import { refundIdOf } from '../model/refund.ts'
import { reasonWord } from '../model/states.ts'
import {
  checkSender,
  getRefund,
  listRefunds,
  listStatementLines,
  type LineView,
} from '../operator-contract.ts'

type Found = OutputOf<typeof getRefund>
type Sender = OutputOf<typeof checkSender>
export const REFUND_TONES = { 'to-send': 'warn', 'in-file': 'brand', paid: 'ok', bounced: 'danger' } as const

/** True for a line whose money may go back to its sender, or is on its way there. */
export const hasWayBack = ({ kind, match, refund }: LineView): boolean =>
  refund !== null || (kind === 'in' && match !== 'used' && match !== 'sent-back')

/** The way back of a line to its sender: where it is, the account it goes to, and what can be signed. */
export function Refund({ line }: { line: LineView }) {
  const lineId = line.refund?.lineId ?? line.id
  const read = useRead(getRefund, { params: { line: lineId } }, { poll: 'deskCase' })
  return (
    <Loaded read={read} skeleton="lines">
      {(found) => <Way key={lineId} found={found} onDone={() => void read.refetch()} />}
    </Loaded>
  )
}

function Way({ found, onDone }: { found: Found; onDone: () => void }) {
  const t = useT()
  const text = useText()
  const f = useFormat()
  const me = useMe()
  const [sender, setSender] = useState<Sender | null>(null)
  const { line, refund, payments } = found
  const money = f.money(line.amount)
  const mayType =
    me?.powers.includes('refund.decide') === true &&
    (refund === null || refund.state === 'to-send' || refund.state === 'bounced')
  /** Decided before: what is decided now takes its place, and no money goes twice. */
  const isAgain = refund?.state === 'to-send'
  const choices: Choice[] = [
    ...(mayType
      ? [
          {
            power: 'refund.decide' as const,
            ...(sender === null
              ? {}
              : { body: { lineId: line.id, yen: line.amount, account: sender.account } }),
            label: t(`funding.console.refund.${isAgain ? 'replace' : 'act'}`, { money }),
            hindrance: sender === null ? t('funding.rejection.REFUND_ACCOUNT') : null,
            ...(sender === null
              ? {}
              : {
                  confirm: isAgain
                    ? t('funding.console.refund.replaceConfirm', { money, ...sender, was: refund.account })
                    : t('funding.console.refund.confirm', { money, ...sender }),
                }),
          },
        ]
      : []),
    ...payments.flatMap(({ id, match }): Choice[] =>
      match === 'refund'
        ? [
            {
              power: 'refund.mark-paid',
              body: { lineId: id },
              label: t('funding.console.refund.paid'),
              confirm: t('funding.console.refund.paidConfirm', { money }),
            },
          ]
        : match === 'refund-bounced'
          ? [
              {
                power: 'refund.mark-bounced',
                body: { lineId: id },
                label: t('funding.console.refund.bounced'),
                tone: 'danger',
                confirm: t('funding.console.refund.bouncedConfirm', { money }),
              },
            ]
          : [],
    ),
  ]
  return (
    <>
      <PaneSection title={t('funding.console.refund.title')}>
        <p className="pb-2 text-1 text-grey-1">{t('funding.console.refund.note')}</p>
        {refund !== null && (
          <>
            <p className="flex flex-wrap items-center gap-2 pb-2">
              <Mark tone={REFUND_TONES[refund.state]}>
                {t('funding.console.refund.step', { state: reasonWord(refund.state) })}
              </Mark>
              <span className="text-1 text-grey-1">
                {t('funding.console.refund.since', { at: f.moment(refund.since) })}
              </span>
            </p>
            <Facts
              rows={[
                [t('funding.console.fact.reference'), refund.reference],
                [t('funding.console.col.account'), refund.account],
                [t('funding.console.refund.reason'), text(`staff.reason.${refund.reason}`)],
                ...(refund.member === null
                  ? []
                  : [
                      [
                        t('funding.console.col.member'),
                        <MemberLink key="m" memberId={refund.member.id}>
                          #{refund.member.number}
                        </MemberLink>,
                      ] as const,
                    ]),
              ]}
            />
          </>
        )}
        {mayType && <SenderForm line={line} sender={sender} onSender={setSender} />}
      </PaneSection>
      <Decision
        inline
        subject={refundIdOf(line.id)}
        choices={choices}
        onRefused={onDone}
        onDone={() => {
          for (const route of [listStatementLines, listRefunds] as const) refresh(route)
          onDone()
        }}
      />
      <AuditTrail subject={refundIdOf(line.id)} />
    </>
  )
}

type FormProps = { line: LineView; sender: Sender | null; onSender: (sender: Sender | null) => void }

/** The account of the sender as an operator types it; what is wrong stays beside the button. */
function SenderForm({ line, sender, onSender }: FormProps) {
  const t = useT()
  const check = useWrite(checkSender, { quiet: true })
  const [typed, setTyped] = useState({
    bankCode: '',
    branchCode: '',
    type: 'ordinary' as (typeof ACCOUNT_TYPES)[number],
    number: '',
    holder: '',
  })
  const change = (part: Partial<typeof typed>): void => {
    setTyped({ ...typed, ...part })
    onSender(null)
  }
  // Numbers as an input method gives them, in any width and with hyphens.
  const [bankCode, branchCode, number] = [typed.bankCode, typed.branchCode, typed.number].map((each) =>
    readDigits(each),
  )
  const isWhole = bankCode?.length === 4 && branchCode?.length === 3 && (number?.length ?? 8) <= 7
  const isFilled = Object.values(typed).every((each) => each.trim() !== '')
  async function look(): Promise<void> {
    if (!bankCode || !branchCode || !number) return
    const answer = await check.run({ input: { line: line.id, ...typed, bankCode, branchCode, number } })
    onSender(answer.ok ? answer.data : null)
  }
  const field = (name: 'bankCode' | 'branchCode' | 'number' | 'holder', label: string, most: number) => (
    <label className="flex min-w-0 flex-1 basis-32 flex-col text-1 text-grey-1">
      {label}
      <input
        className="desk-input"
        inputMode={name === 'holder' ? 'text' : 'numeric'}
        autoComplete="off"
        // Hyphens and blanks that mean nothing take room too.
        maxLength={name === 'holder' ? most : 2 * most}
        value={typed[name]}
        onChange={(event) => change({ [name]: event.target.value })}
      />
    </label>
  )
  return (
    <div className="flex flex-col gap-2 pt-2">
      <div className="flex flex-wrap gap-2">
        {field('bankCode', t('funding.console.refund.bank'), 4)}
        {field('branchCode', t('funding.console.refund.branch'), 3)}
        <label className="flex min-w-0 flex-1 basis-32 flex-col text-1 text-grey-1">
          {t('funding.console.refund.type')}
          <select
            className="desk-input"
            value={typed.type}
            onChange={(event) => change({ type: event.target.value as typeof typed.type })}
          >
            {ACCOUNT_TYPES.map((type) => (
              <option key={type} value={type}>
                {t(`funding.type.${type}`)}
              </option>
            ))}
          </select>
        </label>
        {field('number', t('funding.console.refund.number'), 7)}
        {field('holder', t('funding.console.refund.holder'), 48)}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <DeskButton
          busy={check.state !== 'idle'}
          disabled={!isWhole || !isFilled}
          onPress={() => void look()}
        >
          {t('funding.console.refund.check')}
        </DeskButton>
        {isFilled && !isWhole && (
          <p role="alert" className="basis-full text-danger">
            {t('funding.console.refund.digits')}
          </p>
        )}
        {sender !== null && (
          <span className="text-1 text-ok">
            ✓ {sender.bank} {sender.branch} {sender.holder}
          </span>
        )}
        {sender?.registered === false && (
          <p role="alert" className="basis-full text-warn">
            {t('funding.console.refund.notRegistered')}
          </p>
        )}
        {check.error !== null && (
          <p role="alert" className="basis-full text-danger">
            {check.error.msg}
          </p>
        )}
      </div>
    </div>
  )
}
