import { POLL_MS } from '#client/poll-intervals.ts'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { CallError } from '#client/call-error.ts'
import { proofFailures } from '#client/commitments.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useSession } from '#client/session.ts'
import { useT } from '#client/texts.ts'
import { useVenue } from '#client/venue.ts'
import { useFiles } from '#client/download.ts'
import { Button } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ICON_S } from '#ui/icon.ts'
import { Loaded, type Read } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { checkHead, isSound, type HeadCheck } from './check.ts'
import { exportProofs } from './exported.ts'
import { JournalHead } from './JournalHead.tsx'
import { storedHead } from './stored-head.ts'
import { checkOwed, isRight } from './owed.ts'
import { OwedMoney } from './OwedMoney.tsx'
import { OwnRecords } from './OwnRecords.tsx'
import { ProofFailures, Commitments } from './Commitments.tsx'
import { PROOFS, type Proof } from './proofs.tsx'
import { Verdict, type VerdictState } from './Verdict.tsx'

type Owed = Awaited<ReturnType<typeof checkOwed>>

/** All checks of this server that anybody can make, reckoned on this device. */
export default function TrustPage(_: ScreenProps<'trust'>) {
  const t = useT()
  const { isLogin, userId } = useSession()
  const { receipts, sealedDays } = useVenue()
  const lacks: Partial<Record<Proof['id'], boolean>> = { receipts: !receipts, days: !sealedDays }
  const head = useQuery<HeadCheck | null, CallError>({
    queryKey: ['trust', 'head'],
    queryFn: checkHead,
    refetchInterval: POLL_MS.publishedHeads,
    staleTime: 0,
  })
  const owed = useQuery<Owed, CallError>({
    queryKey: ['trust', 'owed', userId],
    queryFn: checkOwed,
    refetchInterval: POLL_MS.publishedHeads,
    staleTime: 0,
  })
  const found = proofFailures.useEntries()
  const kept = storedHead.useHead()
  return (
    <Page
      nav={<NavigationBar title={t('trust.title')} />}
      onRefresh={() => Promise.all([head.refetch(), owed.refetch()])}
    >
      <Verdict state={stateOf(head, owed, found.length > 0)} checkedAt={kept?.checkedAt ?? null} />
      {found.length > 0 && <ProofFailures found={found} />}
      <Loaded
        read={head}
        skeleton={
          <Section flush>
            <Skeleton kind="lines" rows={5} />
          </Section>
        }
      >
        {(check) =>
          check === null ? (
            <Section>
              <Empty title={t('trust.none')} note={t('trust.noneNote')} />
            </Section>
          ) : (
            <JournalHead check={check} />
          )
        }
      </Loaded>
      {isLogin && <Commitments />}
      {isLogin && <OwnRecords />}
      <Loaded
        read={owed}
        skeleton={
          <Section flush>
            <Skeleton kind="lines" rows={4} />
          </Section>
        }
      >
        {({ check, nextAt }) => <OwedMoney check={check} nextAt={nextAt} isLogin={isLogin} />}
      </Loaded>
      <Section flush>
        <SectionHead title={t('trust.more')} flush />
        {PROOFS.filter(({ id, own }) => (isLogin || !own) && !lacks[id]).map(({ id, icon, href }) => (
          <MenuRow
            key={id}
            icon={icon}
            href={href}
            label={
              <>
                <span className="block">{t(`trust.proof.${id}`)}</span>
                <span className="block text-1 text-grey-1">{t(`trust.proof.${id}Note`)}</span>
              </>
            }
          />
        ))}
      </Section>
      <Yourself />
    </Page>
  )
}

/** The worst of what was found; `right` only where everything was asked, answered and held. */
function stateOf(
  head: Pick<Read<HeadCheck | null>, 'data' | 'isPending'>,
  owed: Pick<Read<Owed>, 'data' | 'isPending'>,
  isBroken: boolean,
): VerdictState {
  const owedCheck = owed.data?.check ?? null
  if (isBroken || (head.data && !isSound(head.data)) || (owedCheck !== null && !isRight(owedCheck)))
    return 'wrong'
  if (head.isPending || owed.isPending) return 'running'
  const marks = [
    head.data?.house,
    head.data?.auditor,
    ...(owedCheck === null ? [] : [owedCheck.house, owedCheck.auditor]),
  ]
  return owed.data !== undefined && marks.every((mark) => mark === 'right') ? 'right' : 'open'
}

/** For those who would rather not believe the app either: all proofs as a file, and what checks it. */
function Yourself() {
  const t = useT()
  const { busy, keep } = useFiles()
  return (
    <Section>
      <SectionHead title={t('trust.self.title')} />
      <p className="pb-3 text-1 text-grey-1">{t('trust.self.note')}</p>
      <div className="flex">
        <Button
          kind="secondary"
          size="s"
          state={busy === null ? 'idle' : 'pending'}
          onPress={() => void keep('proofs', exportProofs)}
        >
          <IconDownload {...ICON_S} />
          {t('trust.self.save')}
        </Button>
      </div>
      <p className="pt-3 text-1 text-grey-1">{t('trust.intro')}</p>
    </Section>
  )
}
