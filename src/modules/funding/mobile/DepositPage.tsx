import type { Yen } from '#kernel/money.ts'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCopy,
  IconMessageCircle,
  IconPlus,
  IconReceipt,
  IconShieldCheck,
} from '@tabler/icons-react'
import { useEffect, useState, type ReactNode } from 'react'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { checkSigned, type Checked } from '#client/signed.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import {
  cancelDeposit,
  getDeposit,
  getHouseKey,
  getRechargeUrl,
  listDeposits,
  type DepositView,
} from '#modules/funding/contract.ts'
import { instructionsText, type Instructions } from '#modules/funding/model/instructions.ts'
import { reasonWord } from '#modules/funding/model/states.ts'
import { useSession } from '#client/session.ts'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Figure } from '#ui/Figure.tsx'
import { ICON, ICON_S } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { SimulatedNotice } from './SimulatedNotice.tsx'
import { DepositTag } from './StatusTag.tsx'
import { useFresh } from './use-funding.ts'

/** The check that the firm signed exactly the text shown: made on this device, from its public key. */
const checkInstructions = (page: Instructions, signature: string, publicKey: string): Promise<Checked> =>
  checkSigned(instructionsText(page), signature, publicKey)

/** Checks the page as it is shown, on this device. */
function useSignature(
  page: Instructions,
  signature: string,
): { checked: Checked | null; key: string | null } {
  const read = useRead(getHouseKey, {}, { quiet: true, staleTime: 600_000 })
  const publicKey = read.data?.publicKey ?? null
  const [checked, setChecked] = useState<Checked | null>(null)
  const text = JSON.stringify(page)
  useEffect(() => {
    if (publicKey === null) return undefined
    let current = true
    checkInstructions(JSON.parse(text) as Instructions, signature, publicKey).then(
      (found) => {
        if (current) setChecked(found)
      },
      () => {
        if (current) setChecked('wrong')
      },
    )
    return () => {
      current = false
    }
  }, [text, signature, publicKey])
  return { checked, key: publicKey }
}

function Signature({ page, signature }: { page: Instructions; signature: string }) {
  const t = useT()
  const { checked, key } = useSignature(page, signature)
  if (checked === 'wrong')
    return (
      <p role="alert" className="flex items-start gap-2 py-2 text-2 text-danger">
        <IconAlertTriangle {...ICON_S} />
        {t('funding.deposit.unsigned')}
      </p>
    )
  return (
    <div className="flex items-start gap-3 rounded-2 bg-sunk p-3">
      <span className={checked === 'right' ? 'text-ok' : 'text-grey-1'}>
        <IconShieldCheck {...ICON} />
      </span>
      <div className="min-w-0">
        <p className="text-2 font-strong">
          {t(
            checked === null
              ? 'funding.deposit.checking'
              : checked === 'right'
                ? 'funding.deposit.signed'
                : 'funding.deposit.uncheckable',
          )}
        </p>
        <p className="text-1 text-grey-1">{t('funding.deposit.signedNote')}</p>
        {key !== null && (
          <p className="text-1 text-grey-1 break-all">
            {t('funding.deposit.keyId', { key: key.slice(0, 16) })}
          </p>
        )}
      </div>
    </div>
  )
}

function Reference({ reference }: { reference: string }) {
  const t = useT()
  async function copy() {
    await navigator.clipboard.writeText(reference)
    toast(t('funding.deposit.copied'), { kind: 'ok' })
  }
  return (
    <div className="flex items-center justify-between gap-3 rounded-2 bg-brand-wash px-3 py-2">
      <div className="min-w-0">
        <p className="text-1 text-grey-1">{t('funding.deposit.reference')}</p>
        <p className="text-4 font-strong tabular-nums">
          {reference.slice(0, 4)} {reference.slice(4)}
        </p>
      </div>
      <button
        type="button"
        className="pressable flex min-h-touch shrink-0 items-center gap-1 rounded-1 px-2 text-2 text-brand"
        onClick={() => void copy().catch(() => {})}
      >
        <IconCopy {...ICON_S} />
        {t('funding.deposit.copy')}
      </button>
    </div>
  )
}

/** Details for the payment: only what the signature covers. */
function Pay({ page, signature }: { page: Instructions; signature: string }) {
  const t = useT()
  const f = useFormat()
  return (
    <Section label={t('funding.deposit.page')}>
      <SectionHead title={t('funding.deposit.page')} />
      <Reference reference={page.reference} />
      <p className="py-2 text-1 text-grey-1">{t('funding.deposit.referenceNote')}</p>
      <DefinitionList>
        <DefinitionRow label={t('funding.account.bank')}>
          {page.bankName}（{page.bankCode}）
        </DefinitionRow>
        <DefinitionRow label={t('funding.account.branch')}>
          {page.branchName}（{page.branchCode}）
        </DefinitionRow>
        <DefinitionRow label={t('funding.account.number')}>
          {t(`funding.type.${page.accountType}`)} {page.accountNumber}
        </DefinitionRow>
        <DefinitionRow label={t('funding.account.holder')}>{page.holder}</DefinitionRow>
        <DefinitionRow label={t('funding.deposit.amount')} strong>
          {f.money(page.yen)}
        </DefinitionRow>
      </DefinitionList>
      <p className="py-2 text-1 text-grey-1">{t('funding.deposit.payerNote')}</p>
      <Signature page={page} signature={signature} />
    </Section>
  )
}

/** The bank's own line, with whose word it is. */
function Line({ deposit }: { deposit: DepositView }) {
  const t = useT()
  const f = useFormat()
  return (
    <Section>
      <SectionHead title={t('funding.deposit.line')} />
      {deposit.line === null ? (
        <p className="text-2 text-grey-1">{t('funding.deposit.lineWaiting')}</p>
      ) : (
        <DefinitionList>
          <DefinitionRow
            label={t(
              deposit.line.source === 'demo-bank' ? 'funding.deposit.lineDemo' : 'funding.deposit.lineFile',
            )}
            note={f.dateTime(deposit.line.bookedAt)}
          >
            {f.money(deposit.line.amount)}
          </DefinitionRow>
          <DefinitionRow label={t('funding.deposit.reference')}>{deposit.reference}</DefinitionRow>
        </DefinitionList>
      )}
    </Section>
  )
}

function Outcome({ deposit }: { deposit: DepositView }) {
  const t = useT()
  const f = useFormat()
  if (deposit.status === 'pending') return null
  const isCredited = deposit.status === 'approved'
  return (
    <div
      role="status"
      className={`mt-2 flex items-start gap-2 rounded-2 p-3 ${isCredited ? 'bg-ok-wash text-ok' : 'bg-sunk'}`}
    >
      {isCredited && <IconCircleCheck {...ICON_S} />}
      <div className="min-w-0 text-2">
        <p className="font-strong">
          {isCredited
            ? t('funding.deposit.credited', { amount: f.money(deposit.credited) })
            : t('funding.deposit.reason', { reason: reasonWord(deposit.reason ?? '') })}
        </p>
        {isCredited && deposit.credited !== deposit.amount && (
          <p className="text-1">{t('funding.deposit.differs', { amount: f.money(deposit.amount) })}</p>
        )}
        {deposit.text !== null && <p className="text-1 whitespace-pre-wrap">{deposit.text}</p>}
      </div>
    </div>
  )
}

function Ways({ deposit }: { deposit: DepositView }) {
  const t = useT()
  const { userId } = useSession()
  const chat = useRead(
    getRechargeUrl,
    { query: { user_id: userId } },
    { quiet: true, enabled: userId !== '' },
  )
  const talk = chat.data?.external === true ? chat.data.url : paths.customerService({ about: deposit.id })
  return (
    <Section flush>
      <MenuRow icon={<IconMessageCircle {...ICON} />} label={t('funding.deposit.talk')} href={talk} />
      {deposit.status === 'approved' && (
        <MenuRow
          icon={<IconShieldCheck {...ICON} />}
          label={t('funding.deposit.acts')}
          href={paths.operatorActs()}
        />
      )}
      {deposit.status === 'approved' && (
        <MenuRow
          icon={<IconReceipt {...ICON} />}
          label={t('funding.deposit.accountLog')}
          href={paths.accountLog()}
        />
      )}
      {deposit.status !== 'pending' && (
        <MenuRow icon={<IconPlus {...ICON} />} label={t('funding.deposit.again')} href={paths.recharge()} />
      )}
    </Section>
  )
}

/** One announced deposit: its signed page while it is to be paid, the bank's line, what became of it. */
export function DepositPage({ id, nav }: { id: string; nav: ReactNode }) {
  const t = useT()
  const f = useFormat()
  const read = useRead(getDeposit, { params: { id } })
  const write = useWrite(cancelDeposit, { refreshes: [getDeposit, listDeposits] })
  useFresh(getDeposit)
  async function cancel(amount: Yen) {
    const yes = await confirm({
      title: t('funding.deposit.cancelTitle'),
      act: t('funding.deposit.cancel'),
      body: (
        <DefinitionList>
          <DefinitionRow label={t('funding.deposit.amount')}>{f.money(amount)}</DefinitionRow>
        </DefinitionList>
      ),
    })
    if (!yes) return
    const answer = await write.run({ params: { id } })
    if (answer.ok) toast(t('funding.deposit.cancelled'), { kind: 'ok' })
  }
  return (
    <Page nav={nav} onRefresh={async () => void (await read.refetch())}>
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={8} />}>
        {({ deposit, instructions, signature }) => (
          <>
            {deposit.status === 'pending' && <SimulatedNotice />}
            <Section first={deposit.status === 'pending'}>
              <div className="flex flex-wrap items-baseline justify-between gap-2">
                <Figure size={4} unit={t('ui.yen')}>
                  {f.yen(deposit.credited ?? deposit.amount)}
                </Figure>
                <DepositTag status={deposit.status} />
              </div>
              <p className="text-1 text-grey-1">
                {t(`funding.deposit.by.${deposit.method}`)}
                {f.dot}
                {t('funding.requestedAt')} {f.dateTime(deposit.requestedAt)}
              </p>
              <Outcome deposit={deposit} />
            </Section>
            {instructions !== null && signature !== null && <Pay page={instructions} signature={signature} />}
            {deposit.status !== 'denied' && <Line deposit={deposit} />}
            <Ways deposit={deposit} />
            {deposit.status === 'pending' && (
              <Section>
                <div className="flex">
                  <Button
                    kind="neutral"
                    size="s"
                    state={write.state}
                    onPress={() => void cancel(deposit.amount)}
                  >
                    {t('funding.deposit.cancel')}
                  </Button>
                </div>
              </Section>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}
