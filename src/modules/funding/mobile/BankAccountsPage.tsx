import { IconBuildingBank } from '@tabler/icons-react'
import type { ScreenProps } from '#client/screens.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import {
  appealBankAccount,
  listBankAccounts,
  removeBankAccount,
  type BankAccountView,
} from '#modules/funding/contract.ts'
import { reasonWord } from '#modules/funding/model/states.ts'
import { useStepUp, StepUpFields } from '#modules/identity/mobile/public.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ICON } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { useState } from 'react'
import { AppealStatus, AppealText } from './Appeal.tsx'
import { AccountTag } from './StatusTag.tsx'
import { useFresh } from './use-funding.ts'

function Account({
  account,
  onRemove,
  onAppeal,
}: {
  account: BankAccountView
  onRemove: () => void
  onAppeal: () => void
}) {
  const t = useT()
  const usableFrom = Date.parse(account.usableFrom)
  const note =
    account.status === 'denied'
      ? t('funding.accounts.reason', { reason: reasonWord(account.reason ?? '') })
      : account.status === 'pending'
        ? t('funding.accounts.waiting')
        : !account.usable
          ? t('funding.accounts.usableFrom', { from: usableFrom })
          : t('funding.accounts.usable')
  return (
    <Section label={account.bankName}>
      <div className="flex items-start gap-3">
        <span className="grid size-11 shrink-0 place-items-center rounded-1 bg-brand-wash text-brand">
          <IconBuildingBank {...ICON} />
        </span>
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-center justify-between gap-x-2">
            <h2 className="text-2 font-strong">
              {account.bankName} {account.branchName}
            </h2>
            <AccountTag status={account.status} />
          </div>
          <p className="text-1 text-grey-1">
            {account.bankCode}-{account.branchCode} {t(`funding.type.${account.type}`)} {account.number}
          </p>
          <p className="text-1 text-grey-1">{account.holder}</p>
          <p className={`pt-1 text-1 ${account.status === 'denied' ? 'text-danger' : 'text-grey-1'}`}>
            {note}
          </p>
        </div>
      </div>
      {account.appeal !== null && (
        <div className="pt-3">
          <AppealStatus appeal={account.appeal} />
        </div>
      )}
      <div className="-mr-2 flex justify-end">
        {account.status === 'denied' && account.appeal === null && (
          <button
            type="button"
            className="pressable min-h-touch rounded-1 px-2 text-2 text-brand"
            onClick={onAppeal}
          >
            {t('funding.appeal.submit')}
          </button>
        )}
        <button
          type="button"
          className="pressable min-h-touch rounded-1 px-2 text-2 text-brand"
          onClick={onRemove}
        >
          {t('funding.accounts.remove')}
        </button>
      </div>
    </Section>
  )
}

/** The account to remove is named again, then the member proves that it is their will. */
function RemoveSheet({ account, onClose }: { account: BankAccountView; onClose: () => void }) {
  const t = useT()
  const stepUp = useStepUp('bank-account.remove')
  const write = useWrite(removeBankAccount, { refreshes: [listBankAccounts] })
  async function remove() {
    const proof = await stepUp.prove({ id: account.id })
    if (proof === null) return
    const answer = await write.run({ params: { id: account.id }, input: proof })
    if (!answer.ok) return stepUp.heard(answer.error)
    toast(t('funding.accounts.removed'), { kind: 'ok' })
    onClose()
  }
  return (
    <Sheet open onClose={onClose} title={t('funding.accounts.removeTitle')}>
      <div className="px-gutter">
        <DefinitionList>
          <DefinitionRow label={t('funding.account.bank')}>
            {account.bankName} {account.branchName}
          </DefinitionRow>
          <DefinitionRow label={t('funding.account.number')}>{account.number}</DefinitionRow>
        </DefinitionList>
        <StepUpFields stepUp={stepUp} />
        <div className="flex gap-2 pt-3">
          <Button kind="neutral" onPress={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="danger" state={write.state} onPress={() => void remove()}>
            {t('funding.accounts.remove')}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}

/** Reason of the denial, and the member's appeal against it. */
function AppealSheet({ account, onClose }: { account: BankAccountView; onClose: () => void }) {
  const t = useT()
  const write = useWrite(appealBankAccount, { refreshes: [listBankAccounts] })
  async function send(text: string) {
    const answer = await write.run({ params: { id: account.id }, input: { text } })
    if (!answer.ok) return false
    toast(t('funding.appeal.filed'), { kind: 'ok' })
    onClose()
    return true
  }
  return (
    <Sheet open onClose={onClose} title={t('funding.appeal.title')}>
      <div className="px-gutter pb-2">
        <p className="pb-2 text-2 text-danger">
          {t('funding.accounts.reason', { reason: reasonWord(account.reason ?? '') })}
        </p>
        <AppealText
          about={account.id}
          note={t('funding.appeal.accountNote')}
          state={write.state}
          onSend={send}
        />
      </div>
    </Sheet>
  )
}

/** The member's bank accounts, each with its review and the time from which it can be used. */
export default function BankAccountsPage(_: ScreenProps<'bankAccount'>) {
  const t = useT()
  const read = useRead(listBankAccounts, {})
  const [removing, setRemoving] = useState<BankAccountView | null>(null)
  const [appealing, setAppealing] = useState<BankAccountView | null>(null)
  useFresh(listBankAccounts)
  const { data } = read
  const mayAdd =
    data !== undefined && data.holder !== null && data.accounts.length > 0 && data.accounts.length < data.most
  return (
    <Page
      nav={<NavigationBar title={t('funding.accounts.title')} />}
      onRefresh={async () => void (await read.refetch())}
      footer={
        mayAdd && (
          <ActionBar>
            <Button href={paths.bankAccountAdd()}>{t('funding.accounts.add')}</Button>
          </ActionBar>
        )
      }
    >
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={6} />}>
        {({ accounts, holder, most, restHours }) => (
          <>
            {accounts.length === 0 &&
              (holder === null ? (
                <Empty
                  title={t('funding.accounts.unverified')}
                  note={t('funding.accounts.unverifiedNote')}
                  action={{ label: t('funding.accounts.verify'), href: paths.realName() }}
                />
              ) : (
                <Empty
                  title={t('funding.accounts.empty')}
                  note={t('funding.accounts.emptyNote', { hours: restHours })}
                  action={{ label: t('funding.accounts.add'), href: paths.bankAccountAdd() }}
                />
              ))}
            {accounts.map((account) => (
              <Account
                key={account.id}
                account={account}
                onRemove={() => setRemoving(account)}
                onAppeal={() => setAppealing(account)}
              />
            ))}
            {accounts.length > 0 && (
              <p className="px-gutter py-3 text-1 text-grey-1">
                {accounts.length >= most
                  ? t('funding.accounts.full', { most })
                  : t('funding.accounts.note', { most, hours: restHours })}
              </p>
            )}
          </>
        )}
      </Loaded>
      {appealing !== null && <AppealSheet account={appealing} onClose={() => setAppealing(null)} />}
      {removing !== null && <RemoveSheet account={removing} onClose={() => setRemoving(null)} />}
    </Page>
  )
}
