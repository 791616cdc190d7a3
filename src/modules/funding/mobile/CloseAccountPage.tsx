import { IconInfoCircle } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { ScreenProps } from '#client/screens.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import type { OutputOf } from '#wire/route.ts'
import { closeAccount, getAccountClosing, getWithdrawal, listWithdrawals } from '#modules/funding/contract.ts'
import { getAccount } from '#modules/portfolio/contract.ts'
import { useStepUp, StepUpFields } from '#modules/identity/mobile/public.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Empty } from '#ui/Empty.tsx'
import { focusFirstError } from '#ui/Field.tsx'
import { Figure } from '#ui/Figure.tsx'
import { ICON_S } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useFresh } from './use-funding.ts'
import { AccountChoice } from './WithdrawalForm.tsx'

type Closing = OutputOf<typeof getAccountClosing>

/** Pages on which each obstacle to a closing can be removed. */
const WAY_ON: Readonly<Record<NonNullable<Closing['obstacle']>['rejection'], string>> = {
  ACCOUNT_CLOSING: paths.transactionLog({ view: 'withdrawals' }),
  CLOSING_LOTS: paths.trade(),
  CLOSING_HOLDS: paths.accountLog(),
  CLOSING_DEBT: paths.recharge(),
  CLOSING_POOLS: paths.copy({ view: 'records' }),
  CLOSING_DEPOSITS: paths.transactionLog({ view: 'deposits' }),
}

function Form({ closing }: { closing: Closing }) {
  const t = useT()
  const f = useFormat()
  const element = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const stepUp = useStepUp('account.close')
  const write = useWrite(closeAccount, {
    refreshes: [getAccountClosing, getAccount, getWithdrawal, listWithdrawals],
  })
  const { payout, obstacle, accounts } = closing
  const usable = accounts.filter((account) => account.usable)
  const accountId = payout === 0 ? null : (chosen ?? (usable.length === 1 ? usable[0]!.id : null))
  const account = accounts.find(({ id }) => id === accountId)

  async function submit() {
    setTried(true)
    if (payout > 0 && account === undefined) return focusFirstError(element.current)
    const yes = await confirm({
      title: t('funding.closing.confirmTitle'),
      danger: true,
      body: (
        <DefinitionList>
          <DefinitionRow label={t('funding.closing.payout')} strong>
            {f.money(payout)}
          </DefinitionRow>
          {account && <DefinitionRow label={t('funding.withdrawal.account')}>{account.label}</DefinitionRow>}
        </DefinitionList>
      ),
    })
    if (!yes) return
    const proof = await stepUp.prove({ accountId })
    if (proof === null) return focusFirstError(element.current)
    const answer = await write.run({ input: { accountId, ...proof } })
    if (!answer.ok) stepUp.heard(answer.error)
  }

  return (
    <Page
      nav={<NavigationBar title={t('funding.closing.title')} />}
      footer={
        obstacle === null && (
          <ActionBar>
            <Button
              kind="danger"
              state={write.state}
              disabled={payout > 0 && !closing.hours.open}
              onPress={() => void submit()}
            >
              {payout === 0
                ? t('funding.closing.submitNothing')
                : t('funding.closing.submit', { amount: f.money(payout) })}
            </Button>
          </ActionBar>
        )
      }
    >
      <div ref={element}>
        {obstacle !== null && (
          <Notice
            tone="warn"
            icon={<IconInfoCircle {...ICON_S} />}
            title={t('funding.closing.obstacle')}
            note={obstacle.msg}
            href={WAY_ON[obstacle.rejection]}
          />
        )}
        <Section first={obstacle === null}>
          <p className="text-2">{t('funding.closing.lead')}</p>
          <p className="pt-3 text-1 text-grey-1">{t('funding.closing.payout')}</p>
          <Figure size={4} unit={t('ui.yen')}>
            {f.yen(payout)}
          </Figure>
          <p className="pt-1 text-1 text-grey-1">{t('funding.withdrawal.hours', closing.hours)}</p>
          <p className="pt-1 text-1 text-grey-1">{t('funding.closing.keeps')}</p>
        </Section>
        {obstacle === null && payout > 0 && accounts.length === 0 && (
          <div className="mt-band">
            <Empty
              title={t('funding.withdrawal.noAccount')}
              action={{ label: t('funding.accounts.add'), href: paths.bankAccountAdd() }}
            />
          </div>
        )}
        {obstacle === null && (payout === 0 || accounts.length > 0) && (
          <Section>
            {payout > 0 && (
              <AccountChoice
                accounts={accounts}
                value={accountId}
                error={tried && account === undefined ? t('funding.withdrawal.accountRequired') : undefined}
                onChange={setChosen}
              />
            )}
            <StepUpFields stepUp={stepUp} />
          </Section>
        )}
      </div>
    </Page>
  )
}

/** Everything is paid out, then the account is closed (product decision 2). */
export default function CloseAccountPage(_: ScreenProps<'closeAccount'>) {
  const t = useT()
  const read = useRead(getAccountClosing, {})
  useFresh(getAccountClosing)
  if (read.data?.status === 'open') return <Form closing={read.data} />
  return (
    <Page nav={<NavigationBar title={t('funding.closing.title')} />}>
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={6} />}>
        {({ status, withdrawalId }) => (
          <Empty
            title={t(
              status === 'closed' ? 'funding.closing.status.closed' : 'funding.closing.status.closing',
            )}
            note={status === 'closed' ? t('funding.closing.keeps') : t('funding.closing.closingNote')}
            {...(withdrawalId === null
              ? {}
              : {
                  action: {
                    label: t('funding.closing.seePayout'),
                    href: paths.withdrawal({ id: withdrawalId }),
                  },
                })}
          />
        )}
      </Loaded>
    </Page>
  )
}
