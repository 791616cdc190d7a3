import { POLL_MS } from '#client/poll-intervals.ts'
import { IconCheck, IconDownload, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#client/call.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { saveFile } from '#client/save-file.ts'
import type { ScreenProps } from '#client/screens.ts'
import { checkSigned, type Checked } from '#client/signed.ts'
import { useT } from '#client/texts.ts'
import { getReceipt, receiptText, type ReceiptView } from '#modules/orders/contract.ts'
import { getProof } from '#modules/trust/contract.ts'
import { isIncluded } from '#modules/trust/mobile/public.ts'
import { RECEIPT_CHECKS, rerun, type Rerun } from '#modules/venue/model/receipt.ts'
import { Empty } from '#ui/Empty.tsx'
import { ICON } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { NavAction, NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { CheckMark, type CheckState } from './CheckMark.tsx'
import { ReceiptFacts } from './ReceiptFacts.tsx'

/**
 * The receipt of a fill: this device runs the exchange's match again on the book as it stood, and says
 * whether the same fills come out.
 */
export default function ReceiptPage({ params: { order, digest } }: ScreenProps<'receipt'>) {
  const t = useT()
  const nav = <NavigationBar title={t('orders.receipt.title')} />
  if (order === undefined) {
    return (
      <Page nav={nav}>
        <Empty
          title={t('orders.detail.none')}
          note={t('orders.receipt.noneNote')}
          action={{ label: t('orders.trade.history'), href: paths.orders() }}
        />
      </Page>
    )
  }
  return <OneReceipt order={order} digest={digest} />
}

function OneReceipt({ order, digest }: { order: string; digest: string | undefined }) {
  const t = useT()
  const read = useRead(getReceipt, { params: { id: order }, query: digest === undefined ? {} : { digest } })
  const { data } = read
  return (
    <Page
      nav={
        <NavigationBar
          title={t('orders.receipt.title')}
          actions={
            data?.receipt ? (
              <NavAction
                icon={<IconDownload {...ICON} />}
                label={t('orders.receipt.save')}
                onPress={() => save(data)}
              />
            ) : undefined
          }
        />
      }
    >
      <Loaded
        read={read}
        skeleton={
          <Section flush>
            <Skeleton kind="lines" rows={8} />
          </Section>
        }
      >
        {(view) => <Receipt view={view} />}
      </Loaded>
    </Page>
  )
}

const save = (view: ReceiptView): void =>
  saveFile(
    `receipt-${view.digest.slice(0, 12)}.json`,
    new Blob([JSON.stringify(view, null, 1)], { type: 'application/json' }),
  )

/** null: the texts are no receipt at all. */
function again({ digest, receipt, scene }: ReceiptView): Rerun | null {
  try {
    return rerun({ digest, receipt: receipt!, scene: scene! })
  } catch {
    return null
  }
}

function Receipt({ view }: { view: ReceiptView }) {
  const t = useT()
  const isLost = view.receipt === null || view.scene === null
  const found = useMemo(() => (isLost ? null : again(view)), [view, isLost])
  const signed = useQuery<Checked>({
    queryKey: ['receipt', 'signed', view.digest, view.signature],
    queryFn: () => checkSigned(receiptText(view.digest), view.signature, view.publicKey),
  })
  const journal = useQuery<CheckState>({
    queryKey: ['receipt', 'journal', view.digest, view.seq],
    queryFn: () => inJournal(view),
    refetchInterval: ({ state }) => (state.data === 'later' ? POLL_MS.receiptProof : false),
  })
  if (isLost)
    return (
      <Section>
        <Empty title={t('orders.receipt.lost')} note={t('orders.receipt.lostNote')} />
      </Section>
    )
  const isRight =
    found !== null && found.wrong.length === 0 && signed.data !== 'wrong' && journal.data !== 'wrong'
  return (
    <>
      <Section>
        <Verdict isRight={isRight} />
      </Section>
      {found !== null && !found.isOfTheseRules && (
        <Notice
          tone="warn"
          title={t('orders.receipt.otherRules', { version: found.receipt.rules })}
          note={t('orders.receipt.otherRulesNote')}
        />
      )}
      {view.interpolated && <Notice title={t('orders.receipt.interpolated')} />}
      <Section flush label={t('orders.receipt.steps')}>
        <ol>
          {RECEIPT_CHECKS.map((check) => (
            <CheckMark
              key={check}
              state={found === null || found.wrong.includes(check) ? 'wrong' : 'right'}
              title={t(`orders.receipt.check.${check}`)}
            />
          ))}
          <CheckMark
            state={journal.data ?? 'running'}
            title={t(
              `orders.receipt.journal.${journal.data === 'right' || journal.data === 'wrong' ? journal.data : 'later'}`,
            )}
            note={view.seq === null ? undefined : t('trust.number', { seq: view.seq })}
          />
          <CheckMark state={signed.data ?? 'running'} title={t(`trust.house.${signed.data ?? 'right'}`)} />
        </ol>
      </Section>
      {found !== null && <ReceiptFacts view={view} found={found} />}
      <Section>
        <SectionHead title={t('orders.receipt.digest')} />
        <p className="text-1 break-all font-code text-grey-1">{view.digest}</p>
        <p className="pt-2 text-1 text-grey-1">{t('orders.receipt.bounds')}</p>
      </Section>
    </>
  )
}

/**
 * The check that the digest stands in the member's own record of the journal, and the record in the published
 * head.
 */
async function inJournal({ digest, seq }: ReceiptView): Promise<CheckState> {
  if (seq === null) return 'later'
  try {
    const proof = await call(getProof, { params: { seq: String(seq) } })
    return isIncluded(proof) && (proof.record === null || proof.record.includes(digest)) ? 'right' : 'wrong'
  } catch {
    return 'later'
  }
}

function Verdict({ isRight }: { isRight: boolean }) {
  const t = useT()
  const word = isRight ? 'right' : 'wrong'
  return (
    <div role="status" className="flex items-center gap-4">
      <span
        className={`grid size-14 shrink-0 place-items-center rounded-round ${isRight ? 'bg-ok-wash text-ok' : 'bg-danger-wash text-danger'}`}
      >
        {isRight ? <IconCheck className="size-8" aria-hidden /> : <IconX className="size-8" aria-hidden />}
      </span>
      <span className="min-w-0">
        <span className="block text-3 font-strong">{t(`orders.receipt.${word}`)}</span>
        <span className="block text-2 text-grey-1">{t(`orders.receipt.${word}Note`)}</span>
      </span>
    </div>
  )
}
