import { useRef, useState, type ReactNode } from 'react'
import { useDraft } from '#client/drafts.ts'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { listDeposits, requestDeposit, type DepositView } from '#modules/funding/contract.ts'
import { DEPOSIT_METHODS, MOST_TRANSFER_YEN, type DepositMethod } from '#modules/funding/model/deposit.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { Chip, Chips } from '#ui/Chip.tsx'
import { FieldError, focusFirstError } from '#ui/Field.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { AmountField } from './AmountField.tsx'
import { SimulatedNotice } from './SimulatedNotice.tsx'
import { useFresh } from './use-funding.ts'

const STEPS_YEN = [10_000, 100_000, 500_000, 1_000_000]
const STEPS = ['step1', 'step2', 'step3'] as const

/** One of the three ways to pay, as radio buttons: arrow keys move. */
function Methods({
  value,
  error,
  onChange,
}: {
  value: DepositMethod | null
  error: string | undefined
  onChange: (method: DepositMethod) => void
}) {
  const t = useT()
  return (
    <div
      role="radiogroup"
      aria-label={t('funding.deposit.method')}
      aria-invalid={error ? true : undefined}
      aria-describedby="method-error"
      tabIndex={-1}
    >
      {DEPOSIT_METHODS.map((method) => (
        <label
          key={method}
          className="relative flex border-b border-grey-3 last:border-0 min-h-15 flex-col justify-center py-2 pl-9"
        >
          <input
            type="radio"
            name="deposit-method"
            className="absolute top-1/2 left-0 size-5 -translate-y-1/2 accent-brand"
            value={method}
            checked={value === method}
            onChange={() => onChange(method)}
          />
          <span className={`text-2 ${value === method ? 'font-strong' : ''}`}>
            {t(`funding.deposit.by.${method}`)}
          </span>
          <span className="text-1 text-grey-1">{t(`funding.deposit.by.${method}Note`)}</span>
        </label>
      ))}
      <FieldError id="method-error" error={error} />
    </div>
  )
}

/** Steps after the request, in order. */
function Steps() {
  const t = useT()
  return (
    <Section>
      <SectionHead title={t('funding.deposit.next')} />
      <ol className="flex flex-col gap-3 pt-1">
        {STEPS.map((step, index) => (
          <li key={step} className="flex items-start gap-3">
            <span
              className="grid size-6 shrink-0 place-items-center rounded-round bg-sunk text-1 font-strong"
              aria-hidden
            >
              {index + 1}
            </span>
            <span className="min-w-0">
              <span className="block text-2">{t(`funding.deposit.${step}`)}</span>
              <span className="block text-1 text-grey-1">{t(`funding.deposit.${step}Note`)}</span>
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Waiting({ deposits }: { deposits: readonly DepositView[] }) {
  const t = useT()
  const f = useFormat()
  if (deposits.length === 0) return null
  return (
    <Section flush>
      <SectionHead flush title={t('funding.deposit.open')} />
      {deposits.map((deposit) => (
        <MenuRow
          key={deposit.id}
          label={`${f.money(deposit.amount)} ${t(`funding.deposit.by.${deposit.method}`)}`}
          value={f.dateTime(deposit.requestedAt)}
          href={paths.recharge({ id: deposit.id })}
        />
      ))}
    </Section>
  )
}

/** Amount and way of paying; the request gets a reference of its own. */
export function DepositForm({ nav }: { nav: ReactNode }) {
  const t = useT()
  const f = useFormat()
  const element = useRef<HTMLDivElement>(null)
  const [amount, setAmount] = useDraft<number | null>('amount', () => null)
  const [method, setMethod] = useDraft<DepositMethod | null>('method', () => null)
  const [tried, setTried] = useState(false)
  const waiting = useRead(listDeposits, { query: { status: 'pending' } }, { quiet: true })
  const write = useWrite(requestDeposit, { refreshes: [listDeposits] })
  useFresh(listDeposits)
  const amountProblem =
    amount === null || amount < 1
      ? t('funding.deposit.amountRequired')
      : amount > MOST_TRANSFER_YEN
        ? t('funding.deposit.amountMost', { most: MOST_TRANSFER_YEN })
        : undefined
  const methodProblem = method === null ? t('funding.deposit.methodRequired') : undefined

  async function submit() {
    setTried(true)
    if (amountProblem !== undefined || methodProblem !== undefined) return focusFirstError(element.current)
    const answer = await write.run({ input: { amount: amount!, method: method! } })
    if (answer.ok) navigate.redirect(paths.recharge({ id: answer.data.id }))
  }

  return (
    <Page
      nav={nav}
      footer={
        <ActionBar>
          <Button state={write.state} onPress={() => void submit()}>
            {amount === null || amount < 1
              ? t('funding.deposit.submitEmpty')
              : t('funding.deposit.submit', { amount: f.money(amount) })}
          </Button>
        </ActionBar>
      }
    >
      <div ref={element}>
        <SimulatedNotice />
        <Section first>
          <AmountField
            big
            label={t('funding.deposit.amount')}
            rule={t('funding.deposit.amountRule')}
            value={amount}
            onChange={setAmount}
            problem={amountProblem}
            tried={tried}
          />
          <div className="pt-1">
            <Chips grow label={t('funding.deposit.amount')}>
              {STEPS_YEN.map((step) => (
                <Chip
                  key={step}
                  tall
                  onPress={() => setAmount(Math.min((amount ?? 0) + step, MOST_TRANSFER_YEN))}
                >
                  {t('funding.deposit.plus', { amount: f.large(step) })}
                </Chip>
              ))}
            </Chips>
          </div>
        </Section>
        <Section>
          <SectionHead title={t('funding.deposit.method')} />
          <Methods value={method} error={tried ? methodProblem : undefined} onChange={setMethod} />
        </Section>
        <Waiting deposits={waiting.data ?? []} />
        <Steps />
      </div>
    </Page>
  )
}
