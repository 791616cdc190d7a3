import type { Yen } from '#kernel/money.ts'
import { IconBuildingBank } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import { useDraft } from '#client/drafts.ts'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import type { OutputOf } from '#wire/route.ts'
import {
  getWithdrawal,
  listWithdrawals,
  requestWithdrawal,
  type WithdrawalView,
} from '#modules/funding/contract.ts'
import { MINIMUM_YEN } from '#modules/funding/model/withdrawal.ts'
import { getAccount } from '#modules/portfolio/contract.ts'
import { useStepUp, StepUpFields } from '#modules/identity/mobile/public.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Empty } from '#ui/Empty.tsx'
import { focusFirstError } from '#ui/Field.tsx'
import { Figure } from '#ui/Figure.tsx'
import { ICON } from '#ui/icon.ts'
import { MenuRow } from '#ui/MenuRow.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { Page } from '#ui/Page.tsx'
import { Row } from '#ui/Row.tsx'
import { Section } from '#ui/Section.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Term } from '#ui/Term.tsx'
import { toast } from '#ui/toast.tsx'
import { AmountField } from './AmountField.tsx'
import { ChoiceField } from './ChoiceField.tsx'
import { FrozenNotice } from './FrozenNotice.tsx'
import { HoursClock, useWallNow } from './HoursClock.tsx'
import { UnderWay } from './UnderWay.tsx'

type PageData = OutputOf<typeof getWithdrawal>

function Hours({ page }: { page: PageData }) {
  const t = useT()
  const f = useFormat()
  const now = useWallNow(page.now)
  const { from, to, open } = page.hours
  return (
    <Section first label={t(open ? 'funding.withdrawal.open' : 'funding.withdrawal.closed')}>
      <div className="flex items-center gap-4">
        <HoursClock from={from} to={to} open={open} now={now} />
        <div className="min-w-0">
          <p className="flex items-center gap-2">
            <span className="text-2 font-strong">
              {t(open ? 'funding.withdrawal.open' : 'funding.withdrawal.closed')}
            </span>
            <Tag tone={open ? 'ok' : 'grey'}>{f.clock(now)}</Tag>
          </p>
          <p className="text-1 text-grey-1">{t('funding.withdrawal.hours', { from, to })}</p>
          <p className="text-1 text-grey-1">
            {open
              ? t('funding.withdrawal.arrives', { at: f.dateTime(page.arrivesBy) })
              : t('funding.withdrawal.opensNote')}
          </p>
        </div>
      </div>
    </Section>
  )
}

/** The sum that may leave, with all three terms that it comes from. */
function Terms({ page }: { page: PageData }) {
  const t = useT()
  const f = useFormat()
  const term = (yen: Yen | null) => (yen === null ? t('funding.withdrawal.noLimit') : f.money(yen))
  return (
    <Section label={t('funding.withdrawal.most')}>
      <div className="flex flex-wrap items-baseline justify-between gap-2 pb-1">
        <h2 className="text-3 font-strong">
          <Term name="withdrawable">{t('funding.withdrawal.most')}</Term>
        </h2>
        <Figure size={3} strong unit={t('ui.yen')}>
          {f.yen(page.withdrawable)}
        </Figure>
      </div>
      <DefinitionList>
        <DefinitionRow term="settledCash" label={t('funding.withdrawal.settled')}>
          {term(page.settled)}
        </DefinitionRow>
        <DefinitionRow label={t('funding.withdrawal.marginRoom')}>{term(page.marginRoom)}</DefinitionRow>
        <DefinitionRow label={t('funding.withdrawal.loanRoom')}>{term(page.loanRoom)}</DefinitionRow>
      </DefinitionList>
      <p className="pt-1 text-1 text-grey-1">{t('funding.withdrawal.termsNote')}</p>
    </Section>
  )
}

type Account = PageData['accounts'][number]

/** Destination of the withdrawal: one of the accepted accounts. */
export function AccountChoice({
  accounts,
  value,
  error,
  onChange,
}: {
  accounts: readonly Account[]
  value: string | null
  error: string | undefined
  onChange: (id: string) => void
}) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const chosen = accounts.find((account) => account.id === value)
  return (
    <>
      <ChoiceField
        label={t('funding.withdrawal.account')}
        value={chosen?.label ?? null}
        empty={t('funding.withdrawal.chooseAccount')}
        error={error}
        icon={<IconBuildingBank {...ICON} />}
        open={open}
        onOpen={() => setOpen(true)}
      />
      {open && (
        <Sheet open onClose={() => setOpen(false)} title={t('funding.withdrawal.chooseAccount')}>
          {accounts.map((account) => (
            <Row
              key={account.id}
              {...(account.usable
                ? {
                    onPress: () => {
                      onChange(account.id)
                      setOpen(false)
                    },
                  }
                : {})}
              className="px-gutter"
            >
              <span className="min-w-0 py-2">
                <span className={`block text-2 ${account.usable ? '' : 'text-grey-1'}`}>{account.label}</span>
                {!account.usable && (
                  <span className="block text-1 text-grey-1">
                    {t('funding.accounts.usableFrom', { from: Date.parse(account.usableFrom) })}
                  </span>
                )}
              </span>
            </Row>
          ))}
          <MenuRow label={t('funding.accounts.title')} href={paths.bankAccount()} />
        </Sheet>
      )}
    </>
  )
}

/** Amount, account, the proof of the member's will; a confirm that says all of it again. */
export function WithdrawalForm({
  nav,
  page,
  withdrawals,
  onRefresh,
}: {
  nav: ReactNode
  page: PageData
  withdrawals: readonly WithdrawalView[]
  onRefresh: () => Promise<void>
}) {
  const t = useT()
  const f = useFormat()
  const element = useRef<HTMLDivElement>(null)
  const [amount, setAmount] = useDraft<number | null>('amount', () => null)
  const [chosen, setChosen] = useDraft<string | null>('account', () => null)
  const [tried, setTried] = useState(false)
  const stepUp = useStepUp('withdrawal')
  const write = useWrite(requestWithdrawal, { refreshes: [getWithdrawal, listWithdrawals, getAccount] })
  const usable = page.accounts.filter((account) => account.usable)
  const accountId = chosen ?? (usable.length === 1 ? usable[0]!.id : null)
  const account = page.accounts.find(({ id }) => id === accountId)
  const byTwo = amount !== null && amount + page.askedToday > page.byRule
  const amountProblem =
    amount === null
      ? t('funding.withdrawal.amountRequired')
      : amount < MINIMUM_YEN
        ? t('funding.rejection.WITHDRAWAL_MINIMUM', { minimum: MINIMUM_YEN })
        : page.loanRoom !== null && amount > page.loanRoom
          ? t('funding.rejection.LOAN_COVER', { most: page.withdrawable })
          : amount > page.withdrawable
            ? t('funding.rejection.NOT_WITHDRAWABLE', { most: page.withdrawable })
            : undefined
  const accountProblem = account === undefined ? t('funding.withdrawal.accountRequired') : undefined

  async function submit() {
    setTried(true)
    if (amount === null || amountProblem !== undefined || account === undefined)
      return focusFirstError(element.current)
    const yes = await confirm({
      title: t('funding.withdrawal.confirmTitle'),
      body: (
        <DefinitionList>
          <DefinitionRow label={t('funding.withdrawal.amount')} strong>
            {f.money(amount)}
          </DefinitionRow>
          <DefinitionRow label={t('funding.withdrawal.fee')}>{f.money(page.fee)}</DefinitionRow>
          <DefinitionRow label={t('funding.withdrawal.account')}>{account.label}</DefinitionRow>
          <DefinitionRow label={t('funding.withdrawal.arrivesBy')}>
            {f.dateTime(page.arrivesBy)}
          </DefinitionRow>
        </DefinitionList>
      ),
    })
    if (!yes) return
    const proof = await stepUp.prove({ amount, accountId: account.id })
    if (proof === null) return focusFirstError(element.current)
    const answer = await write.run({ input: { amount, accountId: account.id, ...proof } })
    if (!answer.ok) return stepUp.heard(answer.error)
    toast(t('funding.withdrawal.requested'), { kind: 'ok' })
    setAmount(null)
    setTried(false)
    navigate.to(paths.withdrawal({ id: answer.data.id }))
  }

  return (
    <Page
      nav={nav}
      onRefresh={onRefresh}
      footer={
        page.accounts.length > 0 && (
          <ActionBar>
            <Button
              state={write.state}
              disabled={!page.hours.open || page.frozen !== null}
              onPress={() => void submit()}
            >
              {amount === null
                ? t('funding.withdrawal.submitEmpty')
                : t('funding.withdrawal.submit', { amount: f.money(amount) })}
            </Button>
          </ActionBar>
        )
      }
    >
      <div ref={element}>
        {page.frozen !== null && <FrozenNotice freeze={page.frozen} />}
        {page.frozen === null && page.closedUntil !== null && (
          <Notice
            tone="warn"
            title={t('identity.security.closed', { until: f.dateTime(page.closedUntil) })}
            note={t('identity.security.closedNote', { change: page.closedBecause ?? 'other' })}
            href={paths.security()}
          />
        )}
        <Hours page={page} />
        <Terms page={page} />
        {page.accounts.length === 0 ? (
          <div className="mt-band">
            <Empty
              title={t('funding.withdrawal.noAccount')}
              action={{ label: t('funding.accounts.add'), href: paths.bankAccountAdd() }}
            />
          </div>
        ) : (
          <Section>
            <AmountField
              label={t('funding.withdrawal.amount')}
              rule={t('funding.withdrawal.amountRule', {
                minimum: f.money(page.minimum),
                byRule: f.money(page.byRule),
              })}
              value={amount}
              onChange={setAmount}
              problem={amountProblem}
              tried={tried}
            />
            {byTwo && <p className="pb-1 text-1 text-grey-1">{t('funding.withdrawal.byTwo')}</p>}
            <AccountChoice
              accounts={page.accounts}
              value={accountId}
              error={tried ? accountProblem : undefined}
              onChange={setChosen}
            />
            <StepUpFields stepUp={stepUp} />
          </Section>
        )}
        <UnderWay
          withdrawals={withdrawals.filter(({ state }) => state === 'requested' || state === 'approved')}
        />
        <Section flush>
          <MenuRow label={t('funding.clock.title')} href={paths.withdrawalClock()} />
          <MenuRow label={t('funding.accounts.title')} href={paths.bankAccount()} />
        </Section>
      </div>
    </Page>
  )
}
